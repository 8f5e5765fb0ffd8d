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
public final class OffscreenView {
    /// Where pictures are drawn.
    package let device: VulkanDevice
    /// The view's submissions.
    package let ring: CommandRing
    private let renderer: PictureRenderer
    private var target: OffscreenTarget?

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

    /// The picture's own size once it is upright and turned, and its pixels are square; nil when there is none.
    ///
    /// - Throws: What the driver says to ``stage``.
    package func naturalSize() throws(ViewError) -> PixelSize? {
        do throws(VulkanError) { return try renderer.naturalSize() } catch { throw .vulkan(error) }
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
            if target?.size != size { target = try OffscreenTarget(device: device, size: size) }
            guard let target else { throw VulkanError(.unsupported, "there is nothing to draw into") }
            return try target.render(renderer, ring)
        } catch {
            throw .vulkan(error)
        }
    }
}
