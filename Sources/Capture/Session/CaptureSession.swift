public import Frames
internal import LinuxIO
public import Logging

/// A session: one source at a time, in the mode that was wished for, and any number of outputs that get its frames.
///
/// Everything that takes time is done in order on a thread of the session's own; the asynchronous methods wait for it, and those
/// with a closure call it there. A source that is lost is looked for, as long as the session is wanted: until ``stop()``. A session that
/// is let go ends by itself soon after. Thread-safe.
public final class CaptureSession: FrameSource {
    private let core: SessionCore

    /// Makes a session that does not run yet.
    ///
    /// - Parameters:
    ///   - configuration: The source, and the wishes for it.
    ///   - outputs: They get every good frame, each by its own policy; more can be added at any time.
    ///   - memory: The exchange by which a camera learns in which memory the frames are read best; nil for plain
    ///     memory.
    ///   - encoder: Makes the encoder of a test card in a compressed format, such as `JPEGEncoder.init` of `Decoders`; nil where such a card
    ///     is refused.
    ///   - logger: Gets messages that are worth knowing but change nothing.
    public init(
        _ configuration: CaptureConfiguration, outputs: [FrameOutput] = [],
        memory: FrameMemoryExchange? = nil, encoder: (@Sendable () throws -> any PlaneEncoder)? = nil,
        logger: Logger = Logger(label: "viewfinder.capture")
    ) {
        core = SessionCore(configuration, FrameFanOut(outputs), memory, encoder, logger)
    }

    /// Makes a session whose devices are reached by other calls than the system's.
    init(
        _ configuration: CaptureConfiguration, outputs: [FrameOutput], logger: Logger, calls: DeviceCalls
    ) { core = SessionCore(configuration, FrameFanOut(outputs), nil, nil, logger, calls) }

    /// Makes a session for a source, without further wishes.
    ///
    /// - Parameters:
    ///   - source: The source of the pictures.
    ///   - outputs: They get every good frame, each by its own policy.
    ///   - encoder: Makes the encoder of a test card in a compressed format; nil where such a card is refused.
    public convenience init(
        _ source: Source, outputs: [FrameOutput] = [],
        encoder: (@Sendable () throws -> any PlaneEncoder)? = nil
    ) {
        self.init(CaptureConfiguration(source), outputs: outputs, encoder: encoder)
    }

    deinit { core.abandon() }

    // MARK: - Outputs

    /// Adds an output, which gets the frames from the next one on.
    public func add(_ output: FrameOutput) { core.outputs.add(output) }

    /// Removes an output; the frames that it holds stay in it.
    public func remove(_ output: FrameOutput) { core.outputs.remove(output) }

    // MARK: - Running

    /// Opens the source and waits for its first frame; a session that runs goes on.
    ///
    /// - Parameter waits: True to look on for a source that is not there, or busy, until it comes or the session is stopped. The call throws
    ///   all the same: ``states`` tell when it runs.
    /// - Returns: The mode of the frames.
    /// - Throws: The reason why no frames come, or that the session was stopped meanwhile.
    @discardableResult
    public func start(waits: Bool = false) async throws(CaptureFault) -> CaptureMode {
        try await result { core.start(waits: waits, $0) }
    }

    /// Opens the source; a session that runs goes on.
    ///
    /// - Parameters:
    ///   - waits: True to look on for a source that is not there, or busy, until it comes or the session is stopped. The closure gets the
    ///     fault all the same: ``states`` tell when it runs.
    ///   - done: Called once on the session's thread with the mode of the first frame, or the reason why none comes; must not block.
    public func start(
        waits: Bool = false, _ done: @escaping @Sendable (Result<CaptureMode, CaptureFault>) -> Void
    ) { core.start(waits: waits, done) }

    /// Ends the run and gives the camera up, at once: also while it is being opened.
    ///
    /// Frames that are held stay valid, and so do those that wait in queues; one that nobody took of an output of the newest
    /// is let go. A pause ends, too. Waits for the camera's thread, but never longer than three seconds, should a driver hang; so it is not
    /// for closures that the session calls.
    ///
    /// - Returns: True when the camera is free for others; otherwise the driver still holds it, and another call asks again.
    @discardableResult
    public func stop() -> Bool { core.stop() }

    /// Holds the frames back, with the source open, until ``resume()`` or ``stop()``.
    public func pause() { core.setPaused(true) }

    /// Lets the frames come again; what a camera has filled meanwhile is left out.
    public func resume() { core.setPaused(false) }

    // MARK: - Changes

    /// The wishes that hold.
    public var configuration: CaptureConfiguration { core.configuration }

