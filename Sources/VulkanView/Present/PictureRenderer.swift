internal import CVulkan
package import Frames
package import VulkanCore

/// Draws the current picture into a target: what a window and a snapshot have in common.
///
/// Confined to the device's thread.
package final class PictureRenderer {
    var options = ViewOptions()
    let planes: FramePlanes
    /// By what it draws, and why.
    let path: (name: DrawPath, reason: String)
    private let painter: any PicturePainter
    private let device: VulkanDevice
    private let ring: CommandRing
    private var scene: (value: Scene, options: ViewOptions)?

    /// - Parameters:
    ///   - device: Where.
    ///   - ring: Its submissions.
    ///   - importRoute: The only way for frames to the GPU; nil for the best that works.
    ///   - path: By what, and why.
    /// - Throws: What the driver says.
    package init(
        device: VulkanDevice, ring: CommandRing, importRoute: ImportRoute?,
        path: (path: DrawPath, reason: String)
    ) throws(VulkanError) {
        self.path = (path.path, path.reason)
        self.device = device
        self.ring = ring
        switch path.path {
        case .fragment:
            planes = FramePlanes(device: device, ring: ring, access: .textures, forced: importRoute)
            painter = try QuadPainter(device: device, ring: ring)
        case .compute:
            planes = FramePlanes(device: device, ring: ring, access: .buffers, forced: importRoute)
            painter = try KernelPainter(device: device, ring: ring)
        case .host:
            planes = FramePlanes(device: device, ring: ring, access: .memory, forced: importRoute)
            painter = HostPainter(device: device, ring: ring)
        }
    }

    /// What frames go through before they are placed; nil for nothing.
    var stage: (any PictureStage)? {
        didSet { stage?.isReadByHost = painter is HostPainter }
    }
    /// Whether the newest frame is kept, so that ``stage`` can begin and end without another one.
    var keepsFrame = false
    private var frame: Frame?
    /// Whether the stage has the newest frame.
    private var isStageLoaded = false
    /// The stage's result, while that is what is drawn.
    private var staged: Picture?
    /// Draws the stage's results; made when the first one is there.
    private var stagePainter: (any StagePainter)?

    /// The picture that is drawn; nil when there is none.
    var picture: Picture? { staged ?? planes.picture }

    /// The way of the last frame to the device, and why; nil before the first frame.
    var route: (name: String, reason: String)? { staged == nil ? planes.route : stage?.route }

    /// By what the picture is drawn now, and why.
    var currentPath: (name: DrawPath, reason: String) {
        staged == nil || painter is any StagePainter ? path : (.compute, "filters are kernels")
    }

    /// Makes a frame the picture.
    package func show(_ frame: Frame) throws(FrameError) {
        if let stage, stage.wantsFrames {
            try stage.load(frame)
            isStageLoaded = true
        } else {
            isStageLoaded = false
        }
        if staged == nil || !isStageLoaded { try planes.load(frame) }
        if keepsFrame {
            Frame.release(&self.frame)
            self.frame = frame
        }
        painter.pictureHasChanged()
    }

    /// Where the picture goes in a target; nil when there is no picture.
    func placement(in window: PixelSize) -> Placement? { scene(in: window)?.placement }

    /// Records the picture's way into a target.
    ///
    /// - Parameters:
    ///   - target: The image; its contents before do not matter.
    ///   - commands: The recording.
    /// - Returns: How the target is in use afterwards.
    /// - Throws: What the driver says; the recording is then useless.
    package func record(into target: RenderTarget, _ commands: Commands) throws(VulkanError) -> ImageUse {
        let painter = try followStage()
        guard let stage, staged != nil, let painter else {
            return try self.painter.record(planes, scene(in: target.size), into: target, commands)
        }
        if !stage.isCurrent { painter.pictureHasChanged() }
        return try painter.record(scene(in: target.size), into: target, commands) {
            (commands) throws(VulkanError) in
            try stage.record(into: commands)
        }
    }

    /// What every Vulkan device that we know can draw.
    private static let longestSide = 16384.0

    /// The picture's own size once it is upright and turned, and its pixels are square; nil when there is none.
    func naturalSize() throws(VulkanError) -> PixelSize? {
        _ = try followStage()
        guard let picture else { return nil }
        let aspect = picture.sampleAspect.value
        let (width, height) = (
            Double(picture.size.width) * max(1, aspect), Double(picture.size.height) / min(1, aspect)
        )
        let scale = min(1, Self.longestSide / max(width, height))
        let size = PixelSize(
            width: max(1, Int((width * scale).rounded())), height: max(1, Int((height * scale).rounded())))
        let isTurned = (picture.rotation + options.rotation).swapsSides
        return isTurned ? PixelSize(width: size.height, height: size.width) : size
    }

    /// Draws the whole picture at its own size where nobody sees it, turned and mirrored as the options say.
    ///
    /// - Returns: The picture; nil when there is none.
    /// - Throws: What the driver says.
    func photograph() throws(VulkanError) -> OffscreenPicture? {
        guard let size = try naturalSize() else { return nil }
        let before = options
        options.fillMode = .stretch
        // The window's pixels may lie in another order.
        painter.pictureHasChanged()
        stagePainter?.pictureHasChanged()
        defer {
            options = before
            painter.pictureHasChanged()
            stagePainter?.pictureHasChanged()
        }
        return try OffscreenTarget(device: device, size: size).render(self, ring)
    }

    /// Lets the stage's result be the picture as soon as there is one, and the frame itself when there is none any more.
    ///
    /// - Returns: What draws the result; nil when the frame itself is drawn.
    private func followStage() throws(VulkanError) -> (any StagePainter)? {
        guard let stage else { return nil }
        if stage.wantsFrames, !isStageLoaded, let frame {
            isStageLoaded = (try? stage.load(frame)) != nil
        }
        let result = isStageLoaded ? stage.prepare() : nil
        let wasStaged = staged != nil
        if !stage.wantsFrames {
            if isStageLoaded || wasStaged { stage.forget() }
            isStageLoaded = false
        }
        staged = result
        if wasStaged, result == nil {
            if let frame { try? planes.load(frame) }
            painter.pictureHasChanged()
        } else if !wasStaged, result != nil {
            planes.forget()
            stagePainter?.pictureHasChanged()
        }
        return result == nil ? nil : try madeStagePainter()
    }

    private func madeStagePainter() throws(VulkanError) -> any StagePainter {
        if let stagePainter { return stagePainter }
        if let own = painter as? any StagePainter {
            stagePainter = own
            return own
        }
        let made = try KernelPainter(device: device, ring: ring)
        stagePainter = made
        return made
    }

    /// Makes ready what drawing a picture needs; see ``View/warm(format:size:color:window:)``.
    func warm(_ picture: Picture, window: PixelSize, target: VkFormat) throws(VulkanError) {
        guard self.picture == nil, !picture.size.isEmpty, !window.isEmpty else { return }
        try painter.warm(scene(of: picture, in: window), format: target, ring: ring)
    }

    /// A recording will never be done: what it has drawn is worth nothing.
    func recordingWasLost() {
        painter.recordingWasLost()
        stagePainter?.recordingWasLost()
        stage?.recordingWasLost()
    }

    private func scene(in window: PixelSize) -> Scene? {
        picture.map { scene(of: $0, in: window) }
    }

    private func scene(of picture: Picture, in window: PixelSize) -> Scene {
        if let scene, scene.value.window == window, scene.options == options, scene.value.picture == picture {
            return scene.value
        }
        let placement = Placement(
            frame: picture.size, sampleAspect: picture.sampleAspect,
            options: options.after(rotation: picture.rotation, isMirrored: picture.isMirrored), window: window
        )
        let new = Scene(picture, placement, window: window)
        scene = (new, options)
        return new
    }
}

