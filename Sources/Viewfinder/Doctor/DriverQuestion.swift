internal import LinuxIO
internal import Synchronization

/// A question to the graphics drivers, on a thread of its own: one that does not come back is given up.
enum DriverQuestion {
    /// The time that drivers get to load and to answer, in seconds.
    private static let patience = 20
    /// The words on drivers that have not answered.
    static let silence = "the graphics drivers have not answered for \(patience) seconds"

    /// The answer's place, which outlives a thread that is given up.
    private final class Place<Answer: Sendable>: Sendable {
        let answer = Mutex<Answer?>(nil)
    }

    /// Asks, and waits for the answer.
    ///
    /// - Parameter ask: Asks the drivers.
    /// - Returns: The answer; nil where there is none in time.
    static func answer<Answer: Sendable>(to ask: @escaping @Sendable () -> Answer) -> Answer? {
        let place = Place<Answer>()
        let thread = try? SystemThread(name: "ask graphics drivers") {
            let answer = ask()
            place.answer.withLock { $0 = answer }
        }
        _ = thread?.join(within: patience)
        return place.answer.withLock { $0 }
    }
}
