public import Frames
public import LinuxIO
public import Logging
internal import Synchronization

/// A source at work on a thread of its own: it fills buffers and publishes the newest.
///
/// Thread-safe. A session that is released without ``stop()`` ends by itself soon after.
public final class CaptureSession: Sendable {
    private static let patience = 3

    private let context: CaptureContext
    private let thread: SystemThread
    private let isJoined = Mutex(false)

    /// Starts a session and returns at once; the source is opened on the session's thread.
    ///
    /// Every session reports ``CaptureEvent/opened(_:)`` and ``CaptureEvent/streaming(_:)`` once and then, unless it
    /// is stopped, one of ``CaptureEvent/failed(_:)`` and ``CaptureEvent/ended``; a source that cannot be opened only
    /// fails.
    ///
    /// - Parameters:
    ///   - source: The source of the pictures.
    ///   - request: The wishes for a camera's mode.
    ///   - output: Gets every good frame, the newest only. Several sessions may share one. While nobody takes
    ///     any, cameras and the test card come only now and then.
    ///   - memory: The exchange by which a camera learns in which memory the frames are read best; nil for plain
    ///     memory.
    ///   - logger: Gets messages that are worth knowing but change nothing.
    ///   - report: Called on the session's thread; must not block and must not call ``stop()``.
    /// - Throws: The error of a thread that cannot be made.
    public init(
        source: Source, request: ModeRequest = ModeRequest(), output: LatestFrame,
        memory: FrameMemoryExchange? = nil, logger: Logger,
        report: @escaping @Sendable (CaptureEvent) -> Void
    ) throws(SystemError) {
        let context = CaptureContext(
            output: output, bell: try Wakeup(), attention: try Wakeup(), memory: memory, logger: logger,
            report: report)
        self.context = context
        thread = try SystemThread(name: "camera") { context.run(source, request) }
    }

    deinit { context.stop() }

    /// Ends the session: nothing is published or reported after it, and the camera is free for others.
    ///
    /// Frames that are still held stay valid; their memory goes with the last of them. Waits for the thread,
    /// but never longer than three seconds, should a driver hang.
    ///
    /// - Returns: True when the thread has ended; otherwise the driver still holds the camera.
    @discardableResult
    public func stop() -> Bool {
        context.stop()
        return isJoined.withLock { isJoined in
            if !isJoined {
                isJoined = true
                return thread.join(within: CaptureSession.patience)
            }
            return true
        }
    }

    /// Counts a frame that a consumer could not use.
    public func countDrop(_ reason: DropReason) { context.counter.dropped(reason) }

    /// The processor time that the session's thread has used, in nanoseconds.
    public var processorTime: Int64 { thread.processorTime }

    /// The session's counts so far.
    public var statistics: CaptureStatistics { context.counter.statistics }

    /// The moments of the session's first steps.
    public var start: CaptureStart { context.start }
}
