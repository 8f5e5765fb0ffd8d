internal import Capture
internal import LinuxIO
internal import Synchronization

/// Looks for cameras on a thread of its own, since asking a sleeping camera for its modes can take a second.
final class CameraFinder: Sendable {
    private struct State {
        var isSearching = false
        var isStale = false
    }

    private let state = Mutex(State())
    private let found: @Sendable (_ cameras: [Camera], _ forbidden: [String]) -> Void

    /// Makes a finder.
    ///
    /// - Parameter found: Called on the finder's thread after each search, with the cameras and with the device nodes
    ///   that this user may not open.
    init(found: @escaping @Sendable (_ cameras: [Camera], _ forbidden: [String]) -> Void) {
        self.found = found
    }

    /// Starts a search; while one is under way, another follows it.
    func search() {
        let isFirst = state.withLock { state in
            defer { state.isSearching = true }
            state.isStale = state.isSearching
            return !state.isSearching
        }
        guard isFirst else { return }
        do {
            _ = try SystemThread(name: "find cameras") { [self] in searchUntilFresh() }
        } catch {
            state.withLock { $0.isSearching = false }
            found([], [])
        }
    }

    private func searchUntilFresh() {
        var isStale = true
        while isStale {
            found(CameraList.cameras(), CameraList.forbiddenNodes())
            isStale = state.withLock { state in
                defer { state.isStale = false }
                state.isSearching = state.isStale
                return state.isStale
            }
        }
    }
}
