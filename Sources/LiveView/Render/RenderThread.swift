internal import Capture
internal import Filters
internal import Frames
internal import LinuxIO
internal import Logging
internal import VulkanCore
internal import VulkanView
internal import WaylandClient

/// The work of a view's thread, from loading Vulkan's drivers to the end.
///
/// It does not keep the view: one that is let go ends its thread.
struct RenderThread: Sendable {
    let orders: RenderOrders
    let memory: FrameMemoryExchange
    let options: LiveViewOptions
    let phases: StartPhases
    let shown: ShownFrames
    let outputs: ViewOutputs
    let standing: ViewStanding
    let logger: Logger
    let report: @Sendable (LiveViewEvent) -> Void

    /// Works until it is told to stop, or cannot go on.
    func run() {
        do {
            try work()
            // A thread that has shown as many frames as asked for shows no more.
            standing.change { $0.end = $0.end ?? .closed }
            orders.end()
        } catch {
            fail(error)
        }
    }

    /// Ends with a reason.
    func fail(_ error: any Error) {
        standing.change { $0.end = .broken("\(error)") }
        report(.failed(LiveViewError(error)))
        orders.end()
    }

    private func work() throws {
        // No camera waits for a device that does not come.
        defer { memory.offer(nil) }
        let opened =
            if let drivers = options.drivers { try drivers.open(logger, openDevice) } else {
                try openDevice()
            }
        guard let (target, surface, device) = opened else { return }
        memory.offer(DrawPath.frameMemory(on: device, route: options.importRoute, path: options.path))
        let view = try phases.measure(.pipelines) { () throws(VulkanError) in
            try View(
                device: device, surface: surface,
                presentationPolicy: PresentationPolicy(
                    hasFifo: target.offersFifo, presentationVersion: target.presentationVersion),
                importRoute: options.importRoute, path: options.path, logger: logger)
        }
        try RenderLoop(
            RenderLoop.Parts(
                view: view, pacing: target.pacing, orders: orders, shown: shown, outputs: outputs,
                phases: phases, logger: logger, frameLimit: options.frameLimit,
                mayLatchLate: options.latch == .late, report: hear, showing: isShowing,
                describe: { [standing] in standing.report = $0 })
        ).run()
    }

    private func hear(_ event: LiveViewEvent) {
        switch event {
        case .filtersFailed(let reason): standing.change { $0.filterFault = reason }
        case .filtersRecovered: standing.change { $0.filterFault = nil }
        default: break
        }
        report(event)
    }

    /// Takes note of the first picture of a source on the screen.
    private func isShowing(_ input: UInt64) {
        standing.change { if $0.input == input { $0.isShowing = true } }
        report(.showing)
    }

    /// Loads the drivers, waits for the window, and opens the device that can show pictures in it.
    ///
    /// - Returns: Nil when there will be no window.
    private func openDevice() throws(VulkanError) -> (LiveView.Target, VulkanSurface, VulkanDevice)? {
        let instance = try phases.measure(.instance) { () throws(VulkanError) in
            try VulkanInstance(windowSystem: true, logger: logger)
        }
        guard let target = try waitForTarget(instance) else { return nil }
        return try phases.measure(.device) { () throws(VulkanError) in
            let surface = try unsafe VulkanSurface(
                instance: instance, display: target.display, surface: target.surface)
            let device = try VulkanDevice(
                instance: instance, selecting: options.device, surface: surface, logger: logger)
            return (target, surface, device)
        }
    }

    /// Waits for the window, and makes pictures for outputs meanwhile.
    ///
    /// - Returns: Nil when there will be none.
    private func waitForTarget(_ instance: VulkanInstance) throws(VulkanError) -> LiveView.Target? {
        var loop: WindowlessLoop?
        var drain = OutputDrain()
        defer { drain.end() }
        while true {
            let orders = orders.take()
            drain.add(orders.drains)
            var unanswered = orders.photographs
            defer { for handler in unanswered { handler(.failure(.noPicture)) } }
            if let target = orders.target, !orders.stop {
                try loop?.finish()
                // The window's loop hands over what waits still.
                for drain in drain.removeAll() where !self.orders.whenServed(drain.patience, drain.handler) {
                    drain.handler()
                }
                return target
            }
            if orders.every != nil, loop == nil, !orders.stop {
                let device = try VulkanDevice(instance: instance, selecting: options.device, logger: logger)
                memory.offer(DrawPath.frameMemory(on: device, route: options.importRoute, path: options.path))
                loop = try WindowlessLoop(
                    device, options.importRoute, path: options.path, outputs: outputs, logger: logger,
                    report: hear,
                    broken: { [standing] reason in standing.change { $0.end = .broken(reason) } },
                    ready: { [orders = self.orders] in orders.ring() })
            }
            let isDone = try loop?.turn(orders) != false
            if !isDone { self.orders.again() }
            drain.served(isDone: isDone)
            for handler in unanswered { handler(loop?.photograph() ?? .failure(.noPicture)) }
            unanswered = []
            if orders.stop {
                try loop?.finish()
                return nil
            }
            _ = self.orders.wait(until: nil, forFramesOf: [])
        }
    }
}
