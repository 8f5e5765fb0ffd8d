public import Capture
public import LinuxIO
internal import Synchronization

/// The moments at which the steps of the start began and ended, until the first picture is presented.
///
/// Thread-safe: the steps run side by side. After the first picture nobody calls it any more.
public final class StartPhases: Sendable {
    /// The steps, in the order in which they begin on an idle machine.
    public enum Phase: String, CaseIterable, Encodable, Sendable {
        /// The dynamic loader brings the program and its libraries into memory.
        case loading
        /// The program's own beginning, until it looks for a window.
        case arguments
        /// The connection to the compositor and its globals.
        case wayland
        /// The window's surface, until the compositor's first configure.
        case window
        /// The source is opened.
        case cameraOpen
        /// Formats, sizes and rates are asked for, and one is set.
        case cameraMode
        /// Buffers, and `VIDIOC_STREAMON`.
        case cameraStream
        /// The first frame is awaited.
        case cameraFirstFrame
        /// The loader brings the Vulkan drivers into memory.
        case instance
        /// A device is chosen and opened.
        case device
        /// The drawing's Vulkan objects, without those that depend on the pictures' sizes.
        case pipelines
        /// A first drawing that nobody sees: software drivers translate the shaders only now.
        case warm
        /// The window's images are made.
        case swapchain
        /// The first picture is brought to the device and its drawing recorded.
        case firstDraw
        /// The present call; on a software device the drawing itself is in here.
        case firstPresent
    }

    private struct Times {
        var begins = [Int64?](repeating: nil, count: Phase.allCases.count)
        var ends = [Int64?](repeating: nil, count: Phase.allCases.count)
    }

    private let main = MonotonicClock.now()
    private let processorTime = MonotonicClock.processorTime()
    private let times = Mutex(Times())

    /// Notes the beginning of the program's own code; to be made first of all.
    public init() { begin(.arguments, at: main) }

    /// Notes that a step begins; the first time counts.
    public func begin(_ phase: Phase, at time: Int64 = MonotonicClock.now()) {
        times.withLock { $0.begins[phase.place] = $0.begins[phase.place] ?? time }
    }

    /// Notes that a step is over; the first time counts.
    public func end(_ phase: Phase, at time: Int64 = MonotonicClock.now()) {
        times.withLock { $0.ends[phase.place] = $0.ends[phase.place] ?? time }
    }

    /// Notes the begin and end of a step; of a step that is taken again, the first beginning and the last end.
    public func measure<Result, Failure: Error>(
        _ phase: Phase, _ work: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        begin(phase)
        defer { times.withLock { $0.ends[phase.place] = MonotonicClock.now() } }
        return try work()
    }

    /// Takes over the moments that a session noted.
    public func add(_ start: CaptureStart) {
        let moments = [start.began, start.opened, start.modeKnown, start.streaming, start.firstFrame]
        let phases = [Phase.cameraOpen, .cameraMode, .cameraStream, .cameraFirstFrame]
        for (phase, (first, last)) in zip(phases, zip(moments, moments.dropFirst())) {
            if let first { begin(phase, at: first) }
            if let last { end(phase, at: last) }
        }
    }

    /// The moments that were noted so far.
    public var report: StartReport {
        let process = ProcessStart.estimate(seenAt: main, after: processorTime)
        begin(.loading, at: process)
        end(.loading, at: main)
        let times = times.withLock { $0 }
        let phases = Phase.allCases.compactMap { phase -> StartReport.Entry? in
            guard let begin = times.begins[phase.place] else { return nil }
            let end = times.ends[phase.place]
            return StartReport.Entry(
                name: phase, begin: Double(begin - process) / 1e6,
                end: end.map { Double($0 - process) / 1e6 })
        }
        return StartReport(
            processAt: process, mainAt: main, presentedAt: times.ends[Phase.firstPresent.place],
            phases: phases)
    }
}

extension StartPhases.Phase {
    fileprivate var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// The start in `--stats`; moments are nanoseconds of the kernel's monotonic clock, so that others can compare.
public struct StartReport: Encodable, Sendable {
    /// A step, in milliseconds since the process began.
    public struct Entry: Encodable, Sendable {
        /// The step.
        public internal(set) var name: StartPhases.Phase
        /// Its beginning.
        public internal(set) var begin: Double
        /// Its end; nil while it lasts.
        public internal(set) var end: Double?
    }

    /// The moment at which the process began, known to 10 ms.
    public internal(set) var processAt: Int64
    /// The moment at which the program's own code began.
    public internal(set) var mainAt: Int64
    /// The moment at which the call that presented the first picture returned; nil before.
    public internal(set) var presentedAt: Int64?
    /// The steps that have begun, in their order.
    public internal(set) var phases: [Entry]
}
