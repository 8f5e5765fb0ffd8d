internal import ArgumentParser
internal import Capture
internal import Filters
internal import Frames
internal import LinuxIO
internal import Logging
internal import Synchronization
internal import VulkanCore
internal import VulkanView

/// `viewfinder snapshot`: one picture, rendered off screen by the code that renders the window.
struct SnapshotCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snapshot", abstract: "Save one picture as a PNG file; needs no window.")

    /// What every Vulkan device that we know can draw.
    private static let longestSide = 16384

    @Option(name: .shortAndLong, help: "The PNG file.")
    var output: String

    @Option(help: sourceHelp, transform: { try Source(parsing: $0) })
    var source: Source?

    @Option(help: "The size of the picture to save; the camera's own without it.")
    var window: PixelSize?

    @Option(help: "Frames to let pass first, for cameras that adjust their exposure.")
    var skip = 0

    @OptionGroup var view: ViewFlags
    @OptionGroup var filter: FilterFlags
    @OptionGroup var mode: ModeFlags
    @OptionGroup var log: LogFlags

    func validate() throws {
        if skip < 0 { throw ValidationError("--skip is 0 or more.") }
    }

    func run() throws {
        try reporting {
            // It writes to the environment, which is safe only while this thread is the only one.
            let drivers = DriverSelection.narrow(for: view.device)
            let device = try drivers.open(log.logger) { () throws(VulkanError) in
                let instance = try VulkanInstance(
                    applicationName: "Viewfinder", windowSystem: false, validation: false, logger: log.logger)
                return try VulkanDevice(instance: instance, selecting: view.device, logger: log.logger)
            }
            let memory = try FrameMemoryExchange(for: view.importRoute)
            memory.offer(DrawPath.frameMemory(on: device, route: view.importRoute, path: view.path))
            let frame = try capture(memory)
            let offscreen = try OffscreenView(
                device: device, importRoute: view.importRoute, path: view.path)
            offscreen.options = view.options
            let stage = try stage(of: offscreen)
            try offscreen.show(frame)
            let natural = try stage.map { try filteredSize($0) } ?? naturalSize(of: frame)
            let picture = try offscreen.render(size: window ?? natural)
            try PNGFile.write(output, size: picture.size, pixels: picture.bytes)
        }
    }

    /// Puts the filters before the view; nil without any.
    private func stage(of offscreen: OffscreenView) throws(FilterError) -> FilterStage? {
        guard !filter.filters.isEmpty else { return nil }
        let stage = try FilterStage(
            device: offscreen.device, ring: offscreen.ring, importRoute: view.importRoute)
        stage.operations = filter.filters.map(\.operation)
        offscreen.stage = stage
        return stage
    }

    /// The size of what the filters make of the frame.
    private func filteredSize(_ stage: FilterStage) throws -> PixelSize {
        var failure: FilterError?
        stage.onFailure = { failure = $0 }
        let picture = stage.prepare()
        if let failure { throw failure }
        return naturalSize(
            picture?.size ?? PixelSize(width: 1, height: 1), picture?.sampleAspect.value ?? 1, view.rotate)
    }

    /// The frame's own size once it is upright and its pixels are square.
    private func naturalSize(of frame: Frame) -> PixelSize {
        naturalSize(frame.layout.size, frame.sampleAspect.value, frame.rotation + view.rotate)
    }

    private func naturalSize(_ own: PixelSize, _ aspect: Double, _ rotation: Rotation) -> PixelSize {
        var width = Double(own.width) * max(1, aspect)
        var height = Double(own.height) / min(1, aspect)
        let scale = min(1, Double(Self.longestSide) / max(width, height))
        (width, height) = (width * scale, height * scale)
        let size = PixelSize(width: max(1, Int(width.rounded())), height: max(1, Int(height.rounded())))
        return rotation.swapsSides ? PixelSize(width: size.height, height: size.width) : size
    }

    /// Waits for the frame after the skipped ones.
    private func capture(_ memory: FrameMemoryExchange) throws -> Frame {
        let source =
            source ?? CameraList.search { _ in true }.cameras.first.map { .camera(.identity($0.id)) }
            ?? SourceSwitcher.testCard.source
        let slot = LatestFrame()
        let bell = try Wakeup()
        let fault = Mutex<String?>(nil)
        slot.onArrival { bell.ring() }
        let session = try CaptureSession(
            source: source, request: mode.request, output: slot, memory: memory, logger: log.logger
        ) { event in
            switch event {
            case .opened, .streaming, .modeChanged: return
            case .failed(let reason): fault.withLock { $0 = reason.sentence }
            case .ended: fault.withLock { $0 = "the source ended before the picture that was asked for" }
            }
            bell.ring()
        }
        defer { session.stop() }
        var taken = 0
        while true {
            bell.wait()
            if let frame = slot.take() {
                taken += 1
                if taken + Int(slot.replaced) > skip { return frame }
            }
            if let reason = fault.withLock({ $0 }) { throw ViewfinderError(reason) }
        }
    }
}
