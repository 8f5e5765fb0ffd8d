internal import Faults
internal import Frames
internal import LinuxIO
internal import Logging
internal import Synchronization

/// A camera as a source: opens it, sets the mode, and streams until it is stopped or fails.
struct CameraProducer: FrameProducer {
    let selector: CameraSelector
    let configuration: CaptureConfiguration

    func run(_ context: CaptureContext) throws(CaptureFault) {
        let (path, found) = try CameraList.find(selector, by: context.calls)
        let node = SystemFile.real(path)
        guard !context.calls.nodes.isSilent(node, patience: context.calls.patience) else {
            throw CaptureFault(silent: path)
        }
        let calls = context.note(node: node)
        // Before it is opened: some drivers let a node be opened once only.
        let camera = found ?? id(ofNode: node, by: calls)
        context.note(camera: camera)
        let resolved = configuration.resolved(for: camera)
        try CameraProducer(selector: selector, configuration: resolved).run(path, calls, context)
    }

    /// Finds the id of the camera at a node; the other cameras are opened for it only where somebody has wishes by ids.
    private func id(ofNode node: String, by calls: DeviceCalls) -> String? {
        configuration.hasWishesOfCameras
            ? CameraList.id(ofNode: node, by: calls) : CameraList.stableName(of: node, by: calls)
    }

    /// Opens the camera at a node and streams, with the wishes that hold for it.
    private func run(
        _ path: String, _ calls: DeviceCalls, _ context: CaptureContext
    ) throws(CaptureFault) {
        var refused = 0
        var name = path
        // Opened again when the signal behind it has changed, because frames may still hold buffers of the old mode, and
        // when the mode cannot be had.
        while true {
            try awaitRest(of: name, context)
            if context.isStopped { return }
            let device = try open(path, calls, context)
            // A driver may have taken its time.
            if context.isStopped { return }
            context.note(\.opened)
            context.note(bus: device.capabilities.busInfo)
            name = device.capabilities.card
            device.subscribeToSourceChanges()
            guard !device.hasNoSignal else {
                throw CaptureFault(.noSignal, Fault.noSignal.message([.camera: name]))
            }
            device.adoptTimings()
            device.adoptStandard()
            context.note(controlFaults: device.apply(configuration.controls, of: context.camera))
            let plans = try plans(for: device)
            context.note(offers: plans[0].offers)
            var plan = plans[min(refused, plans.count - 1)]
            plan.isSubstitute = refused > 0
            do throws(CaptureFault) {
                let negotiated = try NegotiatedMode(device, plan, configuration, context)
                context.opened(negotiated.mode)
                let begin = MonotonicClock.now()
                try CameraStream(device, negotiated, context).run()
                refused = 0
                if let node = context.node, !context.isStopped {
                    calls.nodes.unrest.withLock { $0[node, default: SignalUnrest()].changed(after: begin) }
                }
            } catch {
                guard context.start.firstFrame == nil, refused + 1 < plans.count else { throw error }
                let next = plans[refused + 1]
                // What the driver makes of a wish is no other for smaller pictures.
                guard
                    error.kind == .bandwidth && context.mayTakeLess
                        || error.kind == .unsupported && next.request != plan.request
                else { throw error }
                refused += 1
                context.logger.notice(
                    "\(next.choice.fourCC) \(next.choice.size) is tried, since \(error.sentence)")
            }
        }
    }

    /// Waits where the signal has changed soon after the last starts, so that the device is not opened again and again.
    private func awaitRest(of name: String, _ context: CaptureContext) throws(CaptureFault) {
        let unrest = context.calls.nodes.unrest.withLock { unrest in context.node.flatMap { unrest[$0] } }
        while let unrest, !context.isStopped, MonotonicClock.now() < unrest.end {
            guard !unrest.isLasting else {
                throw CaptureFault(.noSignal, Fault.noSignal.message([.camera: name]))
            }
            context.bell.wait(until: unrest.end)
        }
    }

    /// The modes to try, the best first: one for each wish, and then those for a bus without room.
    private func plans(for device: VideoDevice) throws(CaptureFault) -> [ModePlan] {
        var (first, others): ([ModePlan], [ModePlan]) = ([], [])
        for request in [configuration.mode] + configuration.fallbacks {
            let offers = device.offers(at: request.size ?? ModeChoice.usual)
            let plans = ModeChoice.choices(from: offers, request: request).map {
                ModePlan(choice: $0, request: request, offers: offers)
            }
            first += plans.prefix(1)
            others += plans.dropFirst()
        }
        guard first.isEmpty else { return first + others }
        // One that is pulled out just now offers nothing, either.
        if let error = device.refusalOfFormats {
            throw CaptureFault(error, camera: device.capabilities.card)
        }
        throw CaptureFault(.unsupported, lack(device))
    }

    private func lack(_ device: VideoDevice) -> Message {
        let name = device.capabilities.card
        let request = configuration.mode
        let offers = device.offers(at: request.size ?? ModeChoice.usual)
        let codes = device.formats().map(\.fourCC)
        let shown = codes.filter { V4L2PixelFormat.isKnown($0) }
        let names = shown.prefix(40).map(\.description).joined(separator: ", ")
        var lax = request
        lax.isStrict = false
        if request.isStrict, !ModeChoice.choices(from: offers, request: lax).isEmpty {
            return Fault.lacksMode.message([.camera: name, .choices: offers.list])
        }
        if let format = request.format, !shown.isEmpty {
            return Fault.lacksFormat.message([.camera: name, .mode: format, .choices: names])
        }
        let offered = codes.prefix(12).map(\.description).joined(separator: ", ")
        return Fault.lacksFormats.message([
            .camera: name,
            .choices: offered.isEmpty
                ? Message("none", comment: "The picture formats of a camera that has none")
                : Message(verbatim: offered),
        ])
    }

