internal import CVulkan
public import Frames
public import Logging
public import VulkanCore

/// A view that shows pictures in a window.
///
/// Confined to the thread that makes it, the render thread.
/// The last picture stays: drawing at another size or with other options needs no new frame.
public final class View {
    /// The device that draws.
    public let device: VulkanDevice
    private let surface: VulkanSurface
    private let logger: Logger
    var facts: SurfaceFacts
    private var policy: PresentationPolicy
    private var mode: PresentationMode { didSet { missedCallbacks[mode, default: 0] += 0 } }
    private var modeReason: String
    /// The number of callbacks that have come in time.
    private var timelyCallbacks = 0
    private var missedCallbacks: [PresentationMode: Int] = [:]
    /// The moment at which a callback was missed by FIFO, until the next one comes or the window is hidden; else nil.
    private var suspectSince: Int64?
    /// The view's submissions, for stations that record into its drawings.
    public let ring: CommandRing
    private var painting: ViewPainting
    private var swapchain: Swapchain?
    private var retired: [Swapchain] = []
    /// The semaphore of each recording under way, signalled when the acquired image is ours; nil after a drawing was
    /// dropped.
    private var acquired: [Semaphore?] = []
    private var rebuilds = 0
    private var drawsSinceRebuild = 0
    /// The cells of the drawing under way.
    private var content = WindowContent()

    /// The number of draws before a suboptimal swapchain is replaced, since some drivers call each one suboptimal.
    private static let drawsBetweenImprovements = 120
    /// The number of callbacks in time that make a run one after which FIFO may be used.
    private static let fifoCallbacks = 120
    /// The longest time to a callback in time, in nanoseconds.
    private static let patience: Int64 = 1_000_000_000

    /// Makes a view.
    ///
    /// - Parameters:
    ///   - device: The device that draws, made for the surface.
    ///   - surface: The window's surface; this view alone uses it.
    ///   - presentationPolicy: The compositor's offer.
    ///   - importRoute: The only way for frames to the GPU; nil for the best that works.
    ///   - path: The path by which pictures are drawn; nil for the fastest on this device.
    ///   - logger: Gets notes on the choices.
    /// - Throws: The driver's error.
    public init(
        device: VulkanDevice, surface: VulkanSurface, presentationPolicy: PresentationPolicy,
        importRoute: ImportRoute? = nil, path: DrawPath? = nil,
        logger: Logger = Logger(label: "viewfinder.view")
    ) throws(VulkanError) {
        self.device = device
        self.surface = surface
        self.logger = logger
        facts = try SurfaceFacts(first: device, surface)
        policy = presentationPolicy
        (mode, modeReason) = policy.choose(from: facts.modes, by: device.physical.driver)
        missedCallbacks = [mode: 0]
        ring = try CommandRing(device: device, name: "view")
        let choice = try facts.choose(
            DrawPath.choose(on: device, path, importRoute: importRoute), isWished: path != nil)
        painting = try ViewPainting(
            choice, mayChange: path == nil && facts.takesCopies, device: device, ring: ring,
            importRoute: importRoute)
        for _ in 0..<ring.slotCount {
            acquired.append(try Semaphore(device: device, name: "window image free"))
        }
        logger.debug("presenting with \(mode.rawValue): \(modeReason)")
        logger.debug("drawing by \(choice.path.rawValue): \(choice.reason)")
    }

    deinit {
        // The compositor's reading of an image is no submission: only an idle device is done with the swapchains.
        device.waitUntilIdle()
    }

    /// The view's own picture, which has the whole window while it is alone.
    public var own: ViewCell { painting.own }

