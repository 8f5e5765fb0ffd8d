internal import LinuxIO
internal import Synchronization

/// The knowledge of a ``SessionCore``, under its lock.
struct SessionValues {
    var configuration: CaptureConfiguration
    var isWanted = false
    /// True once nobody has the session any more.
    var isAbandoned = false
    var isPaused = false
    /// The number of starts that are still to be done: frames are to be expected, though nothing runs yet.
    var starts = 0
    /// The count of stops: work of an earlier start is void.
    var generation = 0
    /// The count of changes that were given up: those that were asked for before are void.
    var givenUp = 0
    /// The generation for which a lost source is looked for; nil while none is.
    var searching: Int?
    /// The name of the camera that ran and is looked for, if one was, and the words of its unplugging, if that was it.
    var lost: (name: String?, unplugged: CaptureFault?)?
    /// The device node of the last run that was begun, and the place where it is plugged in.
    var tried: (node: String, bus: String?)?
    var current: (run: CaptureRun, number: Int)?
    var candidate: (run: CaptureRun, number: Int, opening: SessionOpening)?
    /// Runs that are over and whose threads may not have ended.
    var leaving: [CaptureRun] = []
    var runs = 0
    var totals = CaptureStatistics()
    var processorTime: Int64 = 0
    var firstSteps: CaptureStart?

    /// Moves the run whose frames count to those that leave.
    mutating func retire() {
        guard let run = current?.run else { return }
        current = nil
        if !leaving.contains(where: { $0 === run }) { leaving.append(run) }
    }

    func isWanted(_ generation: Int) -> Bool { isWanted && self.generation == generation }

    /// Tells whether the run whose frames count may be the cause of another one's fault.
    func isInTheWay(_ fault: CaptureFault) -> Bool {
        switch fault.kind {
        case .bandwidth: return true
        case .busy:
            // The same camera by another name, or one of the same device; what another program uses is not to be had either way.
            guard let running = current?.run, let tried else { return false }
            return tried.node == running.node || tried.bus != nil && tried.bus == running.bus
        default: return false
        }
    }
}

/// A run that is being opened, and the bell that ends the wait for it.
final class SessionOpening: Sendable {
    let bell: Wakeup
    private let outcome = Mutex<Result<CaptureMode, CaptureFault>?>(nil)

    init() throws(SystemError) { bell = try Wakeup() }

    func finish(_ result: Result<CaptureMode, CaptureFault>) {
        outcome.withLock { $0 = $0 ?? result }
        bell.ring()
    }

    func wait() -> Result<CaptureMode, CaptureFault> {
        while true {
            if let result = outcome.withLock({ $0 }) { return result }
            bell.wait()
        }
    }
}
