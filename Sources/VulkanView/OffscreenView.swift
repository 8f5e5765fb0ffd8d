internal import CVulkan
public import Frames
public import VulkanCore

/// A drawn picture in ordinary memory.
public struct OffscreenPicture: Sendable, Equatable {
    /// Width and height in pixels.
    public let size: PixelSize
    /// Bytes from one row to the next.
    public let stride: Int
    /// Red, green, blue and alpha, a byte each, rows from top to bottom; alpha is 255 everywhere.
    public let bytes: [UInt8]
}

/// A view without a window: the same drawing, read back.
///
/// Confined to the thread that makes it.
@safe public final class OffscreenView {
    /// Where pictures are drawn.
    package let device: VulkanDevice
    /// The view's submissions.
    package let ring: CommandRing
    private let renderer: PictureRenderer
    private var target: (image: DeviceImage, buffer: MappedBuffer)?

    /// Makes a view.
    ///
    /// - Parameters:
    ///   - device: Any device; it needs no surface.
    ///   - importRoute: The only way for frames to the GPU; nil for the best that works.
    ///   - path: By what pictures are drawn; nil for the fastest on this device.
    /// - Throws: What the driver says.
    public init(
        device: VulkanDevice, importRoute: ImportRoute? = nil, path: DrawPath? = nil
    ) throws(VulkanError) {
        self.device = device
        ring = try CommandRing(device: device)
        renderer = try PictureRenderer(
            device: device, ring: ring, importRoute: importRoute,
            path: DrawPath.choose(path, isCPU: device.isCPU, importRoute: importRoute))
    }

    deinit {
        // A drawing that was given up may be under way.
        device.waitUntilIdle()
    }

    /// How the picture is shown.
    public var options: ViewOptions {
        get { renderer.options }
        set { renderer.options = newValue }
    }

    /// What frames go through before they are placed; nil for nothing.
    package var stage: (any PictureStage)? {
        get { renderer.stage }
        set {
            renderer.stage = newValue
            renderer.keepsFrame = newValue != nil
        }
    }

    /// By what pictures are drawn.
    public var path: DrawPath { renderer.path.name }

    /// The way of the last frame to the device, and why; nil before the first frame.
    public var importRoute: (name: String, reason: String)? { renderer.route }

    /// Makes a frame the picture; its buffer may be read until another frame takes its place.
    ///
    /// - Throws: ``ViewError/frame(_:)`` for a bad frame; the last picture stays.
    public func show(_ frame: Frame) throws(ViewError) {
        do throws(FrameError) {
            try renderer.show(frame)
        } catch {
            throw ViewError(error)
        }
    }

    /// Draws the picture, or black when there is none, and waits for it.
    ///
    /// - Parameter size: The window's size in pixels, not empty.
    /// - Returns: The whole window, bars included.
    /// - Throws: What the driver says; kind `unsupported` for a size that the device cannot draw.
    public func render(size: PixelSize) throws(ViewError) -> OffscreenPicture {
        do throws(VulkanError) {
            let limit = device.physical.maximumImageSide
            guard !size.isEmpty, max(size.width, size.height) <= limit else {
                throw VulkanError(
                    .unsupported, "a picture of \(size) cannot be drawn; use 1 to \(limit) pixels a side")
            }
            let (image, buffer) = try target(of: size)
            let commands = try ring.begin()
            let target = unsafe RenderTarget(
                image: image.raw, view: image.view, format: image.format, size: size)
            let use = try renderer.record(into: target, commands)
            unsafe commands.transition(image.raw, from: use, to: .copySource)
            unsafe commands.copy(image, to: buffer.raw)
            try ring.submit(commands)
            try ring.wait(for: commands.number)
            return unsafe OffscreenPicture(size: size, stride: size.width * 4, bytes: Array(buffer.bytes))
        } catch {
            throw .vulkan(error)
        }
    }

    /// The image and the memory for a size; nothing is under way when this is called.
    private func target(of size: PixelSize) throws(VulkanError) -> (image: DeviceImage, buffer: MappedBuffer)
    {
        if let target, target.image.size == size { return target }
        let image = try DeviceImage(
            device: device, size: size, format: VK_FORMAT_R8G8B8A8_UNORM,
            usage: VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT.rawValue | VK_IMAGE_USAGE_TRANSFER_SRC_BIT.rawValue
                | VK_IMAGE_USAGE_TRANSFER_DST_BIT.rawValue)
        let buffer = try MappedBuffer(
            device: device, count: size.width * size.height * 4, usage: VK_BUFFER_USAGE_TRANSFER_DST_BIT,
            isRead: true)
        target = (image, buffer)
        return (image, buffer)
    }
}
