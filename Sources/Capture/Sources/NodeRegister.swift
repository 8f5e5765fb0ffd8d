internal import LinuxIO
internal import Synchronization

/// The device nodes that this program has to do with: who makes calls on them, and which are being closed.
///
/// A driver may take seconds over a call, or never come back from it; nobody is to wait for such a node twice. Thread-safe.
final class NodeRegister: Sendable {
    private struct Values {
        var watches: [ObjectIdentifier: CallWatch] = [:]
        var closings: [(node: String, isDone: Gate)] = []
    }

    private let values = Mutex(Values())
    /// The nodes whose signals change soon after each start.
    let unrest = Mutex<[String: SignalUnrest]>([:])
    /// The serial numbers that several devices have had at one time, each behind those of maker and product.
    let sharedSerials = Mutex<Set<String>>([])

    /// Begins to watch the calls of a thread on a node, until ``end(_:)``.
    func begin(_ node: String, isOfRun: Bool) -> CallWatch {
        let watch = CallWatch(node, isOfRun: isOfRun)
        values.withLock { $0.watches[ObjectIdentifier(watch)] = watch }
        return watch
    }

    /// Watches the calls of a thread no more.
    func end(_ watch: CallWatch) { values.withLock { $0.watches[ObjectIdentifier(watch)] = nil } }

    /// Tells whether a call on a node, by whomever here, has lasted for longer than the patience, in nanoseconds.
    func isSilent(_ node: String, patience: Int64) -> Bool {
        values.withLock { $0.watches.values.contains { $0.node == node && $0.lasting > patience } }
    }

    /// Counts the runs of this program that have a node.
    func runs(of node: String) -> Int {
        values.withLock { $0.watches.values.count { $0.node == node && $0.isOfRun } }
    }

    /// Does a closing on a thread of its own: whoever lets the last frame of a camera go does not wait for the driver.
    func close(_ node: String, _ closing: @escaping @Sendable () -> Void) {
        guard let isDone = try? Gate() else { return closing() }
        values.withLock { $0.closings.append((node, isDone)) }
        let work = { @Sendable [self] in
            closing()
            values.withLock { $0.closings.removeAll { $0.isDone === isDone } }
            isDone.open()
        }
        do { _ = try SystemThread(name: "close camera", work) } catch { work() }
    }

    /// Waits until the nodes are closed that are being closed.
    ///
    /// - Returns: True when they are.
    func areClosed(_ nodes: [String], until deadline: Int64) -> Bool {
        let closings = values.withLock { $0.closings.filter { nodes.contains($0.node) } }
        return closings.allSatisfy { $0.isDone.wait(until: deadline) }
    }
}

/// The calls on one device node by one thread: whether one is under way, and for how long.
///
/// Thread-safe.
final class CallWatch: Sendable {
    /// The node, without links.
    let node: String
    /// True for the calls of a run, which streams from the node.
    let isOfRun: Bool
    /// The moment at which the call under way began; 0 while there is none.
    private let began = Atomic<Int64>(0)

    init(_ node: String, isOfRun: Bool) { (self.node, self.isOfRun) = (node, isOfRun) }

    /// The time for which the call under way has lasted, in nanoseconds; 0 while there is none.
    var lasting: Int64 {
        let began = began.load(ordering: .relaxed)
        return began == 0 ? 0 : MonotonicClock.now() - began
    }

    /// Makes a call, which is under way meanwhile, or from a moment on until which it may wait.
    fileprivate func during<Result, Failure>(
        from begin: Int64? = nil, _ call: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        began.store(begin ?? MonotonicClock.now(), ordering: .relaxed)
        defer { began.store(0, ordering: .relaxed) }
        return try call()
    }
}

extension DeviceCalls {
    /// The longest wait for many calls that are slow, in patiences for one.
    private static let mostPatiences: Int64 = 5

    /// The longest time, in nanoseconds, of work in which each call is waited for with patience.
    var longestWork: Int64 { patience * Self.mostPatiences }

    /// The same calls, each noted while it is under way.
    func watched(by watch: CallWatch) -> DeviceCalls {
        var watched = self
        watched.open = { [open] (path) throws(SystemError) in
            try watch.during { () throws(SystemError) in try open(path) }
        }
        watched.adopt = { [adopt] number, isConverting in
            watch.during { adopt(number, isConverting) }
        }
        watched.poll = { [poll] (bell, number, events, deadline) throws(SystemError) in
            guard let deadline else { return try poll(bell, number, events, nil) }
            return try watch.during(from: deadline) { () throws(SystemError) in
                try poll(bell, number, events, deadline)
            }
        }
        watched.unwatchedClose = unwatchedClose ?? close
        watched.close = { [close] number in watch.during { close(number) } }
        unsafe watched.ioctl = { [ioctl = unsafe ioctl] number, request, argument in
            watch.during { unsafe ioctl(number, request, argument) }
        }
        unsafe watched.kernelIoctl = { [kernelIoctl = unsafe kernelIoctl] number, request, argument in
            watch.during { unsafe kernelIoctl(number, request, argument) }
        }
        watched.map = { [map] number, byteCount, place in
            watch.during { map(number, byteCount, place) }
        }
        return watched
    }

    /// Does something with a node on a thread of its own, and waits for it, but not longer than the patience.
    ///
    /// - Parameters:
    ///   - node: The node, without links.
    ///   - patience: The longest time, in nanoseconds.
    ///   - isOfEachCall: True where the patience is for each call on the node, and not for all of the work.
    ///   - work: The work, with these calls.
    /// - Returns: The result; nil where the node's driver does not answer, now or since an earlier call.
    func answer<Result: Sendable>(
        of node: String, within patience: Int64, ofEachCall isOfEachCall: Bool = false,
        _ work: @escaping @Sendable (DeviceCalls) -> Result
    ) -> Result? {
        guard !nodes.isSilent(node, patience: self.patience) else { return nil }
        // Without a descriptor for it the node cannot be opened, either, and the work says why.
        guard let isDone = try? Gate() else { return work(self) }
        let answer = Answer<Result>()
        let watch = nodes.begin(node, isOfRun: false)
        do {
            _ = try SystemThread(name: "ask camera") { [nodes] in
                let result = work(watched(by: watch))
                answer.result.withLock { $0 = result }
                nodes.end(watch)
                isDone.open()
            }
        } catch {
            nodes.end(watch)
            return work(self)
        }
        let end = MonotonicClock.now() + (isOfEachCall ? longestWork : patience)
        var lasting: Int64 = 0
        while !isDone.wait(until: min(end, MonotonicClock.now() + patience - lasting)) {
            lasting = max(0, watch.lasting)
            if !isOfEachCall || lasting >= patience || MonotonicClock.now() >= end { break }
        }
        return answer.result.withLock { $0 }
    }

    /// Does something with a node on a thread of its own, and waits for it as long as none of its calls lasts longer than the patience, and all
    /// together not longer than five of it.
    ///
    /// - Throws: The fault of the work, or of a driver that does not come back from a call.
    func ask<Value: Sendable>(
        _ node: String, _ work: @escaping @Sendable (DeviceCalls) throws(CaptureFault) -> Value
    ) throws(CaptureFault) -> Value {
        let outcome = answer(of: node, within: patience, ofEachCall: true) { calls in
            Result { () throws(CaptureFault) in try work(calls) }
        }
        guard let outcome else { throw CaptureFault(silent: node) }
        return try outcome.get()
    }
}

private final class Answer<Result: Sendable>: Sendable {
    let result = Mutex<Result?>(nil)
}
