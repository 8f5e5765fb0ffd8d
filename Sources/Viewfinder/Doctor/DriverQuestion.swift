internal import LinuxIO

/// A question to the graphics drivers, on a thread of its own: one that does not come back is given up.
enum DriverQuestion {
    /// The time that drivers get to load and to answer, in seconds.
    private static let patience = 20
    /// The words on drivers that have not answered.
    static let silence = "the graphics drivers have not answered for \(patience) seconds"

    /// Asks, and waits for the answer.
    ///
    /// - Parameter ask: Asks the drivers.
    /// - Returns: The answer; nil where there is none in time.
    static func answer<Answer: Sendable>(to ask: @escaping @Sendable () -> Answer) -> Answer? {
        SystemThread.result(
            name: "ask graphics drivers", until: MonotonicClock.moment(in: patience), of: ask)
    }
}
