internal import Synchronization
internal import VulkanView

/// The choices of a view, and the places of its pictures.
///
/// Thread-safe.
final class ViewFacts: Sendable {
    private let facts = Mutex<ViewReport?>(nil)
    private let places = Mutex<[PictureGeometry]>([])

    /// The view's choices; nil before Vulkan is up.
    var report: ViewReport? {
        get { facts.withLock { $0 } }
        set { facts.withLock { $0 = newValue } }
    }

    /// The places of what was shown last.
    var geometry: [PictureGeometry] {
        get { places.withLock { $0 } }
        set { places.withLock { $0 = newValue } }
    }
}
