internal import CLinux
internal import Frames
internal import Glibc
public import LinuxIO

/// A text that names no source.
public struct SourceError: Error, Sendable, Equatable, CustomStringConvertible, MessageConvertible {
    /// The fault and the right form in one sentence, for the screen.
    public let message: Message

    /// Makes an error that says the message.
    public init(_ message: Message) { self.message = message }

    /// The fault and the right form in one sentence in English, with `�` for what would steer a terminal.
    public var sentence: String { message.description.showingControls() }

    /// The error's sentence.
    public var description: String { sentence }
}

extension Source {
    /// Reads a source as it is written on the command line.
    ///
    /// - `/dev/video0`, a number of the list, a camera's id or its name: that camera.
    /// - `test`, `test:1920x1080@60:NV12:709-limited` (each part may be left out): the test card.
    /// - `raw:PATH:1920x1080@60:NV12`, with `:601-full` where the colour is known: frames without a header,
    ///   of `MJPG` one JPEG picture after the other.
    /// - `y4m:PATH`, or the path alone where it ends in `.y4m`, with `:709-full` where the file does not say it: a YUV4MPEG2 stream.
    /// - `movie:PATH`, or the path alone where its ending is that of a movie (`.mp4`, `.webm`, …), with `:once` where it is
    ///   not to start again and `:709-full` where the file tells a wrong colour: a movie.
    ///
    /// A path of `-` is the standard input.
    ///
    /// - Parameter text: The words of the user.
    /// - Throws: The fault of the words.
    public init(parsing text: String) throws(SourceError) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        switch parts[0] {
        case "test": self = .testCard(try TestCardOptions(parts: Array(parts.dropFirst())))
        case "raw" where parts.count > 1: self = .raw(try RawOptions(parts: Array(parts.dropFirst())))
        case "y4m" where parts.count > 1: self = .y4m(try Y4MOptions(parts: Array(parts.dropFirst())))
        case "movie" where parts.count > 1: self = .movie(try MovieOptions(parts: Array(parts.dropFirst())))
        case "raw", "y4m", "movie":
            throw SourceError("'\(text)' names no file; write \(Form.raw), \(Form.y4m) or \(Form.movie)")
        case "":
            throw SourceError("an empty text names no source; write /dev/video0, a camera's name, or test")
        default:
            let (movie, y4m) = (try MovieOptions(parts: parts), try Y4MOptions(parts: parts))
            if MovieOptions.endings.contains(ending(of: movie.path)) {
                self = .movie(movie)
            } else if ending(of: y4m.path) == "y4m" {
                self = .y4m(y4m)
            } else if isFile(text) {
                throw SourceError(
                    "the name of '\(text)' does not say what kind of file it is; write \(Form.raw), \(Form.y4m) or \(Form.movie)"
                )
            } else {
                self = .camera(try CameraSelector(text))
            }
        }
    }
}

private enum Form {
    static let test = "test:1920x1080@60:NV12:709-limited"
    static let raw = "raw:PATH:1920x1080@60:NV12:601-full"
    static let y4m = "y4m:PATH"
    static let movie = "movie:PATH"
}

extension CameraSelector {
    fileprivate init(_ text: String) throws(SourceError) {
        if text.hasPrefix("/") {
            self = .path(text)
        } else if let number = Int(text) {
            guard number >= 1 else {
                throw SourceError("cameras are counted from 1, so there is no camera \(text)")
            }
            self = .number(number)
        } else {
            self = .identity(text)
        }
    }
}

extension TestCardOptions {
    fileprivate init(parts: [String]) throws(SourceError) {
        var rest = parts[...]
        var size = PixelSize(width: 1280, height: 720)
        var rate = Rational(30)
        if let first = rest.first, first.contains("@") || first.first?.isNumber == true,
            ColorDescription(named: first) == nil
        {
            (size, rate) = try parseMode(first, form: Form.test, size: size, rate: rate)
            rest.removeFirst()
        }
        var format = PixelFormat.nv12
        if let first = rest.first, ColorDescription(named: first) == nil {
            format = try parseFormat(first, form: Form.test)
            rest.removeFirst()
        }
        let color = try parseColor(rest, form: Form.test)
        self.init(size: size, rate: rate, format: format, color: color)
    }
}