    /// Makes a frame the picture, for the next draw.
    ///
    /// Compressed frames are decoded here and now. Others are read where they are, if that is possible: the view keeps
    /// the frame as long as the GPU reads it, and the last one as long as it may be drawn again. A view that is not enabled
    /// leaves frames as they are. Where a picture is larger than what the view's path reads, and no path was asked for, the view draws by another
    /// one from then on, with another ``newest``.
    ///
    /// - Parameters:
    ///   - frame: The frame.
    ///   - use: The use of its samples: for filters, `FilterStage.use` tells it.
    /// - Throws: ``ViewError/frame(_:)`` for a bad frame: the last picture stays and the next frame may be good.
    public func load(_ frame: Frame, for use: PictureUse = .drawing) throws(ViewError) {
        try painting.load(frame, for: use)
    }

    /// The newest frame's owner, which reads frames in the way that this view draws them.
    public var newest: NewestPicture { own.newest }

    /// The picture's place in the window, from the next drawing on.
    public var options: ViewOptions {
        get { own.options }
        set { own.options = newValue }
    }

    /// The colour of bars, of what no cell covers, and of a drawing without a picture, from the next drawing on.
    public var background = BackgroundColor.black

    /// Makes a cell for a picture of its own, beside others in the window; see ``place(_:of:in:of:)``.
    ///
    /// - Throws: The driver's error.
    public func makeCell() throws(ViewError) -> ViewCell { try painting.makeCell() }

    /// The newest picture's place in a window of this size; nil when there is none.
    public func placement(in window: PixelSize) -> Placement? {
        own.placement(in: window)
    }

    /// The pictures that were presented last, in the order in which they were placed.
    public private(set) var geometry: [PictureGeometry] = []

    /// The time that the driver's calls have cost the thread until now.
    public var driverTime: WorkTime { device.driverTime }

    /// Waits until the device is done with all drawings, or the time is over.
    ///
    /// A graphics card is at work long after the calls have returned. A drawing that is done lets go of its frame.
    ///
    /// - Parameter deadline: The moment to give up, in nanoseconds of the monotonic clock; the device's work goes on then.
    /// - Returns: True when they are done.
    /// - Throws: The driver's error; kind `deviceLost` ends this view.
    public func waitUntilDrawn(until deadline: Int64) throws(ViewError) -> Bool {
        try ViewError.wrapping { () throws(VulkanError) in try ring.waitForAll(until: deadline) }
    }

    /// The moment at which the device will have had all its time for what was drawn, in nanoseconds of the monotonic clock; nil where it is
    /// known to be done.
    public var patienceEnd: Int64? { ring.patienceEnd }

    /// Looks whether the device is done with what it has had its time for; to be called at ``patienceEnd`` where nothing is drawn before.
    ///
    /// - Parameter time: Now, in nanoseconds of the monotonic clock.
    /// - Throws: The driver's error, of kind `deviceLost` where the device hangs.
    public func checkPatience(at time: Int64) throws(ViewError) {
        try ViewError.wrapping { () throws(VulkanError) in try ring.checkPatience(at: time) }
    }

    /// The time that drawing with the processor has cost the thread until now; zero on other paths than
    /// ``DrawPath/host``.
    public var drawingTime: WorkTime { device.drawingTime }

    /// The facts of the view, for statistics and logs.
    public var report: ViewReport {
        let route = newest.route
        return ViewReport(
            device: device.name, deviceIdentity: device.physical.identity,
            deviceReason: device.physical.placeReason, presentationMode: mode, presentationReason: modeReason,
            missedCallbacks: missedCallbacks,
            importRoute: route?.name, importReason: route?.reason,
            swapchainRebuilds: rebuilds,
            createdObjects: device.createdObjects, path: painting.path.name, pathReason: painting.path.reason)
    }

    /// Draws the whole picture at its own size where nobody sees it, turned and mirrored as the options say, and waits.
    ///
    /// - Parameter record: Records the commands that make the picture, and gives it; nil when there is none.
    /// - Returns: The picture; nil when there is none.
    /// - Throws: The driver's error.
    public func photograph(
        recording record: (NewestPicture, Commands) throws(VulkanError) -> CurrentPicture?
    ) throws(ViewError) -> OffscreenPicture? {
        try ViewError.wrapping { () throws(VulkanError) in
            try OffscreenTarget.photograph(own, painting.painter, ring, device, record)
        }
    }

