internal import Frames
internal import LinuxIO
internal import Logging

/// A camera as a source: opens it, sets the mode, and streams until it is stopped or fails.
struct CameraProducer: FrameProducer {
    private let selector: CameraSelector
    private let configuration: CaptureConfiguration

    init(_ selector: CameraSelector, _ configuration: CaptureConfiguration) {
        self.selector = selector
        self.configuration = configuration
    }

    func run(_ context: CaptureContext) throws(CaptureFault) {
        let path = try CameraList.node(of: selector)
        var refused = 0
        // Opened again when the signal behind it has changed, because frames may still hold buffers of the old mode, and
        // when the bus has no room for the mode.
        while !context.isStopped {
            let device = try open(path, context.calls)
            context.note(\.opened)
            device.subscribeToSourceChanges()
            device.adoptTimings()
            let choices = try choices(of: device)
            let choice = choices[min(refused, choices.count - 1)]
            do throws(CaptureFault) {
                let negotiated = try NegotiatedMode(device, choice, configuration, logger: context.logger)
                context.opened(negotiated.mode)
                try CameraStream(device, negotiated, context).run()
                refused = 0
            } catch {
                guard error.kind == .bandwidth, context.start.firstFrame == nil, refused + 1 < choices.count
                else { throw error }
                refused += 1
                context.logger.notice(
                    "the bus has no room for \(choice.fourCC) \(choice.size), \(choices[refused].fourCC) \(choices[refused].size) is tried"
                )
            }
        }
    }

    /// The modes to try, the best first.
    private func choices(of device: VideoDevice) throws(CaptureFault) -> [ModeChoice] {
        let offers = device.offers()
        let choices = ModeChoice.choices(from: offers, request: configuration.mode)
        guard choices.isEmpty else { return choices }
        let name = device.capabilities.card
        throw CaptureFault(.unsupported, "\(name) \(lack(device, offers))")
    }

    private func lack(_ device: VideoDevice, _ offers: [ModeOffer]) -> String {
        let request = configuration.mode
        let codes = device.formats().map(\.fourCC)
        let shown = codes.filter { V4L2PixelFormat.isKnown($0) }
        let names = shown.map(\.description).joined(separator: ", ")
        var lax = request
        lax.isStrict = false
        if request.isStrict, !ModeChoice.choices(from: offers, request: lax).isEmpty {
            let sizes = offers.filter { shown.contains($0.fourCC) }.map { "\($0.fourCC) \($0.text)" }
            return "cannot do exactly that; choose one of \(sizes.prefix(40).joined(separator: ", "))"
        }
        if let format = request.format, !shown.isEmpty {
            return "does not offer \(format); choose one of \(names)"
        }
        let offered = codes.prefix(12).map(\.description).joined(separator: ", ")
        return "offers no picture format that can be shown, only \(offered); choose another camera"
    }

    private func open(_ path: String, _ calls: DeviceCalls) throws(CaptureFault) -> VideoDevice {
        do throws(SystemError) {
            let device = try VideoDevice(path, calls: calls)
            guard device.capabilities.isCamera else {
                throw SystemError(call: "open", target: path, code: ErrorCode.notADevice)
            }
            let isNative =
                device.isMultiPlanar || device.formats().contains { V4L2PixelFormat.isKnown($0.fourCC) }
            return isNative ? device : try VideoDevice(path, converting: true, calls: calls)
        } catch {
            throw CaptureFault(error, camera: path)
        }
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
    ///   - choice: The mode.
    ///   - configuration: The user's wishes.
    ///   - logger: Gets the wishes that were not granted.
    /// - Throws: A fault when the camera is busy, gone, or answers with something that cannot be shown.
    init(
        _ device: VideoDevice, _ choice: ModeChoice, _ configuration: CaptureConfiguration, logger: Logger
    ) throws(CaptureFault) {
        let name = device.capabilities.card
        let request = configuration.mode
        do throws(SystemError) {
            format = try device.setFormat(choice.fourCC, size: choice.size)
        } catch {
            throw CaptureFault(error, camera: name, mode: "\(choice.size) \(choice.fourCC)")
        }
        guard let layout = format.layout(), let known = V4L2PixelFormat(format.fourCC) else {
            throw CaptureFault(
                .unsupported, "\(name) answers with \(format.fourCC) \(format.size), which cannot be shown")
        }
        self.layout = layout
        let rate = device.setRate(choice.rate)
        var mode = CaptureMode(
            name: name, format: known.format, fourCC: format.fourCC, size: format.size,
            rate: rate ?? choice.rate,
            color: format.color.description(for: known.format), rotation: device.sensorRotation())
        mode.adopt(configuration, position: device.position())
        self.mode = mode
        if request.isStrict, let wish = request.rate, let rate, rate != wish {
            throw CaptureFault(
                .unsupported,
                "\(name) gives \(rate) frames per second instead of \(wish); choose another --fps")
        }
        if request.isStrict, format.size != request.size ?? format.size {
            throw CaptureFault(
                .unsupported, "\(name) gives \(format.size) instead of \(choice.size); choose another --size")
        }
        if format.size != request.size ?? format.size {
            logger.notice("\(name) gives \(format.size) instead")
        }
        if format.isInterlaced { logger.notice("\(name) is interlaced; moving edges will show combs") }
        logger.debug("\(name) (\(device.path)): \(mode)")
    }
}
