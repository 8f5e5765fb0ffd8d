internal import CVulkan
public import Frames
public import Logging
public import VulkanCore

/// Shows pictures in a window.
///
/// Confined to the thread that makes it, the render thread.
/// The last picture stays: drawing at another size or with other options needs no new frame.
public final class View {
    /// Where pictures are drawn.
    package let device: VulkanDevice
    private let surface: VulkanSurface
    private let logger: Logger
    private let facts: SurfaceFacts
    private let mode: PresentationMode
    private let modeReason: String
    /// The view's submissions.
    package let ring: CommandRing
    private let renderer: PictureRenderer
    private var swapchain: Swapchain?
    private var retired: [Swapchain] = []
    /// One per recording under way: signalled when the acquired image is ours.
    private var acquired: [Semaphore] = []
    private var rebuilds = 0
    private var drawsSinceRebuild = 0

    /// A driver that calls each swapchain suboptimal gets a new one at most this often.
    private static let drawsBetweenImprovements = 120

    /// Makes a view.
    ///
    /// - Parameters:
    ///   - device: Made for the surface.
    ///   - surface: The window's; this view alone uses it.
    ///   - presentationPolicy: What the compositor offers.
    ///   - importRoute: The only way for frames to the GPU; nil for the best that works.
    ///   - path: By what pictures are drawn; nil for the fastest on this device.
    ///   - logger: Gets notes on what was chosen.
    /// - Throws: What the driver says.
    public init(
        device: VulkanDevice, surface: VulkanSurface, presentationPolicy: PresentationPolicy,
        importRoute: ImportRoute? = nil, path: DrawPath? = nil, logger: Logger
    ) throws(VulkanError) {
        self.device = device
        self.surface = surface
        self.logger = logger
        facts = try SurfaceFacts(device: device, surface: surface)
        (mode, modeReason) = presentationPolicy.choose(from: facts.modes)
        ring = try CommandRing(device: device)
        renderer = try PictureRenderer(
            device: device, ring: ring, importRoute: importRoute,
            path: try View.choose(path, device, importRoute, facts))
        renderer.keepsFrame = true
        for _ in 0..<ring.slotCount { acquired.append(try Semaphore(device: device)) }
        logger.debug("presenting with \(mode.rawValue): \(modeReason)")
        logger.debug("drawing by \(renderer.path.name.rawValue): \(renderer.path.reason)")
    }

    deinit {
        // The compositor's reading of an image is no submission: only an idle device is done with the swapchains.
        device.waitUntilIdle()
    }

    private static func choose(
        _ wish: DrawPath?, _ device: VulkanDevice, _ route: ImportRoute?, _ facts: SurfaceFacts
    ) throws(VulkanError) -> (path: DrawPath, reason: String) {
        let choice = DrawPath.choose(wish, isCPU: device.isCPU, importRoute: route)
        if choice.path == .fragment || facts.takesCopies { return choice }
        guard wish == nil else {
            throw VulkanError(
                .unsupported, "the window's images take no copies; leave out --path, or use --path fragment")
        }
        return (.fragment, "the window's images take no copies")
    }

    /// How the picture is shown, from the next draw on.
    public var options: ViewOptions {
        get { renderer.options }
        set { renderer.options = newValue }
    }

    /// Whether there is a picture to draw.
    public var hasPicture: Bool { renderer.picture != nil }

    /// What frames go through before they are placed; nil for nothing.
    package var stage: (any PictureStage)? {
        get { renderer.stage }
        set { renderer.stage = newValue }
    }

    /// The current picture's size in pixels as it lies in memory, before any turn; nil when there is none.
    public var pictureSize: PixelSize? { renderer.picture?.size }

    /// Where the picture goes in a window of this size; nil when there is none.
    public func placement(in window: PixelSize) -> Placement? { renderer.placement(in: window) }

    /// What the driver's calls have cost the thread until now.
    public var driverTime: WorkTime { device.driverTime }

    /// What drawing with the processor has cost the thread until now; nothing on other paths than ``DrawPath/host``.
    public var drawingTime: WorkTime { device.drawingTime }

    /// What the view is made of and how it does.
    public var report: ViewReport {
        let (route, path) = (renderer.route, renderer.currentPath)
        return ViewReport(
            device: device.name, presentationMode: mode, presentationReason: modeReason,
            importRoute: route?.name, importReason: route?.reason, swapchainRebuilds: rebuilds,
            createdObjects: device.createdObjects, path: path.name, pathReason: path.reason)
    }

    /// Makes a frame the picture, for the next draw.
    ///
    /// Compressed frames are decoded here and now. Others are read where they are, if that is possible: the view keeps
    /// the frame as long as the GPU reads it, and the last one as long as it may be drawn again.
    ///
    /// - Throws: ``ViewError/frame(_:)`` for a bad frame: the last picture stays and the next frame may be good.
    public func show(_ frame: Frame) throws(ViewError) {
        do throws(FrameError) {
            try renderer.show(frame)
        } catch {
            throw ViewError(error)
        }
    }