    /// Makes everything ready for drawing a picture, while the first one is on its way.
    ///
    /// Makes the pipeline, and draws with it where nobody sees it: software drivers translate shaders at their first use.
    /// Does not wait for that.
    ///
    /// - Parameters:
    ///   - format: The format of the picture's samples.
    ///   - size: Its size in pixels.
    ///   - color: The meaning of its samples.
    ///   - window: The window's size in pixels; a guess costs time, not correctness.
    /// - Throws: The driver's error.
    public func warm(
        format: PixelFormat, size: PixelSize, color: ColorDescription, window: PixelSize
    ) throws(ViewError) {
        try warm(
            own, format: format, size: size, color: color, rectangle: Placement.Rectangle(wholeOf: window),
            window: window)
    }

    /// Makes everything ready for drawing a cell's picture, while the first one is on its way.
    ///
    /// - Parameters:
    ///   - cell: The cell; one of another view is left as it is.
    ///   - format: The format of the picture's samples.
    ///   - size: Its size in pixels.
    ///   - color: The meaning of its samples.
    ///   - rectangle: The cell's place in the window.
    ///   - window: The window's size in pixels; wrong guesses cost time, not correctness.
    /// - Throws: The driver's error.
    public func warm(
        _ cell: ViewCell, format: PixelFormat, size: PixelSize, color: ColorDescription,
        rectangle: Placement.Rectangle, window: PixelSize
    ) throws(ViewError) {
        guard cell.ring === ring, cell.newest.picture == nil, !size.isEmpty, !rectangle.size.isEmpty,
            !window.isEmpty
        else { return }
        try ViewError.wrapping { () throws(VulkanError) in
            let scene = cell.scene(
                of: Picture(format: format, size: size, color: color), in: rectangle, of: window)
            try painting.painter.warm(
                scene, with: cell.paint, on: background, format: facts.format.format, ring: ring)
        }
    }

    /// Makes the window's images for a size, before there is anything to draw.
    ///
    /// - Parameter size: The window's size in pixels.
    /// - Throws: The driver's error.
    public func prepare(size: PixelSize) throws(ViewError) {
        _ = try ViewError.wrapping { () throws(VulkanError) in try currentSwapchain(for: size) }
    }

    /// Begins a drawing: takes an image of the window's, and starts a recording.
    ///
    /// - Parameter size: The window's size in pixels; another one than before needs other images.
    /// - Returns: The drawing; nil when the compositor holds all images, or the surface has just changed: try again soon.
    /// - Throws: The driver's error; kinds `deviceLost` and `surfaceLost` end this view.
    public func begin(size: PixelSize) throws(ViewError) -> Drawing? {
        guard !size.isEmpty else { return nil }
        return try ViewError.wrapping { () throws(VulkanError) in
            // No other swapchain may come to the surface of a device that hangs.
            try device.checkAnswers()
            let swapchain = try currentSwapchain(for: size)
            try ring.waitForSlot()
            let slot = ring.nextSlot
            let semaphore =
                if let known = acquired[slot] { known } else {
                    try Semaphore(device: device, name: "window image free")
                }
            acquired[slot] = semaphore
            let image = try device.measured { () throws(VulkanError) in
                try swapchain.acquire(signalling: semaphore)
            }
            guard let image else { return nil }
            // From here on the image is given back, whatever becomes of the drawing.
            let claim = ImageClaim(swapchain: swapchain, image: image, slot: slot)
            do throws(VulkanError) {
                content.clear()
                return Drawing(view: self, commands: try ring.begin(), claim: claim)
            } catch {
                drop(claim)
                throw error
            }
        }
    }

    /// Gives the view's own picture the whole window of a drawing; a drawing without any picture shows the
    /// ``background``.
    ///
    /// - Parameters:
    ///   - picture: The picture, which must stay what it is until the drawing is presented; nil for none.
    ///   - drawing: The drawing.
    /// - Throws: The driver's error; the drawing is then to be dropped.
    public func place(_ picture: CurrentPicture?, in drawing: borrowing Drawing) throws(ViewError) {
        try place(picture, of: own, in: Placement.Rectangle(wholeOf: drawing.size), of: drawing)
    }

