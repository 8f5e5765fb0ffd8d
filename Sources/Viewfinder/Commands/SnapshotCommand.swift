internal import ArgumentParser
internal import Capture
internal import Decoders
internal import Filters
internal import Frames
internal import LinuxIO
internal import Logging
internal import PictureFiles
internal import Synchronization
internal import VulkanCore
internal import VulkanView

/// The command `viewfinder snapshot`: one picture, rendered off screen by the code that renders the window.
struct SnapshotCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snapshot", abstract: "Save one picture as a PNG or JPEG file; needs no window.",
        discussion: "Without --source it is that of the first camera, or the test card when there is none.")

    @Option(name: .shortAndLong, help: "The file, .png or .jpg; - writes a PNG to the standard output.")
    var output: String

    @Option(help: sourceHelp, transform: { try Source(parsing: $0) })
    var source: Source?

    @Option(help: "The size of the picture to save; without it, its own.")
    var window: PixelSize?

    @Option(help: "Frames to let pass first, for cameras that adjust their exposure.")
    var skip = 0

    @OptionGroup var view: ViewFlags
    @OptionGroup var filters: FilterFlags
    @OptionGroup var mode: ModeFlags
    @OptionGroup var controls: ControlFlags
    @OptionGroup var log: LogFlags

    /// The time after which it is told that no picture comes, in nanoseconds.
    private static let patience: Int64 = 5_000_000_000

    /// The format that the file's ending says; PNG for what has none, such as a device.
    private var format: PictureFile.Format? {
        output.split(separator: "/").last?.contains(".") == true ? PictureFile.Format(path: output) : .png
    }

    func validate() throws {
        if output.unicodeScalars.contains("\u{FFFD}") {
            throw ValidationError("the name after --output is no UTF-8; write -o picture.png.")
        }
        if output.isEmpty { throw ValidationError("--output names a file; write -o picture.png.") }
        if format == nil {
            throw ValidationError("'\(output)' must end in .png, .jpg or .jpeg; write -o picture.png.")
        }
        if skip < 0 { throw ValidationError("--skip is 0 or more.") }
    }

    func run() throws {
        try reporting {
            // It writes to the environment, which is safe only while this thread is the only one.
            let drivers = DriverSelection.narrow(for: view.device)
            let depths = view.depth ?? DepthRange()
            let device = try drivers.open(log.logger) { () throws(VulkanError) in
                let instance = try VulkanInstance(
                    applicationName: "Viewfinder", decoder: { PictureDecoder(depths: depths) },
                    logger: log.logger)
                return try VulkanDevice(instance: instance, selecting: view.device, logger: log.logger)
            }
            DeviceRecordFile(program: ViewfinderCommand.programName, isReadOnly: true)
                .use(on: device, logger: log.logger)
            let memory = try FrameMemoryExchange(for: view.importRoute)
            memory.offer(DrawPath.frameMemory(on: device, route: view.importRoute, path: view.path))
            for filter in filters.filters { try filter.second?.start(log.logger, waits: true) }
            let offscreen = try OffscreenView(
                device: device, importRoute: view.importRoute, path: view.path)
            offscreen.options = view.options
            let use: PictureUse = filters.filters.isEmpty ? .drawing : .filters
            try capture(memory) { frame throws(ViewError) in try offscreen.load(frame, for: use) }
            let picture = try draw(offscreen)
            let route = offscreen.importRoute.map { ", frames by \($0.name): \($0.reason)" } ?? ""
            log.logger.debug("drawn by \(offscreen.path.rawValue): \(offscreen.pathReason)\(route)")
            let format = format ?? .png
            if output == "-" {
                try StandardOutput.write(
                    PNGFile.bytes(for: output, as: format, PictureFile(picture)))
            } else {
                try PNGFile.write(output, as: format, PictureFile(picture))
            }
        }
    }

    /// Draws the frame with its filters, in the window's size or in its own.
    private func draw(_ offscreen: OffscreenView) throws -> OffscreenPicture {
        let stage = FilterStage(device: offscreen.device, ring: offscreen.ring)
        stage.operations = filters.filters.map(\.operation)
        var failure: FilterError?
        stage.onFailure = { failure = $0 }
        let picture =
            if let window {
                try offscreen.render(size: window, keepingBits: true, recording: stage.record)
            } else {
                try offscreen.photograph(recording: stage.record)
            }
        if let failure { throw failure }
        guard let picture else { throw ViewfinderError("The source gave no picture") }
        return picture
    }

    /// Waits for the frame after the skipped ones, and for another one where that is damaged.
    private func capture(
        _ memory: FrameMemoryExchange, _ show: (Frame) throws(ViewError) -> Void
    ) throws {
        let slot = FrameOutput()
        let bell = try Wakeup()
        var kept: [String: [ControlSetting]] = [:]
        do { kept = try controls.settings.controls() } catch { log.logger.warning("\(error)") }
        let source =
            source ?? CameraList.search { _ in true }.cameras.first.map { .camera(.identity($0.id)) }
            ?? SourceSwitcher.testCard.source
        let fault = Mutex<String?>(nil)
        slot.onArrival { bell.ring() }
        let session = CaptureSession(
            CaptureConfiguration(
                source, mode: mode.request, color: mode.color,
                controls: ControlSettings(all: controls.control, cameras: kept),
                isLookedFor: false),
            outputs: [slot],
            memory: memory, encoder: JPEGEncoder.init, logger: log.logger)
        session.onState { state in
            switch state {
            case .starting, .running, .paused, .stopped: return
            case .failed(let reason), .interrupted(let reason): fault.withLock { $0 = reason.sentence }
            case .ended: fault.withLock { $0 = "the source ended before the picture that was asked for" }
            }
            bell.ring()
        }
        session.start { _ in }
        defer { session.stop() }
        var (taken, damaged) = (0, 0)
        var patience: Int64? = MonotonicClock.now() + Self.patience
        while true {
            if !bell.wait(until: patience) {
                log.logger.warning(
                    "no picture has come for five seconds; check what gives it, or end with Ctrl+C")
            }
            patience = nil
            if let frame = slot.take() {
                taken += 1
                if taken + Int(slot.statistics.replaced) > skip {
                    do throws(ViewError) {
                        return try show(frame)
                    } catch {
                        guard case .frame(.undecodable) = error, damaged < 100 else { throw error }
                        damaged += 1
                    }
                }
            }
            if let reason = fault.withLock({ $0 }) { throw ViewfinderError("\(reason)") }
        }
    }
}
