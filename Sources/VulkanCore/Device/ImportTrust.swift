internal import Synchronization

/// A device's knowledge of imports, for as long as it is open.
///
/// Thread-safe: sources ask on their threads, before they allocate buffers. One lock guards all of it, so that no refusal is lost between
/// what frames have shown and what a test has found.
package final class ImportTrust: Sendable {
    private struct State {
        var known = ImportKnowledge()
        /// The kinds that frames have shown to be read wrongly.
        var seen = ImportKnowledge()
        var barredPaths: [String: String] = [:]
    }

    private let state = Mutex(State())
    private let checks = Atomic(true)

    /// The knowledge; nothing at first.
    package var knowledge: ImportKnowledge {
        get { state.withLock { $0.known } }
        set { state.withLock { $0.known = newValue } }
    }

    /// True while the first frames of each import are compared with what the processor sees; off only to prove that it is needed.
    package var checksFirstFrames: Bool {
        get { checks.load(ordering: .relaxed) }
        set { checks.store(newValue, ordering: .relaxed) }
    }

    /// The paths that draw other bits on the device than the processor, by name, and the first difference in words.
    package var barredPaths: [String: String] { state.withLock { $0.barredPaths } }

    /// The kinds that frames have shown to be read wrongly since the device was opened.
    package var seenRefusals: ImportKnowledge { state.withLock { $0.seen } }

    /// Takes a kind of memory out of use.
    func refuse(_ kind: ImportKnowledge.Kind, _ words: String) {
        state.withLock { state in
            state.seen.refuse(kind, words)
            state.known.refuse(kind, words)
        }
    }

    /// Takes what has been found out about the device; what frames have shown stays.
    ///
    /// - Parameters:
    ///   - knowledge: The knowledge.
    ///   - barredPaths: The paths that draw other bits, and the first difference.
    package func take(_ knowledge: ImportKnowledge, barredPaths: [String: String]) {
        state.withLock { state in
            (state.known, state.barredPaths) = (knowledge, barredPaths)
            for kind in state.seen.verdicts.keys {
                state.known.refuse(kind, state.seen.refusal(of: kind) ?? "")
            }
        }
    }
}
