public import Frames
public import LinuxIO

/// The wishes for a camera's mode; what is nil is left to the camera.
///
/// Of sizes and rates the nearest are taken that are not larger, else the smallest, unless the wishes are strict; 30 frames per second are
/// not more than 29.97. A format that the camera does not offer, and a strict wish that cannot be had, fail the session with a sentence
/// that names what can.
///
/// Test cards, raw frames, y4m streams and movies say themselves what they are and ignore it.
public struct ModeRequest: Sendable, Hashable {
    /// The picture's size.
    public var size: PixelSize?
    /// The number of frames per second.
    public var rate: Rational?
    /// The V4L2 pixel format.
    public var format: FourCC?
    /// True when the size and the rate must be had exactly.
    public var isStrict: Bool

    /// Describes a wish.
    ///
    /// - Parameters:
    ///   - size: The picture's size.
    ///   - rate: The number of frames per second.
    ///   - format: The V4L2 pixel format.
    ///   - isStrict: True when the size and the rate must be had exactly.
    public init(
        size: PixelSize? = nil, rate: Rational? = nil, format: FourCC? = nil, isStrict: Bool = false
    ) {
        self.size = size
        self.rate = rate
        self.format = format
        self.isStrict = isStrict
    }
}

/// The mode that a source really delivers.
public struct CaptureMode: Sendable, Hashable, CustomStringConvertible {
    /// The source's name for titles: a camera's card, "Test card", a file's name.
    public var name: String
    /// The ``Camera/id`` of the camera, by which a program keeps what a person has set of it; nil for other sources.
    ///
    /// Nil, too, for a camera that was named by its node, and has no name by udev, where ``CaptureConfiguration`` has no wishes for single
    /// cameras: the others would have to be opened to tell it from them.
    public var cameraID: String?
    /// The arrangement of the samples.
    public var format: PixelFormat
    /// The V4L2 code that the driver was set to, or that of the format.
    public var fourCC: FourCC
    /// The picture's size.
    public var size: PixelSize
    /// The number of frames per second that the source promises; nil when it promises nothing.
    public var rate: Rational?
    /// The meaning of the numbers as colours.
    public var color: ColorDescription
    /// The meaning that the source tells: ``color``, unless another one was wished for.
    public var sourceColor: ColorDescription
    /// A pixel's width divided by its height.
    public var sampleAspect: Rational
    /// The turn that brings the pictures upright.
    public var rotation: Rotation
    /// True when left and right are exchanged, after the turn.
    public var isMirrored: Bool
    /// The reason why a camera has this mode, in words; nil for a source that has only one.
    public var reason: String?
    /// The origin of the colour's meaning, in words; nil for a source that is sure of it.
    public var colorReason: Message?
    /// The origin of the meaning that the source tells, in words; nil for a source that is sure of it.
    public var sourceColorReason: Message?

    init(
        name: String, format: PixelFormat, fourCC: FourCC? = nil, size: PixelSize, rate: Rational?,
        color: ColorDescription, sampleAspect: Rational = Rational(1), rotation: Rotation = .none,
        isMirrored: Bool = false
    ) {
        self.name = name
        self.format = format
        self.fourCC = fourCC ?? format.fourCC ?? FourCC(format.name)
        self.size = size
        self.rate = rate
        self.color = color
        sourceColor = color
        self.sampleAspect = sampleAspect
        self.rotation = rotation
        self.isMirrored = isMirrored
    }

    /// The format, size, rate and colour, for example `NV12 1280x720 at 30 fps, 709-limited`.
    public var description: String {
        let rate = rate.map { " at \(CaptureMode.text(of: $0)) fps" } ?? ""
        return "\(fourCC) \(size)\(rate), \(color.name)"
    }

    /// Writes a rate with at most two decimals: 60, 59.94, 12.5.
    private static func text(of rate: Rational) -> String {
        rate.denominator == 1 ? rate.description : "\((rate.value * 100).rounded() / 100)"
    }
}
