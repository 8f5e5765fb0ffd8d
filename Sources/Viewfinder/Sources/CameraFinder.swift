internal import Capture
internal import LinuxIO
internal import Synchronization

/// A search for cameras on a thread of its own, since opening a sleeping camera can take a second.
final class CameraFinder: Sendable {
    private struct State {
        var hasFound = false
        var isSearching = false
        var isStale = false
    }

    private let state = Mutex(State())
    private let first: String?
    private let found: @Sendable (CameraList.Search) -> Void
    private let putOff: @Sendable () -> Void

    /// Makes a finder.
    ///
    /// - Parameters:
    ///   - first: The id of the camera that is wanted first; nil for any.
    ///   - found: Called on the finder's thread after each search, and in the first one with the first camera, or the one that is wanted,
    ///     alone before, so that it need not wait for the others to wake up.
    ///   - putOff: Called where there is no thread for a search, which has to be asked for again later.
    init(
        first: String? = nil, found: @escaping @Sendable (CameraList.Search) -> Void,
        putOff: @escaping @Sendable () -> Void
    ) {
        (self.first, self.found, self.putOff) = (first, found, putOff)
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
            state.withLock { ($0.isSearching, $0.isStale) = (false, false) }
            putOff()
        }
    }

    private func tellFirst(_ camera: CameraIdentity) {
        guard first == nil || camera.id == first else { return }
        let isFirst = state.withLock { state in
            defer { state.hasFound = true }
            return !state.hasFound
        }
        if isFirst { found(CameraList.Search(cameras: [camera])) }
    }

    private func searchUntilFresh() {
        var isStale = true
        while isStale {
            found(
                CameraList.search { camera in
                    tellFirst(camera)
                    return false
                })
            isStale = state.withLock { state in
                defer { state.isStale = false }
                state.isSearching = state.isStale
                return state.isStale
            }
        }
    }
}