    /// Gives a cell's picture its place in a drawing, beside others.
    ///
    /// Later cells lie over earlier ones, and over the view's own picture if that was placed before them. A cell that is
    /// placed twice in a drawing is drawn at its last place, and an empty one not at all. What no cell covers has the
    /// ``background``'s colour.
    ///
    /// - Parameters:
    ///   - picture: The picture, which must stay what it is until the drawing is presented; nil for none.
    ///   - cell: A cell that this view has made.
    ///   - rectangle: The cell's place in the window, in pixels; ``CellLayout`` divides ``Drawing/size`` into such.
    ///   - drawing: The drawing.
    /// - Throws: Kind `unsupported` for a cell of another view, or one that does not lie in the window; the drawing is
    ///   as it was.
    public func place(
        _ picture: CurrentPicture?, of cell: ViewCell, in rectangle: Placement.Rectangle,
        of drawing: borrowing Drawing
    ) throws(ViewError) {
        cell.announce(picture)
        try ViewError.wrapping { () throws(VulkanError) in
            try content.place(
                PlacedPicture(picture, of: cell, in: rectangle), of: ring, window: drawing.size)
        }
    }

    /// Tells whether the drawing under way has these pictures in these places; without new memory, as for each frame.
    private func isShowing(_ geometry: [PictureGeometry]) -> Bool {
        var count = 0
        for cell in content.cells {
            guard let scene = cell.shown?.scene else { continue }
            guard count < geometry.count, geometry[count].shows(scene) else { return false }
            count += 1
        }
        return count == geometry.count
    }

    /// Submits a drawing and gives it to the compositor.
    ///
    /// - Parameters:
    ///   - drawing: The drawing.
    ///   - willPresent: Called right before the commit, for requests that go with it (a frame callback, say).
    /// - Returns: The drawing's fate.
    /// - Throws: The driver's error.
    public func present(
        _ drawing: consuming Drawing, willPresent: () -> Void = {}
    ) throws(ViewError) -> DrawOutcome {
        do throws(VulkanError) {
            let target = drawing.claim.swapchain.target(drawing.claim.image)
            content.background = background
            // All cells at once: the copies of all come before the drawing of any.
            let use = try painting.painter.record(content, into: target, drawing.commands)
            if !isShowing(geometry) {
                geometry = content.cells.compactMap { $0.shown.map { PictureGeometry($0.scene) } }
            }
            content.clear()
            unsafe drawing.commands.transition(target.image, from: use, to: .presented)
            return try submit(drawing, willPresent)
        } catch {
            throw .vulkan(error)
        }
    }

    private func submit(
        _ drawing: consuming Drawing, _ willPresent: () -> Void
    ) throws(VulkanError) -> DrawOutcome {
        let (commands, claim) = (drawing.commands, drawing.claim)
        for old in retired { commands.keep(old) }
        commands.keep(claim.swapchain)
        try ring.submit(
            commands, waitingFor: acquired[claim.slot], signalling: claim.swapchain.rendered(claim.image))
        drawing.isSubmitted = true
        retired.removeAll(keepingCapacity: true)
        willPresent()
        drawsSinceRebuild += 1
        let isPresented = try device.measured { () throws(VulkanError) in
            try claim.swapchain.present(claim.image)
        }
        return isPresented ? .presented : .notReady
    }

    // MARK: - The compositor's answers

