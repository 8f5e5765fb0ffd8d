internal import Synchronization

/// The number of changes of something that plans depend on.
///
/// Any thread. A plan keeps the counts of what it depends on, and not the graph, which goes when nobody else holds it.
final class ChangeCount: Sendable {
    private let changes = Atomic(0)

    /// The number of changes so far.
    var value: Int { changes.load(ordering: .acquiring) }

    /// Counts another change, once it can be seen.
    func increment() { changes.add(1, ordering: .releasing) }
}
