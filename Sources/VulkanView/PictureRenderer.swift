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

    /// Makes a frame the picture.
    package func show(_ frame: Frame) throws(FrameError) {
        try planes.load(frame)
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
        try painter.record(planes, scene(in: target.size), into: target, commands)
    }

    /// Makes ready what drawing a picture needs; see ``View/warm(format:size:color:window:)``.
    func warm(_ picture: Picture, window: PixelSize, target: VkFormat) throws(VulkanError) {
        guard planes.picture == nil, !picture.size.isEmpty, !window.isEmpty else { return }
        try painter.warm(scene(of: picture, in: window), format: target, ring: ring)
    }

    /// A recording will never be done: what it has drawn is worth nothing.
    func recordingWasLost() { painter.recordingWasLost() }

    private func scene(in window: PixelSize) -> Scene? {
        planes.picture.map { scene(of: $0, in: window) }
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