extension RawOptions {
    fileprivate init(parts: [String]) throws(SourceError) {
        // A path may hold colons, so the mode is looked for from the right.
        guard let place = parts.lastIndex(where: { $0.contains("@") && $0.first?.isNumber == true }),
            place > 0
        else {
            throw SourceError("frames without a header need their size and rate; write \(Form.raw)")
        }
        let path = parts[..<place].joined(separator: ":")
        guard !path.isEmpty else { throw SourceError("the path is missing; write \(Form.raw)") }
        let (size, rate) = try parseMode(parts[place], form: Form.raw)
        guard place + 1 < parts.count else {
            throw SourceError("the pixel format is missing; write \(Form.raw)")
        }
        let format = try parseFormat(parts[place + 1], form: Form.raw)
        let color = try parseColor(parts[(place + 2)...], form: Form.raw)
        self.init(path: path, size: size, rate: rate, format: format, color: color)
    }
}

extension Y4MOptions {
    fileprivate init(parts: [String]) throws(SourceError) {
        let color = parts.count > 1 ? parts.last.flatMap { ColorDescription(named: $0) } : nil
        let path = (color == nil ? parts : parts.dropLast()).joined(separator: ":")
        guard !path.isEmpty else { throw SourceError("the path is missing; write \(Form.y4m)") }
        self.init(path: path, color: color)
    }
}

extension MovieOptions {
    fileprivate static let endings: Set = [
        "3g2", "3gp", "asf", "avi", "flv", "gif", "m2ts", "m4v", "mkv", "mov", "mp4", "mpeg", "mpg", "mts",
        "mxf",
        "nut", "ogg", "ogv", "ts", "vob", "webm", "wmv",
    ]

    fileprivate init(parts: [String]) throws(SourceError) {
        var rest = parts[...]
        var color: ColorDescription?
        var loops = true
        while rest.count > 1, let last = rest.last {
            if last == "once" {
                loops = false
            } else if let found = ColorDescription(named: last) {
                color = found
            } else {
                break
            }
            rest.removeLast()
        }
        let path = rest.joined(separator: ":")
        guard !path.isEmpty else { throw SourceError("the path is missing; write \(Form.movie)") }
        self.init(path: path, loops: loops, color: color)
    }
}

/// The ending of a file's name in small letters, without its dot; empty where it has none.
private func ending(of path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    return name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last?.lowercased() ?? ""
}

/// Tells whether a text is the path of a file, a pipe or a folder, or looks like one, and not like a camera.
private func isFile(_ text: String) -> Bool {
    guard !text.hasPrefix("/dev/") else { return false }
    var status = stat()
    if unsafe stat(text, &status) == 0, [S_IFREG, S_IFIFO, S_IFDIR].contains(status.st_mode & S_IFMT) {
        return true
    }
    // Cameras have names such as “USB 2.0 Camera”.
    guard !text.contains(" ") else { return false }
    let ending = ending(of: text)
    let hasEnding = (1...5).contains(ending.utf8.count) && ending.first?.isLetter == true
    return hasEnding || text == "-" || text.contains("/") && !text.hasPrefix("/")
}

private func parseMode(
    _ text: String, form: String, size: PixelSize? = nil, rate: Rational? = nil
) throws(SourceError) -> (PixelSize, Rational) {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard let size = parts[0].isEmpty ? size : PixelSize(parts[0]) else {
        throw SourceError("'\(parts[0])' is no size from 1x1 to 16384x16384; write \(form)")
    }
    guard let rate = parts.count < 2 ? rate : Rational(frameRate: parts[1]) else {
        throw SourceError("'\(parts[1])' is no rate above 0 and up to 1000; write \(form)")
    }
    return (size, rate)
}

private func parseFormat(_ text: String, form: String) throws(SourceError) -> PixelFormat {
    guard let format = PixelFormat(named: text) else {
        throw SourceError(
            "'\(text)' is no pixel format that is known, such as NV12, YUYV, RGB24 or MJPEG; write \(form)")
    }
    return format
}

private func parseColor(_ rest: ArraySlice<String>, form: String) throws(SourceError) -> ColorDescription? {
    guard let text = rest.first else { return nil }
    guard let color = ColorDescription(named: text) else {
        throw SourceError(
            "'\(text)' is no colour; write 601, 709, 2020 or 240 with -limited or -full, as in \(form)")
    }
    guard rest.count == 1 else {
        throw SourceError("nothing may follow the colour '\(text)'; write \(form)")
    }
    return color
}
