internal import Synchronization

/// The lock of all graphs' connections.
///
/// Connections change seldom and are small, so one lock for all is simpler than many, and a frame sees either all of
/// a change or nothing of it. What has changed counts each port by itself, so that a change leaves other graphs' plans.
package enum Topology {
    private static let lock = Mutex(())

    /// Reads connections, or changes them.
    static func locked<Result>(_ body: () -> Result) -> Result {
        lock.withLock { _ in Leaving(body()) }.value
    }

    /// Changes connections, unless that would be a misuse.
    ///
    /// - Parameter body: Gives the misuse, before it has changed anything; nil when it has done its work.
    /// - Throws: The misuse.
    static func change(_ body: () -> FilterError?) throws(FilterError) {
        if let fault = locked(body) { throw fault }
    }

    /// The connections of all that some sources need, as they are at one moment.
    ///
    /// - Parameter outputs: Sources.
    /// - Returns: Each port once, however many ways lead to it.
    /// - Throws: A misuse that was noted at one of them, once.
    static func snapshot(of outputs: [any ImageSource]) throws(FilterError) -> Snapshot {
        let result = lock.withLock { _ -> Result<Snapshot, FilterError> in
            var counts: [(count: ChangeCount, value: Int)] = []
            var found: [ObjectIdentifier: Connections] = [:]
            var fault: FilterError?
            walk(outputs) { port in
                found[ObjectIdentifier(port)] = Connections(sources: port.sources, mask: port.mask)
                counts.append((port.changes, port.changes.value))
                if fault == nil { fault = port.takeFault() }
            }
            return fault.map { .failure($0) } ?? .success(Snapshot(changes: counts, connections: found))
        }
        return try result.get()
    }

    /// True when a source needs what enters a port; inside the lock.
    static func needs(_ source: any ImageSource, _ port: InputPort) -> Bool {
        var isFound = false
        walk([source]) { if $0 === port { isFound = true } }
        return isFound
    }

    /// Visits the input port of all that some sources need, each once; inside the lock.
    private static func walk(_ outputs: [any ImageSource], _ visit: (InputPort) -> Void) {
        var seen: Set<ObjectIdentifier> = []
        var open = outputs
        while let source = open.popLast() {
            guard let port = source.output.producer?.planInput, seen.insert(ObjectIdentifier(port)).inserted
            else { continue }
            visit(port)
            open += (port.sources + [port.mask]).compactMap { $0 }
        }
    }

    /// Connections at one moment.
    struct Snapshot: Sendable {
        /// The changes of each input port until then.
        let changes: [(count: ChangeCount, value: Int)]
        /// The sources of each input port.
        let connections: [ObjectIdentifier: Connections]
    }

    /// The sources of an input port.
    struct Connections: Sendable {
        /// The sources in the inputs' order; nil where there is none.
        let sources: [(any ImageSource)?]
        /// The source of the operation's mask.
        let mask: (any ImageSource)?
    }

    private struct Leaving<Value>: @unchecked Sendable {  // What leaves the lock is a copy of references.
        let value: Value
        init(_ value: Value) { self.value = value }
    }
}

/// The port where pictures leave a source or an operation.
///
/// Holds its targets weakly: what nobody shows goes.
public final class OutputPort: @unchecked Sendable {  // Guarded by Topology.
    struct Target {
        weak var consumer: (any ImageConsumer)?
        /// The number of its input, or ``InputPort/maskIndex``.
        let index: Int
    }

    var targets: [Target] = []
    /// The producer that computes the picture.
    package private(set) weak var producer: (any PlanProducer)?

    /// Makes a port.
    init(producer: (any PlanProducer)?) { self.producer = producer }

    /// For a producer that makes its port before it is complete.
    func attach(_ producer: any PlanProducer) { self.producer = producer }

    /// The consumers that get the pictures, in the order in which they were added.
    public var consumers: [any ImageConsumer] { Topology.locked { targets.compactMap(\.consumer) } }
}

/// The port where pictures enter an operation or a consumer.
///
/// Holds its sources strongly: a graph lives as long as something at its end does.
public final class InputPort: @unchecked Sendable {  // Guarded by Topology.
    var sources: [(any ImageSource)?] { didSet { changes.increment() } }
    /// The source of the operation's mask.
    var mask: (any ImageSource)? { didSet { changes.increment() } }
    /// The changes of what enters here, and of whatever else of the operation plans are made for.
    let changes = ChangeCount()
    /// The row in which the operation stands, and which feeds its first input; nil for none.
    weak var row: OperationRow?
    /// The mask's place among the inputs.
    static let maskIndex = -1

    /// The misuses that no call could throw, oldest first.
    private var faults: [FilterError] = []

    /// Makes a port.
    ///
    /// - Parameter maximum: The number of sources it takes.
    public init(maximum: Int) { sources = Array(repeating: nil, count: max(0, maximum)) }

    /// Sets what plans of the operation depend on, and counts the change, if it is one.
    ///
    /// - Parameters:
    ///   - path: The place of the value, which the topology's lock guards.
    ///   - owner: The object that has it.
    ///   - value: The value.
    func set<Owner: AnyObject, Value: Equatable>(
        _ path: ReferenceWritableKeyPath<Owner, Value>, of owner: Owner, to value: Value
    ) {
        Topology.locked {
            guard owner[keyPath: path] != value else { return }
            owner[keyPath: path] = value
            changes.increment()
        }
    }

    /// Keeps a misuse for whoever next wants a picture that needs what enters here.
    func note(_ fault: FilterError) {
        Topology.locked {
            // Of a program that goes wrong for each frame and never asks for a picture, the first few tell enough.
            if faults.count < 16 { faults.append(fault) }
            changes.increment()
        }
    }

    /// The oldest misuse that nobody has been told yet; inside the lock.
    func takeFault() -> FilterError? { faults.isEmpty ? nil : faults.removeFirst() }

    /// The number of sources that it takes.
    public var maximum: Int { Topology.locked { sources.count } }

    /// True when an input has no source.
    public var hasRoom: Bool { Topology.locked { sources.contains { $0 == nil } } }

    /// The oldest misuse that nobody has been told yet, which is told herewith.
    func currentFault() -> FilterError? { Topology.locked { takeFault() } }

    /// The sources now, in the inputs' order; nil where there is none.
    public var current: [(any ImageSource)?] { Topology.locked { sources } }

    /// The source of an input or, at ``maskIndex``, of the mask; inside the lock.
    subscript(index: Int) -> (any ImageSource)? {
        get { index == InputPort.maskIndex ? mask : sources[index] }
        set { if index == InputPort.maskIndex { mask = newValue } else { sources[index] = newValue } }
    }
}

/// A producer of a port's picture.
package protocol PlanProducer: AnyObject {
    /// The port of its inputs; nil for a source.
    var planInput: InputPort? { get }
    /// Says how its picture is computed.
    func describe(to plan: PlanBuilder, _ inputs: [PlanImage]) throws(FilterError) -> PlanImage
}
