public import ArgumentParser
internal import Capture
public import Decoders
public import Frames
internal import LinuxIO
internal import LiveView
public import VulkanCore
public import VulkanView

/// The options of the picture's placement; shared by `show` and `snapshot`.
struct ViewFlags: ParsableArguments {
    @Option(help: "How the picture meets the window; without it fit, or with show as it was kept.")
    var fill: FillMode?

    @Flag(help: "Exchange left and right.")
    var mirror = false

    @Option(help: "Turn the picture clockwise; without it not, or with show as it was kept.")
    var rotate: Rotation?

    @Option(help: "The Vulkan device: a number or a part of its name.")
    var device: String?

    @Option(
        name: .customLong("import"),
        help: "The only way for frames from the camera's memory to the GPU; without it, the best that works.")
    var importRoute: ImportRoute?

    @Option(help: "What converts and places pictures; without it, what is fastest on the device.")
    var path: DrawPath?

    @Option(help: "The distances of a depth camera that are black and white, for example 4000-500.")
    var depth: DepthRange?

    var options: ViewOptions {
        ViewOptions(fillMode: fill ?? .fit, isMirrored: mirror, rotation: rotate ?? .none)
    }

    /// The command line's part of the settings that are kept of a camera.
    var given: CameraSettings {
        CameraSettings(isMirrored: mirror ? true : nil, rotation: rotate, fillMode: fill)
    }
}

/// The options of the mode that a camera is asked for.
struct ModeFlags: ParsableArguments {
    @Option(help: "The camera's picture size, for example 1280x720.")
    var size: PixelSize?

    @Option(help: "The camera's frames per second, for example 30 or 30000/1001.")
    var fps: Rational?

    @Option(help: "The camera's pixel format as a FOURCC or a name, for example NV12 or MJPG.")
    var format: FourCC?

    @Option(help: "The codes of black and white, in the place of what the source tells.")
    var range: ColorDescription.Range?

    @Option(help: "The mixture of luma and colour differences, in the place of what the source tells.")
    var matrix: ColorDescription.Matrix?

    @Option(help: "The colours of red, green and blue, in the place of what the source tells.")
    var primaries: ColorDescription.Primaries?

    @Option(help: "The curve from light to numbers, in the place of what the source tells.")
    var transfer: ColorDescription.Transfer?

    var request: ModeRequest { ModeRequest(size: size, rate: fps, format: format) }
    var color: ColorWish {
        ColorWish(matrix: matrix, range: range, primaries: primaries, transfer: transfer)
    }
}

/// The options of cameras' controls.
struct ControlFlags: ParsableArguments {
    @Option(
        help:
            "A control of the camera and its value, for example brightness=128; can be given several times.",
        transform: { try ControlSetting(option: $0) })
    var control: [ControlSetting] = []

    @Flag(help: "Neither read nor write the file of settings.")
    var noSettings = false

    /// The file of settings; none where the user wants none.
    var settings: SettingsFile { noSettings ? SettingsFile(path: nil) : SettingsFile() }
}

extension ControlSetting {
    /// Reads an option's text.
    fileprivate init(option text: String) throws {
        guard let setting = ControlSetting(parsing: text) else {
            throw ValidationError("'\(text)' is no NAME=VALUE; 'viewfinder controls' lists the names.")
        }
        self = setting
    }
}

/// The forms of a source, for help texts.
let sourceHelp: ArgumentHelp = """
    A camera (number, name, id or /dev/videoN), test[:SIZE@FPS:FORMAT], raw:PATH:SIZE@FPS:FORMAT, \
    y4m:PATH or movie:PATH; these end with an optional colour such as :709-limited.
    """

extension Latch: @retroactive ExpressibleByArgument {}

extension ImportRoute: @retroactive ExpressibleByArgument {}

extension FillMode: @retroactive ExpressibleByArgument {}

extension DepthRange: @retroactive ExpressibleByArgument {
    /// Reads `500-4000`.
    public init?(argument: String) { self.init(argument) }
}

extension DrawPath: @retroactive ExpressibleByArgument {}

extension ColorDescription.Range: @retroactive ExpressibleByArgument {}

extension ColorDescription.Primaries: @retroactive ExpressibleByArgument {}

extension ColorDescription.Transfer: @retroactive ExpressibleByArgument {}

extension ColorDescription.Matrix: @retroactive ExpressibleByArgument {
    /// Reads 601, 709, 2020 or 240.
    public init?(argument: String) { self.init(named: argument) }

    /// The names of the four mixtures.
    public static var allValueStrings: [String] { allCases.map(\.name) }
}

extension Rotation: @retroactive ExpressibleByArgument {
    /// Reads 0, 90, 180 or 270.
    public init?(argument: String) {
        guard let degrees = Int(argument), let rotation = Rotation(rawValue: degrees) else { return nil }
        self = rotation
    }

    /// The values of the four turns.
    public static var allValueStrings: [String] { allCases.map { "\($0.rawValue)" } }
}

extension PixelSize: @retroactive ExpressibleByArgument {
    /// Reads `1280x720`.
    public init?(argument: String) { self.init(argument) }
}

extension Rational: @retroactive ExpressibleByArgument {
    /// Reads `30`, `29.97` or `30000/1001`.
    public init?(argument: String) { self.init(frameRate: argument) }
}

extension FourCC: @retroactive ExpressibleByArgument {
    /// Reads a format's name or any four characters.
    public init?(argument: String) { self.init(named: argument) }
}
