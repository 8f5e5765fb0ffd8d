internal import Synchronization

/// A device's knowledge of imports, for as long as it is open.
///
/// Thread-safe: sources ask on their threads, before they allocate buffers.
package final class ImportTrust: Sendable {
    private let known = Mutex(ImportKnowledge())
    /// The kinds that frames have shown to be read wrongly.
    private let seen = Mutex(ImportKnowledge())
    private let barred = Mutex<[String: String]>([:])
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

    /// The paths that draw other bits on the device than the processor, by name, and the first difference in words.
    package var barredPaths: [String: String] { barred.withLock { $0 } }

    /// The kinds that frames have shown to be read wrongly since the device was opened.
    package var seenRefusals: ImportKnowledge { seen.withLock { $0 } }

    /// Takes a kind of memory out of use.
    func refuse(_ kind: ImportKnowledge.Kind, _ words: String) {
        seen.withLock { $0.refuse(kind, words) }
        known.withLock { $0.refuse(kind, words) }
    }

    /// Takes what has been found out about the device; what frames have shown stays.
    ///
    /// - Parameters:
    ///   - knowledge: The knowledge.
    ///   - barredPaths: The paths that draw other bits, and the first difference.
    package func take(_ knowledge: ImportKnowledge, barredPaths: [String: String]) {
        barred.withLock { $0 = barredPaths }
        let seen = seenRefusals
        known.withLock { known in
            known = knowledge
            for kind in seen.verdicts.keys { known.refuse(kind, seen.refusal(of: kind) ?? "") }
        }
    }
}
