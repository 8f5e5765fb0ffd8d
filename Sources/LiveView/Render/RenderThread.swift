internal import Capture
internal import Faults
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
    let facts: ViewFacts
    let logger: Logger
    let report: @Sendable (LiveViewEvent) -> Void

    /// Works until it is told to stop, or cannot go on.
    func run() {
        let learning = options.deviceRecords.map { DeviceLearning($0, logger: logger) }
        orders.watch.works()
        let watcher = watchOver()
        do {
            try work(learning)
            // A thread that has shown as many frames as asked for shows no more.
            orders.changeStandings { $0.end = $0.end ?? .closed }
            orders.end()
        } catch {
            fail(error)
        }
        orders.isReleased()
        // The disk may be slow, which is no fault of the driver's.
        learning?.end()
        watcher?.join(within: 1)
    }

    /// Has another thread look whether this one comes back from the driver.
    ///
    /// - Returns: That thread; nil where there is none to be had.
    private func watchOver() -> SystemThread? {
        try? SystemThread(name: "watch driver") { [watch = orders.watch, orders, logger, report] in
            watch.run { name in
                let message = name.map { Fault.driverHangs.message([.device: $0]) }
                orders.changeStandings { $0.hang = message }
                if let message {
                    logger.error("\(message)")
                    report(.driverHangs(message))
                } else {
                    report(.driverAnswers)
                }
            }
        }
    }

    /// Ends with a reason.
    func fail(_ error: any Error) {
        orders.changeStandings { $0.end = .broken(LiveViewError(error).message) }
        report(.failed(LiveViewError(error)))
        orders.end()
    }

    private func work(_ learning: DeviceLearning?) throws {
        // No camera waits for a device that does not come.
        defer { memory.offer(nil) }
        // It ends while the view does.
        defer { learning?.stop() }
        let supply = try phases.measure(.instance) { () throws(VulkanError) in
            try DeviceSupply(options, logger: logger)
        }
        guard var target = try waitForTarget(supply, learning) else { return }
        try supply.begin(DeviceOrder(compositorDevice: target.graphicsDevice))
        var succession = DeviceSuccession()
        let turn = Turn()
        while let device = supply.current {
            do {
                try show(
                    in: target, on: device, of: supply.instance, turn, learning,
                    succession.reason(device.placeReason))
                return
            } catch is StuckSurface {
                orders.watch.works()
                (turn.device, turn.mayUseFifo) = (nil, false)
                guard let renewed = try renew(target) else { return }
                target = renewed
            } catch {
                guard let failure = Self.failure(error) else { throw error }
                orders.watch.works()
                if failure.kind == .deviceLost { learning?.deviceFailed() }
                let (isGivenUp, wait) = Self.wait(of: turn.takeDevice(), failure)
                try follow(failure, of: device, hasShown: turn.hasShown, after: wait, supply, &succession)
                guard isGivenUp else { continue }
                guard let renewed = try renew(target) else { return }
                target = renewed
            }
        }
    }

    /// One device's time at the window, for the next one.
    private final class Turn {
        /// True once the device has presented.
        var hasShown = false
        /// The channels with their last pictures.
        var kept: [Channel.Kept] = []
        /// The device.
        var device: VulkanDevice?
        /// False once FIFO was at fault, whether that could be kept or not.
        var mayUseFifo: Bool?

        /// Gives the device, of which nothing is used any more.
        func takeDevice() -> VulkanDevice? {
            defer { device = nil }
            return device
        }
    }

    /// Tells whether a device that has failed is given up, and how long it had not answered before that was noticed, in nanoseconds.
    private static func wait(of device: VulkanDevice?, _ failure: VulkanError) -> (
        isGivenUp: Bool, wait: Int64
    ) {
        (device?.isGivenUp == true, failure.isTimeout ? device?.patience ?? 0 : 0)
    }

    /// Waits for the window on another surface.
    ///
    /// The compositor may keep back every commit to the one before; or the driver of a device that hangs
    /// may still use it, and two devices may not draw on one surface.
    ///
    /// - Returns: Nil when the view ends.
    private func renew(_ target: LiveView.Target) throws -> LiveView.Target? {
        logger.info("the window gets another surface, since this one has become useless")
        orders.change { $0.target = nil }
        target.renew()
        var drains: [RenderOrders.Drain] = []
        // The next view's loop hands over what waits still.
        defer {
            for drain in drains where !orders.whenServed(drain.patience, drain.handler) { drain.handler() }
        }
        while true {
            let orders = orders.take()
            drains += orders.drains
            for handler in orders.photographs { handler(.failure(.noPicture)) }
            if orders.stop { return nil }
            if let fault = orders.targetFault { throw fault }
            if let renewed = orders.target { return renewed }
            _ = self.orders.wait(until: nil, forFramesOf: [])
        }
    }

    /// Shows pictures in the window, until the end.
    ///
    /// - Throws: The reason why the device cannot go on; nothing of it is left then.
    private func show(
        in target: LiveView.Target, on physical: PhysicalDevice, of instance: VulkanInstance, _ turn: Turn,
        _ learning: DeviceLearning?, _ reason: String
    ) throws {
        (turn.hasShown, turn.device) = (false, nil)
        let (surface, device) = try phases.measure(.device) { () throws(VulkanError) in
            let surface = try unsafe VulkanSurface(
                instance: instance, display: target.display, surface: target.surface, keeping: target.use)
            return (
                surface, try VulkanDevice(physical, of: instance, surface: surface, logger: logger)
            )
        }
        turn.device = device
        orders.watch.works(with: device.name, patience: device.patience)
        learning?.begin(on: device)
        memory.offer(DrawPath.frameMemory(on: device, route: options.importRoute, path: options.path))
        var presentation = target.presentation
        if presentation.hasFifo {
            presentation.mayUseFifo =
                turn.mayUseFifo
                ?? options.deviceRecords?.mayUseFifo(on: presentation.compositor, by: physical.driver)
        }
        let view = try phases.measure(.pipelines) { () throws(VulkanError) in
            try View(
                device: device, surface: surface, presentationPolicy: presentation,
                importRoute: options.importRoute, path: options.path, logger: logger)
        }
        let loop = RenderLoop(
            RenderLoop.Parts(
                view: view, pacing: target.pacing, orders: orders, phases: phases, logger: logger,
                frameLimit: options.frameLimit, mayLatchLate: options.latch == .late, report: report,
                pictureIsShown: { learning?.pictureIsShown() },
                keep: { learning?.keep($0) },
                describe: { [facts] report in
                    var report = report
                    report.deviceReason = reason
                    facts.report = report
                }, placed: { [facts] in facts.geometry = $0 }, kept: turn.kept))
        do {
            try loop.run()
            orders.lastPictureIsDrawn()
            learning?.stop()
        } catch {
            (turn.hasShown, turn.kept) = (loop.hasPresented, loop.kept)
            throw error
        }
    }

    private static func lossMessage(_ device: String, _ error: VulkanError) -> Message {
        let reason = "\(error.call): \(error.result)"
        return error.kind == .outOfMemory
            ? Fault.deviceFull.message([.device: device, .reason: reason])
            : Fault.deviceLost.message([.device: device, .reason: reason])
    }

    private static func failure(_ error: any Error) -> VulkanError? {
        if case .vulkan(let error)? = error as? ViewError { return error }
        return error as? VulkanError
    }

    /// Puts the next device in the place of one that has failed, or the same once more.
    ///
    /// - Throws: The error that ends the view, where no device is left.
    private func follow(
        _ failure: VulkanError, of device: PhysicalDevice, hasShown: Bool, after wait: Int64,
        _ supply: DeviceSupply, _ succession: inout DeviceSuccession
    ) throws(VulkanError) {
        let step = succession.step(
            after: failure, of: (device.name, device.identity), hasShown: hasShown,
            after: wait, at: MonotonicClock.now())
        switch step {
        case .again: break
        case .next:
            try supply.goOn(without: Set(succession.passedOver.map(\.identity)), after: failure)
        case .end: throw failure
        }
        guard let next = supply.current else { throw succession.error(after: failure) }
        let message =
            step == .again
            ? Self.lossMessage(device.name, failure)
            : Fault.deviceFails.message([
                .choices: next.name, .device: device.name, .reason: failure,
            ])
        logger.info("\(message)")
        report(.deviceReplaced(message))
    }

    /// Waits for the window, and makes pictures for outputs meanwhile.
    ///
    /// - Returns: Nil when there will be none.
    private func waitForTarget(
        _ supply: DeviceSupply, _ learning: DeviceLearning?
    ) throws(VulkanError) -> LiveView.Target? {
        var loop: WindowlessLoop?
        var succession = DeviceSuccession()
        var drain = OutputDrain()
        defer { drain.end() }
        while true {
            let orders = orders.take()
            drain.add(orders.drains)
            var unanswered = orders.photographs
            defer { for handler in unanswered { handler(.failure(.noPicture)) } }
            if let target = orders.target, !orders.stop {
                // What a lost device has not handed on goes with it; the window opens one of its own.
                try? loop?.finish()
                // The window's loop hands over what waits still.
                for drain in drain.removeAll() where !self.orders.whenServed(drain.patience, drain.handler) {
                    drain.handler()
                }
                return target
            }
            var isDone = true
            do throws(VulkanError) {
                if orders.channels.contains(where: { $0.queue != nil }), loop == nil, !orders.stop {
                    loop = try makeWindowlessLoop(supply, learning)
                }
                isDone = try loop?.turn(orders) != false
            } catch {
                guard let device = supply.current else { throw error }
                if error.kind == .deviceLost { learning?.deviceFailed() }
                let wait = Self.wait(of: loop?.device, error).wait
                try follow(error, of: device, hasShown: loop != nil, after: wait, supply, &succession)
                (loop, isDone) = (nil, false)
            }
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

    private func makeWindowlessLoop(
        _ supply: DeviceSupply, _ learning: DeviceLearning?
    ) throws(VulkanError) -> WindowlessLoop {
        if supply.current == nil { try supply.begin(DeviceOrder()) }
        guard let physical = supply.current else {
            throw VulkanError(.noDevice, "no graphics device is left; start again")
        }
        let device = try VulkanDevice(physical, of: supply.instance, logger: logger)
        orders.watch.works(with: device.name, patience: device.patience)
        learning?.begin(on: device)
        memory.offer(DrawPath.frameMemory(on: device, route: options.importRoute, path: options.path))
        return try WindowlessLoop(
            device, options.importRoute, path: options.path, logger: logger, report: report,
            broken: { [orders] reason in orders.changeStandings { $0.end = .broken(reason) } })
    }
}
