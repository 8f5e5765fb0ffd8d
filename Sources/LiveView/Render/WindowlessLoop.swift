internal import Frames
internal import LinuxIO
internal import Logging
internal import VulkanCore
internal import VulkanView

/// The render thread's work while there is no window: pictures for outputs, and photographs.
///
/// Confined to the render thread.
final class WindowlessLoop {
    /// The device.
    let device: VulkanDevice
    private let view: OffscreenView
    private var channels: [Channel] = []
    private let logger: Logger
    private var isBroken = false
    private let report: (LiveViewEvent) -> Void
    private let broken: (Message) -> Void

    /// Begins the work.
    ///
    /// - Parameters:
    ///   - device: The device, which needs no surface.
    ///   - importRoute: The only way for frames to the device; nil for the best that works.
    ///   - path: The path by which pictures are drawn; nil for the fastest.
    ///   - logger: Told of frames that are lost.
    ///   - report: Told that filters cannot be run, and that pictures are too large.
    ///   - broken: Told why no frame can be read.
    /// - Throws: The driver's error.
    init(
        _ device: VulkanDevice, _ importRoute: ImportRoute?, path: DrawPath?, logger: Logger,
        report: @escaping (LiveViewEvent) -> Void, broken: @escaping (Message) -> Void
    ) throws(VulkanError) {
        self.device = device
        view = try OffscreenView(device: device, importRoute: importRoute, path: path)
        self.logger = logger
        (self.broken, self.report) = (broken, report)
    }

    /// Makes pictures of the frames that wait.
    ///
    /// - Returns: False when there may be more, for which there was no time.
    /// - Throws: The driver's error.
    func turn(_ orders: RenderOrders.Values) throws(VulkanError) -> Bool {
        var orders = orders
        // What a window would do with the picture is nothing to outputs.
        (orders.isEnabled, orders.isFrozen) = (true, false)
        do throws(ViewError) {
            return try serve(orders)
        } catch .vulkan(let error) {
            throw error
        } catch {
            // A way that was asked for and cannot be gone: what comes now is lost in the queue, and counted.
            isBroken = true
            logger.error("\(error)")
            broken("\(error)")
            return true
        }
    }

    private func serve(_ orders: RenderOrders.Values) throws(ViewError) -> Bool {
        _ = try channels.follow(orders.channels) { (owner, number) throws(ViewError) in
            try Channel(
                owner, number: number, in: view, isInWindow: false, logger: logger, report: report)
        }
        var isDone = true
        for (channel, input) in zip(channels, orders.channels) {
            _ = channel.follow(input, orders, takesFrames: true)
            if !isBroken, try !channel.serve(takesFrames: true) { isDone = false }
            channel.forget()
        }
        return isDone
    }

    /// Hands on what has been computed.
    func finish() throws(VulkanError) {
        do throws(ViewError) {
            for channel in channels { try channel.deliver() }
        } catch .vulkan(let error) {
            throw error
        } catch {}
    }

    /// Takes the picture at its own size.
    func photograph() -> Result<OffscreenPicture, LiveViewError> { channels.photograph(in: view) }
}
