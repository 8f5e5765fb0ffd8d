internal import Frames
internal import LinuxIO
internal import Logging

/// A camera as a source: opens it, sets the mode, and streams until it is stopped or fails.
struct CameraProducer: FrameProducer {
    private let selector: CameraSelector
    private let request: ModeRequest

    init(_ selector: CameraSelector, request: ModeRequest) {
        self.selector = selector
        self.request = request
    }

    func run(_ context: CaptureContext) throws(CaptureFault) {
        let path = try CameraList.node(of: selector)
        // Opened again when the signal behind it has changed, because frames may still hold buffers of the old mode.
        while !context.isStopped {
            let device = try open(path)
            context.note(\.opened)
            device.subscribeToSourceChanges()
            device.adoptTimings()
            let negotiated = try NegotiatedMode(device, request: request, logger: context.logger)
            context.opened(negotiated.mode)
            try CameraStream(device, negotiated, context).run()
        }
    }

    private func open(_ path: String) throws(CaptureFault) -> VideoDevice {
        do throws(SystemError) {
            let device = try VideoDevice(path)
            guard device.capabilities.isCamera else {
                throw SystemError(call: "open", target: path, code: ErrorCode.notADevice)
            }
            let isNative =
                device.isMultiPlanar || device.formats().contains { V4L2PixelFormat.isKnown($0.fourCC) }
            return isNative ? device : try VideoDevice(path, converting: true)
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

    /// Chooses a mode and sets it; the driver's answer counts.
    ///
    /// - Parameters:
    ///   - device: The camera.
    ///   - request: The user's wishes.
    ///   - logger: Gets the wishes that were not granted.
    /// - Throws: A fault when the camera is busy, gone, or offers nothing that can be shown.
    init(_ device: VideoDevice, request: ModeRequest, logger: Logger) throws(CaptureFault) {
        let name = device.capabilities.card
        guard let choice = ModeChoice.choose(from: device.offers(), request: request) else {
            throw CaptureFault(.unsupported, "\(name) \(NegotiatedMode.lack(device, request))")
        }
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
        mode = CaptureMode(
            name: name, format: known.format, fourCC: format.fourCC, size: format.size,
            rate: rate ?? choice.rate,
            color: format.color.description(for: known.format))
        if format.size != request.size ?? format.size {
            logger.notice("\(name) gives \(format.size) instead")
        }
        if format.isInterlaced { logger.notice("\(name) is interlaced; moving edges will show combs") }
        logger.debug("\(name) (\(device.path)): \(mode)")
    }

    private static func lack(_ device: VideoDevice, _ request: ModeRequest) -> String {
        let codes = device.formats().map(\.fourCC)
        let shown = codes.filter { V4L2PixelFormat.isKnown($0) }.map(\.description).joined(separator: ", ")
        if let format = request.format, !shown.isEmpty {
            return "does not offer \(format); choose one of \(shown)"
        }
        let offered = codes.prefix(12).map(\.description).joined(separator: ", ")
        return "offers no picture format that can be shown, only \(offered); choose another camera"
    }
}