    /// Draws the whole picture at its own size where nobody sees it, turned and mirrored as the options say, and waits.
    ///
    /// - Returns: The picture; nil when there is none.
    /// - Throws: What the driver says.
    package func photograph() throws(ViewError) -> OffscreenPicture? {
        do throws(VulkanError) { return try renderer.photograph() } catch { throw .vulkan(error) }
    }

    /// Makes ready what drawing a picture needs, while the first one is on its way.
    ///
    /// Makes the pipeline, and draws with it where nobody sees it: software drivers translate shaders at their first use.
    /// Does not wait for that.
    ///
    /// - Parameters:
    ///   - format: How the picture's samples will lie.
    ///   - size: Its size in pixels.
    ///   - color: What its samples will mean.
    ///   - window: The window's size in pixels; a guess costs time, not correctness.
    /// - Throws: What the driver says.
    public func warm(
        format: PixelFormat, size: PixelSize, color: ColorDescription, window: PixelSize
    ) throws(ViewError) {
        do throws(VulkanError) {
            try renderer.warm(
                Picture(format: format, size: size, color: color), window: window,
                target: facts.format.format)
        } catch {
            throw .vulkan(error)
        }
    }

    /// Makes the window's images for a size, before there is anything to draw.
    ///
    /// - Parameter size: The window's size in pixels.
    /// - Throws: What the driver says.
    public func prepare(size: PixelSize) throws(ViewError) {
        do throws(VulkanError) {
            _ = try currentSwapchain(for: size)
        } catch {
            throw .vulkan(error)
        }
    }

    /// Draws the picture into the window; black before the first one.
    ///
    /// - Parameters:
    ///   - size: The window's size in pixels; the images are made anew only when it differs from the last one.
    ///   - willPresent: Called right before the commit, for requests that go with it (a frame callback, say).
    /// - Returns: Whether the picture is on its way.
    /// - Throws: What the driver says; kinds `deviceLost` and `surfaceLost` end this view.
    public func draw(size: PixelSize, willPresent: () -> Void) throws(ViewError) -> DrawOutcome {
        guard !size.isEmpty else { return .notReady }
        do throws(VulkanError) {
            let swapchain = try currentSwapchain(for: size)
            try ring.waitForSlot()
            let image = try device.measured { () throws(VulkanError) in
                try swapchain.acquire(signalling: acquired[ring.nextSlot])
            }
            guard let index = image else { return .notReady }
            return try draw(into: index, of: swapchain, willPresent)
        } catch {
            throw .vulkan(error)
        }
    }

    private func draw(
        into index: Int, of swapchain: Swapchain, _ willPresent: () -> Void
    ) throws(VulkanError) -> DrawOutcome {
        let slot = ring.nextSlot
        do throws(VulkanError) {
            let commands = try ring.begin()
            let target = swapchain.target(index)
            let use = try renderer.record(into: target, commands)
            unsafe commands.transition(target.image, from: use, to: .presented)
            for old in retired { commands.keep(old) }
            commands.keep(swapchain)
            try ring.submit(
                commands, waitingFor: acquired[slot], signalling: swapchain.rendered(index))
            retired.removeAll(keepingCapacity: true)
        } catch {
            renderer.recordingWasLost()
            try abandonImage(slot: slot)
            throw error
        }
        willPresent()
        drawsSinceRebuild += 1
        let isPresented = try device.measured { () throws(VulkanError) in try swapchain.present(index) }
        return isPresented ? .presented : .notReady
    }

    /// The swapchain for a size, made anew if the size has changed or the driver asks for it.
    private func currentSwapchain(for size: PixelSize) throws(VulkanError) -> Swapchain {
        if let swapchain, swapchain.requestedSize == size, !isWorthReplacing(swapchain) { return swapchain }
        let old = swapchain
        let new: Swapchain
        do throws(VulkanError) {
            new = try Swapchain(
                device: device, surface: surface, facts: facts, mode: mode, size: size, replacing: old)
        } catch {
            // The old one has lost the surface even so, and would keep it from the next attempt.
            dropSwapchains()
            throw error
        }
        swapchain = new
        if let old {
            // Still read by earlier submissions: kept until the next one is done, which comes after all of them.
            retired.append(old)
            rebuilds += 1
        }
        drawsSinceRebuild = 0
        return new
    }

    private func isWorthReplacing(_ swapchain: Swapchain) -> Bool {
        swapchain.isOutOfDate
            || swapchain.isSuboptimal && drawsSinceRebuild >= View.drawsBetweenImprovements
    }

    /// Cleans up after a drawing that failed with an acquired image in hand.
    ///
    /// Its semaphore is signalled and nobody waits for it, so semaphore and swapchain cannot be used again.
    private func abandonImage(slot: Int) throws(VulkanError) {
        dropSwapchains()
        acquired[slot] = try Semaphore(device: device)
    }

    private func dropSwapchains() {
        device.waitUntilIdle()
        swapchain = nil
        retired.removeAll()
    }
}