    /// Tells that a frame callback has come.
    ///
    /// - Parameters:
    ///   - time: Its moment, in nanoseconds of `MonotonicClock`.
    ///   - delay: The time from its commit to it, in nanoseconds.
    /// - Returns: The verdict on FIFO with this compositor and driver, once there is a new one, to be kept for later runs
    ///   (``DeviceRecordFile``).
    public func callbackCame(at time: Int64, after delay: Int64) -> PresentationVerdict? {
        defer { suspectSince = nil }
        guard policy.isFifoPossible(from: facts.modes, by: device.physical.driver) else { return nil }
        if let suspectSince {
            // A window that was hidden for longer is no fault of FIFO's. For less it counts as one where the compositor does not tell: mailbox is never wrong.
            return time - suspectSince <= Self.patience ? verdict(mayUseFifo: false) : nil
        }
        // A late one is that of a window that was hidden.
        guard delay <= Self.patience else { return nil }
        timelyCallbacks += 1
        let isProof = policy.mayUseFifo == nil && timelyCallbacks == Self.fifoCallbacks
        return isProof ? verdict(mayUseFifo: true) : nil
    }

    /// Tells that the frame callback of the last picture has not come for a second, though the window seems to be seen.
    ///
    /// The next drawing goes by mailbox where the driver has it, in new images where they went by FIFO. Where that is answered in time, FIFO was at
    /// fault.
    ///
    /// - Parameter time: Now, in nanoseconds of `MonotonicClock`.
    /// - Returns: The verdict against FIFO, where the next picture gets no answer either and the window is seen: the compositor may keep back all that
    ///   comes after FIFO's picture, and only another surface helps. Nil else.
    @discardableResult
    public func callbackIsMissing(at time: Int64) -> PresentationVerdict? {
        missedCallbacks[mode, default: 0] += 1
        logger.info("by \(mode.rawValue) a frame callback has not come for a second")
        guard suspectSince == nil else { return verdict(mayUseFifo: false) }
        guard mode == .fifo else { return nil }
        (suspectSince, policy.mayUseFifo) = (time, false)
        (mode, modeReason) = policy.choose(from: facts.modes, by: device.physical.driver)
        return nil
    }

    /// Tells that nobody sees the window: no callback that is owed meanwhile speaks against FIFO.
    public func windowIsHidden() { suspectSince = nil }

    private func verdict(mayUseFifo: Bool) -> PresentationVerdict {
        PresentationVerdict(on: policy.compositor, by: device.physical.driver, mayUseFifo: mayUseFifo)
    }

    /// Gives the swapchain for a size: a new one if the size has changed or the driver asks for it.
    private func currentSwapchain(for size: PixelSize) throws(VulkanError) -> Swapchain {
        if let swapchain, swapchain.requestedSize == size, swapchain.mode == mode,
            !isWorthReplacing(swapchain)
        {
            return swapchain
        }
        var old = swapchain
        let new: Swapchain
        do throws(VulkanError) {
            new = try makeSwapchain(size, replacing: old)
        } catch {
            // The old one has lost the surface even so, and would keep it from the next attempt.
            old = nil
            dropSwapchains()
            guard error.kind != .deviceLost else { throw error }
            // An output with other abilities may have come.
            facts = try SurfaceFacts(device: device, surface: surface)
            (mode, modeReason) = policy.choose(from: facts.modes, by: device.physical.driver)
            new = try makeSwapchain(size, replacing: nil)
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

    private func makeSwapchain(_ size: PixelSize, replacing old: Swapchain?) throws(VulkanError) -> Swapchain
    {
        try Swapchain(device: device, surface: surface, facts: facts, mode: mode, size: size, replacing: old)
    }

    private func isWorthReplacing(_ swapchain: Swapchain) -> Bool {
        swapchain.isOutOfDate
            || swapchain.isSuboptimal && drawsSinceRebuild >= View.drawsBetweenImprovements
    }

    /// Cleans up after a drawing that was not submitted.
    ///
    /// Its semaphore is signalled and nobody waits for it, so semaphore and swapchain cannot be used again.
    func drop(_ claim: ImageClaim) {
        content.clear()
        dropSwapchains()
        acquired[claim.slot] = nil
    }

    private func dropSwapchains() {
        device.waitUntilIdle()
        swapchain = nil
        retired.removeAll()
    }
}