    private func open(
        _ path: String, _ calls: DeviceCalls, _ context: CaptureContext
    ) throws(CaptureFault) -> VideoDevice {
        do throws(SystemError) {
            if let device = try native(path, calls) { return device }
            // Some drivers let a node be opened once only: the first device is closed by now.
            return try VideoDevice(path, converting: true, calls: calls)
        } catch {
            throw CaptureFault(error, camera: path, isUsedHere: context.isShared)
        }
    }

    /// Opens a camera without libv4l2's conversion; nil for one that has nothing to show without it.
    private func native(_ path: String, _ calls: DeviceCalls) throws(SystemError) -> VideoDevice? {
        let device = try VideoDevice(path, calls: calls)
        guard device.capabilities.isCamera else {
            throw SystemError(call: "open", target: path, code: ErrorCode.notADevice)
        }
        let isNative =
            device.isMultiPlanar || device.formats().contains { V4L2PixelFormat.isKnown($0.fourCC) }
        return isNative ? device : nil
    }
}

/// A mode to try, the wish that it serves, and what else can be had.
struct ModePlan {
    let choice: ModeChoice
    let request: ModeRequest
    let offers: [ModeOffer]
    /// True where a better one could not be had.
    var isSubstitute = false

    /// The reason for the mode, in words.
    var reason: String {
        if isSubstitute {
            return "what is better could not be had: its bus had no room, or its driver refused"
        }
        let wishes = [request.size != nil, request.rate != nil, request.format != nil]
        if wishes.contains(true) { return "it is the nearest to what was asked for" }
        let isCompressed = V4L2PixelFormat(choice.fourCC)?.format.model == .compressed
        let usual = ModeChoice.usual
        let size =
            choice.size.fits(in: usual)
            ? "it is the largest picture up to \(usual)" : "it is the smallest picture that the camera gives"
        let slowest = ModeChoice.usualRate.value * (1 - CameraRates.tolerance)
        let rate =
            choice.rate.map {
                $0.value < slowest
                    ? ", at the fastest rate, since nothing comes 30 times a second" : " at 30 fps or more"
            } ?? ", at a rate that the driver does not tell"
        return size + rate + (isCompressed ? "; nothing uncompressed is as large and as fast" : "")
    }
}

/// A mode that the driver has been set to.
struct NegotiatedMode {
    let format: VideoFormat
    let layout: FrameLayout
    let mode: CaptureMode

    /// Sets a mode; the driver's answer counts.
    ///
    /// - Parameters:
    ///   - device: The camera.
    ///   - plan: The mode and the wish.
    ///   - configuration: The user's wishes.
    ///   - context: The run, whose logger gets the wishes that were not granted.
    /// - Throws: A fault when the camera is busy, gone, or answers with something that cannot be shown.
    init(
        _ device: VideoDevice, _ plan: ModePlan, _ configuration: CaptureConfiguration,
        _ context: CaptureContext
    ) throws(CaptureFault) {
        let (name, logger) = (device.capabilities.card, context.logger)
        let (choice, request) = (plan.choice, plan.request)
        do throws(SystemError) {
            format = try device.setFormat(choice.fourCC, size: choice.size)
        } catch {
            throw CaptureFault(
                error, camera: name, mode: "\(choice.size) \(choice.fourCC)", isUsedHere: context.isShared)
        }
        guard format.fields != .apart else {
            throw CaptureFault(.unsupported, Fault.fieldsApart.message([.camera: name]))
        }
        guard let layout = format.layout(), let known = format.known,
            format.memories.indices.allSatisfy({ layout.byteCount(of: $0) <= FrameLayout.mostBytes })
        else {
            throw CaptureFault(unshowable: "\(format.fourCC) \(format.size)", camera: name)
        }
        self.layout = layout
        let rate = device.setRate(choice.rate)
        var mode = CaptureMode(
            name: name, format: known.format, fourCC: format.fourCC, size: format.size,
            rate: rate ?? choice.rate,
            color: format.color.description(for: known.format),
            // The lines of a field are as far apart as two of the whole picture.
            sampleAspect: format.fields == .half ? Rational(1, 2) : Rational(1),
            rotation: device.sensorRotation())
        mode.cameraID = context.camera
        mode.reason = plan.reason
        mode.colorReason = format.color.reason(for: known.format)
        mode.adopt(configuration, position: device.position())
        self.mode = mode
        if request.isStrict, let wish = request.rate, let rate, rate != wish {
            throw CaptureFault(
                .unsupported,
                "\(name) gives \(rate) frames per second instead of \(wish); choose one of \(plan.offers.list)"
            )
        }
        if request.isStrict, format.size != request.size ?? format.size {
            throw CaptureFault(
                .unsupported,
                "\(name) gives \(format.size) instead of \(choice.size); choose one of \(plan.offers.list)")
        }
        if format.size != request.size ?? format.size {
            logger.notice("\(name) gives \(format.size) instead")
        }
        if format.fields == .woven { logger.notice("\(name) is interlaced; moving edges will show combs") }
        logger.debug("\(name) (\(device.path)): \(mode)")
    }
}
