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

    /// The wishes for one camera, which a program has kept of it.
    public struct CameraWishes: Sendable, Hashable {
        /// The wishes for its mode.
        public var mode: ModeRequest
        /// The facts in the place of those that it tells of its colours.
        public var color: ColorWish

        /// Describes wishes; by default there are none.
        ///
        /// - Parameters:
        ///   - mode: The wishes for its mode.
        ///   - color: The facts in the place of those that it tells of its colours.
        public init(mode: ModeRequest = ModeRequest(), color: ColorWish = ColorWish()) {
            self.mode = mode
            self.color = color
        }
    }

    /// The source of the pictures.
    public var source: Source
    /// The wishes for a camera's mode.
    public var mode: ModeRequest
    /// The wishes to try, one after the other, where ``mode`` cannot be had: it is strict, or the bus has no room for it.
    ///
    /// They come before the smaller pictures that are tried by themselves.
    public var fallbacks: [ModeRequest]
    /// The wishes for single cameras, by their ``Camera/id``, in whichever way ``source`` names them; those of others do nothing.
    ///
    /// They hold for what the wishes for all leave open: the mode where ``mode`` has no wish, each fact of colours where
    /// ``color`` has none. A mode that the camera has no more is left out. A camera that is named by its node, and has no name by udev, is
    /// looked for among the others, which are opened for a moment.
    public var cameras: [String: CameraWishes]
    /// The turn that brings the pictures upright; nil for the one that the camera tells
    /// (`V4L2_CID_CAMERA_SENSOR_ROTATION`).
    public var rotation: Rotation?
    /// The rule by which pictures are mirrored.
    public var mirroring: Mirroring
    /// The facts in the place of those that the source tells of its colours.
    public var color: ColorWish
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
    ///   - cameras: The wishes for single cameras, by their ``Camera/id``.
    ///   - rotation: The turn that brings the pictures upright; nil for the one that the camera tells.
    ///   - mirroring: The rule by which pictures are mirrored.
    ///   - color: The facts in the place of those that the source tells of its colours.
    ///   - controls: The wishes for the controls of cameras.
    ///   - isLookedFor: True to look for a source that was lost.
    ///   - makesRoom: True where the source that runs is stopped for another one that has no room beside it.
    public init(
        _ source: Source, mode: ModeRequest = ModeRequest(), fallbacks: [ModeRequest] = [],
        cameras: [String: CameraWishes] = [:], rotation: Rotation? = nil,
        mirroring: Mirroring = .never, color: ColorWish = ColorWish(),
        controls: ControlSettings = ControlSettings(), isLookedFor: Bool = true, makesRoom: Bool = true
    ) {
        self.source = source
        self.mode = mode
        self.fallbacks = fallbacks
        self.cameras = cameras
        self.rotation = rotation
        self.mirroring = mirroring
        self.color = color
        self.controls = controls
        self.isLookedFor = isLookedFor
        self.makesRoom = makesRoom
    }

    /// True where there are wishes for single cameras.
    var hasWishesOfCameras: Bool { !cameras.isEmpty || !controls.cameras.isEmpty }

    /// The wishes as they are for a camera.
    ///
    /// - Parameter camera: Its ``Camera/id``; nil where it is not known.
    /// - Returns: The wishes; these where there are none for it alone.
    func resolved(for camera: String?) -> CaptureConfiguration {
        guard let wishes = camera.flatMap({ cameras[$0] }) else { return self }
        var result = self
        if mode == ModeRequest(), wishes.mode != mode {
            result.mode = wishes.mode
            result.fallbacks = [mode] + fallbacks
        }
        result.color = color.or(wishes.color)
        return result
    }

    /// Tells whether a source that runs with other wishes need not be opened anew for these, but for its controls.
    ///
    /// - Parameters:
    ///   - other: The wishes with which it runs.
    ///   - camera: The ``Camera/id`` of the camera that runs; nil for another source, and where it is not known.
    /// - Returns: True where what differs in the rest does not concern it.
    func differsOnlyInControls(from other: CaptureConfiguration, of camera: String?) -> Bool {
        var (new, old) = (self, other)
        if camera != nil {
            (new, old) = (resolved(for: camera), other.resolved(for: camera))
            old.cameras = new.cameras
        }
        (old.isLookedFor, old.makesRoom, old.controls) = (isLookedFor, makesRoom, controls)
        return new == old
    }
}