/// A way of drawing; see ``DrawPath``.
protocol PicturePainter: AnyObject {
    /// The planes hold another picture.
    func pictureHasChanged()

    /// A recording will never be done.
    func recordingWasLost()

    /// Makes everything that drawing a scene needs, and draws one pixel of it where nobody sees it, without waiting.
    func warm(_ scene: Scene, format: VkFormat, ring: CommandRing) throws(VulkanError)

    /// Records a drawing.
    ///
    /// - Parameters:
    ///   - planes: The picture.
    ///   - scene: What it is and where it goes; nil when there is none, for a black target.
    ///   - target: The image; its contents before do not matter.
    ///   - commands: The recording.
    /// - Returns: How the target is in use afterwards.
    /// - Throws: What the driver says.
    func record(
        _ planes: FramePlanes, _ scene: Scene?, into target: RenderTarget, _ commands: Commands
    ) throws(VulkanError) -> ImageUse
}

/// A way of drawing what a stage has computed.
protocol StagePainter: PicturePainter {
    /// Records a drawing of a picture from anywhere.
    ///
    /// - Parameters:
    ///   - scene: What it is and where it goes; nil when there is none, for a black target.
    ///   - target: The image; its contents before do not matter.
    ///   - commands: The recording.
    ///   - recordBuffers: Gives the picture, ready to be read; called only if it is to be read.
    /// - Returns: How the target is in use afterwards.
    /// - Throws: What the driver says.
    func record(
        _ scene: Scene?, into target: RenderTarget, _ commands: Commands,
        reading recordBuffers: (Commands) throws(VulkanError) -> PlaneBuffers?
    ) throws(VulkanError) -> ImageUse
}