    /// Changes wishes, all in one step: while the session runs, the source is opened with them, and where that fails, everything is as
    /// it was.
    ///
    /// While a lost source is looked for, it is the same: one that can be had takes its place at once.
    ///
    /// Another source is opened beside the old one, whose frames come until the first one of the new; where a bus has no room for both, the
    /// old one makes room.
    ///
    /// - Parameter edit: Changes a copy of the wishes; called once, on the session's thread.
    /// - Returns: The mode of the frames; nil while the session does not run.
    /// - Throws: The reason why the source does not run so; it runs as before, then.
    @discardableResult
    public func configure(
        _ edit: @escaping @Sendable (inout CaptureConfiguration) -> Void
    ) async throws(CaptureFault) -> CaptureMode? {
        try await result { core.configure(edit, $0) }
    }

    /// Changes wishes, as ``configure(_:)`` does.
    ///
    /// - Parameters:
    ///   - edit: Changes a copy of the wishes; called once, on the session's thread.
    ///   - done: Called on the session's thread; must not block.
    public func configure(
        _ edit: @escaping @Sendable (inout CaptureConfiguration) -> Void,
        done: @escaping @Sendable (Result<CaptureMode?, CaptureFault>) -> Void
    ) { core.configure(edit, done) }

    /// Gives up the changes that have been asked for and are not done: each throws ``CaptureFault/Kind/stopped``, and what runs goes on.
    ///
    /// For a user who has chosen something else meanwhile: a camera that sleeps, or hangs, is not waited for any more.
    public func giveUpChanges() { core.giveUpChanges() }

    /// Shows another source, and keeps this one where that fails.
    ///
    /// - Parameter source: The source.
    /// - Returns: The mode of its frames; nil while the session does not run.
    /// - Throws: The reason why it does not run.
    @discardableResult
    public func switchTo(_ source: Source) async throws(CaptureFault) -> CaptureMode? {
        try await configure { $0.source = source }
    }

    private func result<Value: Sendable>(
        _ begin: (@escaping @Sendable (Result<Value, CaptureFault>) -> Void) -> Void
    ) async throws(CaptureFault) -> Value {
        let result: Result<Value, CaptureFault> = await withCheckedContinuation { continuation in
            begin { continuation.resume(returning: $0) }
        }
        return try result.get()
    }

    // MARK: - Controls

    /// Opens the controls of the camera whose frames come: brightness, exposure, focus, zoom and others.
    ///
    /// They are those of this camera as long as it is plugged in, whatever the session goes on to. Wishes that are to hold again after it was
    /// lost belong into ``CaptureConfiguration/controls``.
    ///
    /// - Throws: ``CaptureFault/Kind/unsupported`` while no camera runs.
    public func controls() throws(CaptureFault) -> CameraControls { try core.controls() }

    /// The faults of those ``CaptureConfiguration/controls`` that the camera did not take when it was opened.
    public var controlFaults: [CaptureFault] { core.controlFaults }

    // MARK: - Modes

    /// The modes that the camera offers whose frames come: formats that can be shown, sizes in pixels, and rates in frames per second, in the
    /// camera's own order.
    ///
    /// None while no camera runs, and for other sources, which have one mode. They were read when the camera was opened
    /// (`VIDIOC_ENUM_FMT`, `VIDIOC_ENUM_FRAMESIZES`, `VIDIOC_ENUM_FRAMEINTERVALS`), so nobody waits for it here, on whichever thread, and
    /// nothing can fail; an input whose signal has changed is opened anew by the session, and offers what it has then. A mode is chosen by
    /// ``CaptureConfiguration/mode``: strict wishes get exactly that, or a fault, with the old mode going on.
    public var offeredModes: [ModeOffer] { core.offeredModes }

    // MARK: - News

    /// The state now.
    public var state: CaptureState { core.news.state }

    /// The states from now on, beginning with the present one; a reader that is slow misses those in between.
    public var states: AsyncStream<CaptureState> { core.news.states }

    /// Sets the closure to call with each new state, on the session's threads and on those that call ``stop()``, ``pause()`` and
    /// ``resume()``.
    ///
    /// It must not block, and not call ``stop()``.
    ///
    /// - Parameters:
    ///   - observer: Each has a closure of its own; it is not kept alive.
    ///   - changed: The closure; nil for none any more.
    public func onState(of observer: AnyObject, _ changed: (@Sendable (CaptureState) -> Void)?) {
        core.news.observe(by: observer, changed)
    }

    /// Sets the closure to call with each new state, as ``onState(of:_:)`` does; nil for none.
    ///
    /// It must not block, and not call ``stop()``.
    public func onState(_ changed: (@Sendable (CaptureState) -> Void)?) { onState(of: self, changed) }

    /// The counts so far, of all runs.
    public var statistics: CaptureStatistics { core.statistics }

    /// The moments of the last run's first steps; nil before the first.
    public var firstSteps: CaptureStart? { core.firstSteps }

    /// The processor time that the camera's threads have used, in nanoseconds.
    public var processorTime: Int64 { core.processorTime }
}
