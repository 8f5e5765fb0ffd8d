import LinuxIO

/// The parsers of what comes from outside, each with the function that libFuzzer's program and the tests give bytes to.
public enum FuzzTarget: String, CaseIterable, Sendable {
    /// The first line of a YUV4MPEG2 stream, and streams of small pictures.
    case y4m
    /// A stream of JPEG pictures, and the search for their ends.
    case splitter
    /// A camera's JPEG picture on its way to the decoder.
    case jpeg
    /// A PNG file.
    case png
    /// A JPEG file.
    case photograph
    /// A .cube file.
    case cube
    /// A .acv file.
    case acv
    /// A lookup picture.
    case lookup
    /// The file of settings.
    case settings
    /// A filter as the command line has it.
    case filter
    /// The GLSL of an operation.
    case glsl
    /// A source as the command line has it.
    case source
    /// The whole command line, with a zero behind each argument.
    case arguments
    /// The words of drivers and other programs.
    case words
    /// The answers of a camera's driver: names, formats, controls and menus.
    case driver
    /// The times of movies and of cameras' frames.
    case times
    /// What movies say of their colours: boxes of MP4, headers of VP9 and AV1.
    case colors

    /// Parses bytes.
    ///
    /// - Parameter bytes: Any bytes.
    /// - Throws: ``FuzzFault`` where the parser has broken its promise; what it refuses is none.
    public func run(_ bytes: [UInt8]) throws {
        switch self {
        case .y4m: try Streams.y4m(bytes)
        case .splitter: try Streams.splitter(bytes)
        case .jpeg: try Pictures.jpeg(bytes)
        case .png: try Pictures.file([0x89, 0x50, 0x4e, 0x47] + bytes)
        case .photograph: try Pictures.file([0xff, 0xd8] + bytes)
        case .cube: try Tables.cube(bytes)
        case .acv: try Tables.curves(bytes)
        case .lookup: try Tables.lookup(bytes)
        case .settings: try Settings.file(bytes)
        case .filter: try Texts.filter(bytes)
        case .glsl: try Texts.shader(bytes)
        case .source: try Texts.source(bytes)
        case .arguments: try Texts.arguments(bytes)
        case .words: try Words.fields(bytes)
        case .driver: try Drivers.answers(bytes)
        case .times: try Times.all(bytes)
        case .colors: try Colors.all(bytes)
        }
    }
}

/// A promise that a parser has broken.
public struct FuzzFault: Error, CustomStringConvertible {
    /// The promise and the breach.
    public let description: String

    init(_ description: String) { self.description = description }
}

/// Throws where something does not hold.
func promise(_ holds: Bool, _ words: @autoclosure () -> String) throws {
    if !holds { throw FuzzFault(words()) }
}

/// Throws where a text would steer a terminal, or is too long for one.
func promiseHarmless(_ text: String, limit: Int = 1 << 14) throws {
    try promise(text.utf8.count <= limit, "\(text.utf8.count) bytes: \(text.prefix(200))")
    try promise(
        !text.unicodeScalars.contains(where: \.isSteering), "steers a terminal: \(text.debugDescription)")
}

/// A reader of numbers out of bytes, which ends with zeros.
struct Numbers {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isOver: Bool { rest.isEmpty }

    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    mutating func number<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number {
        var number: Number = 0
        for _ in 0..<Number.bitWidth / 8 { number = number << 8 | Number(truncatingIfNeeded: byte()) }
        return number
    }

    mutating func bytes(_ count: Int) -> [UInt8] {
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }
}
