internal import Frames
internal import LinuxIO

/// The first line of a YUV4MPEG2 stream.
struct Y4MHeader: Equatable {
    static let magic = "YUV4MPEG2"

    private(set) var size = PixelSize(width: 0, height: 0)
    /// The number of frames per second; 25 where the stream does not say it.
    private(set) var rate = Rational(25)
    private(set) var isInterlaced = false
    private(set) var sampleAspect = Rational(1)
    private(set) var format = PixelFormat.i420
    private(set) var range: ColorDescription.Range?
    private(set) var chromaSite = ColorDescription.ChromaSite.center
    private var hasAlpha = false
    /// The number of bytes behind each picture: alpha, which is not drawn.
    var alphaBytes: Int { hasAlpha ? size.width * size.height : 0 }

    /// Reads the line.
    ///
    /// - Parameter line: The line without its end.
    /// - Throws: The fault of the line; the words follow the file's name.
    init(_ line: String) throws(SourceError) {
        let fields = line.split(separator: " ")
        guard fields.first == Substring(Y4MHeader.magic) else {
            throw SourceError(
                "is no YUV4MPEG2 stream; convert it with 'ffmpeg -i FILE -pix_fmt yuv420p FILE.y4m'")
        }
        for field in fields.dropFirst() { try read(field.prefix(1), field.dropFirst()) }
        guard size.isPossible else {
            throw SourceError("does not say its size: its first line needs W and H from 1 to 16384")
        }
    }

    private mutating func read(_ tag: Substring, _ value: Substring) throws(SourceError) {
        switch tag {
        case "W": size.width = Int(value) ?? 0
        case "H": size.height = Int(value) ?? 0
        case "F": try readRate(value)
        case "I": isInterlaced = ["t", "b", "m"].contains(value)
        case "A": readAspect(value)
        case "C": try readFormat(value)
        case "X" where value == "COLORRANGE=FULL": range = .full
        case "X" where value == "COLORRANGE=LIMITED": range = .limited
        default: break  // X fields are private to programs, and the format says to skip unknown fields.
        }
    }

    private mutating func readRate(_ value: Substring) throws(SourceError) {
        let terms = value.split(separator: ":").map { Int32($0) }
        guard terms.count == 2, let upper = terms[0], let lower = terms[1], upper >= 0, lower >= 0 else {
            throw SourceError(
                "has the rate '\(String(value).shortened(to: 32))', which should read like F30:1")
        }
        guard upper > 0, lower > 0 else { return }
        rate = Rational(Int(upper), Int(lower))
        guard rate <= Rational(1000) else { throw SourceError("has more than 1000 frames per second") }
    }

    private mutating func readAspect(_ value: Substring) {
        let terms = value.split(separator: ":").map { Int($0) ?? 0 }
        // 0:0 means unknown; pixels are square then.
        guard terms.count == 2, (1...65535).contains(terms[0]), (1...65535).contains(terms[1]) else { return }
        sampleAspect = Rational(terms[0], terms[1])
    }

    private mutating func readFormat(_ value: Substring) throws(SourceError) {
        hasAlpha = value == "444alpha"
        switch value {
        // The places of chroma are those of yuv4mpeg(5). PAL DV has Cb and Cr in turn in the first of two rows; programs write its tag for
        // chroma in the first pixel, too.
        case "420", "420jpeg": (format, chromaSite) = (.i420, .center)
        case "420mpeg2": (format, chromaSite) = (.i420, .left)
        case "420paldv": (format, chromaSite) = (.i420, .topLeft)
        case "422": (format, chromaSite) = (.i422, .left)
        case "444", "444alpha": format = .i444
        case "411": (format, chromaSite) = (.i411, .left)
        case "mono": format = .grey
        default:
            // More than 8 bits are the lower ones of words of 16, as FFmpeg writes them.
            let name = value.hasPrefix("mono") ? "y\(value.dropFirst(4))" : "i\(value)"
            guard ["p10", "p12", "p16", "mono10", "mono12", "mono16"].contains(where: value.hasSuffix),
                let found = PixelFormat(rawValue: name)
            else {
                throw SourceError(
                    """
                    has the pixel format C\(String(value).shortened(to: 32)), and what is read are 420, 422, 444 and mono of 8, 10, 12 and 16 bits, \
                    411 and 444alpha; convert it with '-pix_fmt yuv420p'
                    """)
            }
            (format, chromaSite) = (found, value.hasPrefix("422") ? .left : .center)
        }
    }
}
