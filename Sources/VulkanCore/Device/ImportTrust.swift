internal import Synchronization

/// A device's knowledge of imports, for as long as it is open.
///
/// Thread-safe: sources ask on their threads, before they allocate buffers.
package final class ImportTrust: Sendable {
    private let known = Mutex(ImportKnowledge())
    private let checks = Atomic(true)

    /// The knowledge; nothing at first.
    package var knowledge: ImportKnowledge {
        get { known.withLock { $0 } }
        set { known.withLock { $0 = newValue } }
    }

    /// True while the first frames of each import are compared with what the processor sees; off only to prove that it is needed.
    package var checksFirstFrames: Bool {
        get { checks.load(ordering: .relaxed) }
        set { checks.store(newValue, ordering: .relaxed) }
    }

    /// Takes a kind of memory out of use.
    func refuse(_ kind: ImportKnowledge.Kind, _ words: String) {
        known.withLock { $0.refuse(kind, words) }
    }
}
