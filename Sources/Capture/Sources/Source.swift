public import Frames
internal import LinuxIO

/// A source of pictures, as a person names it.
public enum Source: Sendable, Hashable {
    /// A camera.
    case camera(CameraSelector)
    /// The built-in test card.
    case testCard(TestCardOptions)
    /// Frames without any header from a file or a pipe.
    case raw(RawOptions)
    /// A YUV4MPEG2 file or pipe.
    case y4m(Y4MOptions)
    /// A movie file.
    case movie(MovieOptions)

    /// A short name for titles and logs, known before the source is opened.
    public var name: String {
        switch self {
        case .camera(let selector): selector.description.showingControls()
        case .testCard: "Test card"
        case .raw(let options): Source.fileName(options.path)
        case .y4m(let options): Source.fileName(options.path)
        case .movie(let options): Source.fileName(options.path)
        }
    }

    private static func fileName(_ path: String) -> String {
        path == "-"
            ? "Standard input" : (path.split(separator: "/").last.map(String.init) ?? path).showingControls()
    }
}

/// The choice of one camera among those that are plugged in.
public enum CameraSelector: Sendable, Hashable, CustomStringConvertible {
    /// The camera of a device node, for example `/dev/video0`.
    case path(String)
    /// The camera at a place of ``CameraList/search(in:until:)``, counted from 1.
    case number(Int)
    /// The camera with this ``Camera/id`` or this ``Camera/name``.
    case identity(String)

    /// The selector as a person writes it.
    public var description: String {
        switch self {
        case .path(let path): path
        case .number(let number): "camera \(number)"
        case .identity(let identity): identity
        }
    }
}

/// The size, rate, format and colours of the test card.
public struct TestCardOptions: Sendable, Hashable {
    /// The picture's size.
    public var size: PixelSize
    /// The number of frames per second; above zero.
    public var rate: Rational
    /// The arrangement of the samples.
    public var format: PixelFormat
    /// The meaning of the numbers as colours.
    public var color: ColorDescription

    /// Describes a test card.
    ///
    /// - Parameters:
    ///   - size: The picture's size.
    ///   - rate: The number of frames per second; above zero.
    ///   - format: The arrangement of the samples.
    ///   - color: The meaning of the numbers; nil for ``ColorDescription/assumed(for:height:)``.
    public init(
        size: PixelSize = PixelSize(width: 1280, height: 720), rate: Rational = Rational(30),
        format: PixelFormat = .nv12, color: ColorDescription? = nil
    ) {
        self.size = size
        self.rate = rate
        self.format = format
        self.color = color ?? .assumed(for: format, height: size.height)
    }
}

/// The place and the form of frames without a header.
public struct RawOptions: Sendable, Hashable {
    /// The file or pipe; `-` is the standard input.
    public var path: String
    /// The picture's size.
    public var size: PixelSize
    /// The number of frames per second; above zero.
    ///
    /// A file is shown at this rate, a pipe at its writer's.
    public var rate: Rational
    /// The arrangement of the samples, plane after plane and row after row without padding.
    public var format: PixelFormat
    /// The meaning of the numbers as colours.
    public var color: ColorDescription

    /// Describes frames without a header.
    ///
    /// - Parameters:
    ///   - path: The file or pipe; `-` is the standard input.
    ///   - size: The picture's size.
    ///   - rate: The number of frames per second; above zero.
    ///   - format: The arrangement of the samples; ``PixelFormat/mjpeg`` for JPEG pictures one after the other.
    ///   - color: The meaning of the numbers; nil for ``ColorDescription/assumed(for:height:)``.
    public init(
        path: String, size: PixelSize, rate: Rational, format: PixelFormat, color: ColorDescription? = nil
    ) {
        self.path = path
        self.size = size
        self.rate = rate
        self.format = format
        self.color = color ?? .assumed(for: format, height: size.height)
    }
}

/// The place of a YUV4MPEG2 stream.
public struct Y4MOptions: Sendable, Hashable {
    /// The file or pipe; `-` is the standard input.
    public var path: String
    /// The meaning of the numbers as colours; nil for that of the header, else
    /// ``ColorDescription/assumed(for:height:)``.
    public var color: ColorDescription?

    /// Describes a stream.
    ///
    /// - Parameters:
    ///   - path: The file or pipe; `-` is the standard input.
    ///   - color: The meaning of the numbers; nil for that of the header.
    public init(path: String, color: ColorDescription? = nil) {
        self.path = path
        self.color = color
    }
}

/// The place of a movie and the way it is played: at its own pace, without its sound.
public struct MovieOptions: Sendable, Hashable {
    /// The file.
    public var path: String
    /// True when it starts again at its end; otherwise the source ends.
    public var loops: Bool
    /// The meaning of the numbers as colours; nil for that of the file, else ``ColorDescription/assumed(for:height:)``.
    public var color: ColorDescription?

    /// Describes a movie.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - loops: True when it starts again at its end.
    ///   - color: The meaning of the numbers; nil for that of the file.
    public init(path: String, loops: Bool = true, color: ColorDescription? = nil) {
        self.path = path
        self.loops = loops
        self.color = color
    }
}
