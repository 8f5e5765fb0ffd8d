public import Frames

/// Everything that can be wished of a session: a value, to be changed with ``CaptureSession/configure(_:)``.
public struct CaptureConfiguration: Sendable, Hashable {
    /// A rule by which pictures are mirrored.
    public enum Mirroring: String, Sendable, Hashable, CaseIterable {
        /// As the camera gives them.
        case never
        /// Those of cameras that look at the user, as in a mirror.
        case front
        /// All of them.
        case always
    }

    /// The source of the pictures.
    public var source: Source
    /// The wishes for a camera's mode.
    public var mode: ModeRequest
    /// The wishes to try, one after the other, where ``mode`` cannot be had: it is strict, or the bus has no room for it.
    ///
    /// They come before the smaller pictures that are tried by themselves.
    public var fallbacks: [ModeRequest]
    /// The turn that brings the pictures upright; nil for the one that the camera tells
    /// (`V4L2_CID_CAMERA_SENSOR_ROTATION`).
    public var rotation: Rotation?
    /// The rule by which pictures are mirrored.
    public var mirroring: Mirroring
    /// The meaning of the numbers as colours; nil for what the source tells.
    public var color: ColorDescription?
    /// The matrix in the place of that of ``color``, or of what the source tells; nil for none.
    public var colorMatrix: ColorDescription.Matrix?
    /// The range in the place of that of ``color``, or of what the source tells; nil for none.
    public var colorRange: ColorDescription.Range?
    /// The wishes for the controls of cameras; ``CaptureSession/controlFaults`` tells those that cannot be met.
    public var controls: ControlSettings
    /// True to look for a source that was lost, until the session is stopped; otherwise the session has failed then.
    public var isLookedFor: Bool
    /// True where the source that runs is stopped for another one that has no room beside it, and taken up again should that one fail too.
    public var makesRoom: Bool

    /// Describes wishes.
    ///
    /// - Parameters:
    ///   - source: The source of the pictures.
    ///   - mode: The wishes for a camera's mode.
    ///   - fallbacks: The wishes to try, one after the other, where `mode` cannot be had.
    ///   - rotation: The turn that brings the pictures upright; nil for the one that the camera tells.
    ///   - mirroring: The rule by which pictures are mirrored.
    ///   - color: The meaning of the numbers as colours; nil for what the source tells.
    ///   - colorMatrix: The matrix in the place of that of `color`, or of what the source tells.
    ///   - colorRange: The range in the place of that of `color`, or of what the source tells.
    ///   - controls: The wishes for the controls of cameras.
    ///   - isLookedFor: True to look for a source that was lost.
    ///   - makesRoom: True where the source that runs is stopped for another one that has no room beside it.
    public init(
        _ source: Source, mode: ModeRequest = ModeRequest(), fallbacks: [ModeRequest] = [],
        rotation: Rotation? = nil,
        mirroring: Mirroring = .never, color: ColorDescription? = nil,
        colorMatrix: ColorDescription.Matrix? = nil, colorRange: ColorDescription.Range? = nil,
        controls: ControlSettings = ControlSettings(), isLookedFor: Bool = true, makesRoom: Bool = true
    ) {
        self.source = source
        self.mode = mode
        self.fallbacks = fallbacks
        self.rotation = rotation
        self.mirroring = mirroring
        self.color = color
        self.colorMatrix = colorMatrix
        self.colorRange = colorRange
        self.controls = controls
        self.isLookedFor = isLookedFor
        self.makesRoom = makesRoom
    }

    /// True when a source that runs with these wishes need not be opened anew for others, but for its controls.
    func differsOnlyInControls(from other: CaptureConfiguration) -> Bool {
        var other = other
        (other.isLookedFor, other.makesRoom, other.controls) = (isLookedFor, makesRoom, controls)
        return self == other
    }
}
