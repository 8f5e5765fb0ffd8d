internal import Filters
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
    private let filters: FilterStage
    private var maker: PictureMaker
    private let logger: Logger
    private var adjustments = 0
    private var isBroken = false
    private var input: UInt64 = 0
    private var refusals = PictureRefusals()
    private let report: (LiveViewEvent) -> Void
    private let broken: (Message) -> Void

    /// Begins the work.
    ///
    /// - Parameters:
    ///   - device: The device, which needs no surface.
    ///   - importRoute: The only way for frames to the device; nil for the best that works.
    ///   - path: The path by which pictures are drawn; nil for the fastest.
    ///   - outputs: The outputs.
    ///   - logger: Told of frames that are lost.
    ///   - report: Told that filters cannot be run, and that pictures are too large.
    ///   - broken: Told why no frame can be read.
    ///   - ready: Called on another thread once filters' kernels are there.
    /// - Throws: The driver's error.
    init(
        _ device: VulkanDevice, _ importRoute: ImportRoute?, path: DrawPath?, outputs: ViewOutputs,
        logger: Logger, report: @escaping (LiveViewEvent) -> Void,
        broken: @escaping (Message) -> Void, ready: @escaping @Sendable () -> Void
    ) throws(VulkanError) {
        self.device = device
        view = try OffscreenView(device: device, importRoute: importRoute, path: path)
        filters = FilterStage(device: device, ring: view.ring)
        maker = PictureMaker(filters, outputs)
        self.logger = logger
        (self.broken, self.report) = (broken, report)
        filters.onFailure = { report(.filtersFailed($0.message)) }
        filters.onRecovery = { report(.filtersRecovered) }
        filters.onReady = ready
    }

    /// Makes pictures of the frames that wait.
    ///
    /// - Returns: False when there may be more, for which there was no time.
    /// - Throws: The driver's error.
    func turn(_ orders: RenderOrders.Values) throws(VulkanError) -> Bool {
        view.options = orders.options
        input = orders.inputNumber
        if !orders.operations.elementsEqual(filters.operations, by: ===) {
            filters.operations = orders.operations
        }
        if orders.adjustments != adjustments { filters.recompute() }
        adjustments = orders.adjustments
        guard let every = orders.every, !isBroken else { return true }
        do throws(ViewError) {
            return try maker.serve(every, orders.options, load: load)
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

    /// Hands on what has been computed.
    func finish() throws(VulkanError) { try maker.deliver(view.options) }

    private func load(_ frame: Frame) throws(ViewError) -> NewestPicture? {
        do throws(ViewError) {
            try view.show(frame)
            refusals.isSeen()
            return view.newest
        } catch .frame(let error) {
            logger.debug("frame \(frame.sequence) is lost: \(error)")
            if let news = refusals.news(of: error, from: input, to: device) { report(news) }
            return nil
        }
    }

    /// Takes the picture at its own size.
    func photograph() -> Result<OffscreenPicture, LiveViewError> {
        Result(photograph: { () throws(ViewError) in try view.photograph(recording: filters.record) })
    }
}
