internal import Synchronization
internal import VulkanCore

/// The end of a chain in the device's memory: hands out each picture where it lies, without a copy.
///
/// A picture that somebody holds is not written again: the graph goes on in other memory. So that a forgotten picture does not
/// fill the device, only so many may be held at a time; when they are, a run of the context throws
/// ``FilterError/picturesHeld(_:)`` after the other consumers have had their pictures, and the newest one stays.
///
/// Run it by ``FilterContext/run(_:)``, on the context's thread.
public final class DevicePictureOutput: PictureConsumer, @unchecked Sendable {
    // Guarded by their own locks.
    private let pool: PicturePool
    private let kept = Mutex<DevicePicture?>(nil)
    private let deliver: (@Sendable (DevicePicture) -> Void)?

    /// Makes an output.
    ///
    /// - Parameters:
    ///   - limit: The number of its pictures that may be held at a time, ``newest`` included; at least 2.
    ///   - deliver: Called with each picture on the context's thread, when it is done.
    public init(limit: Int = 4, _ deliver: (@Sendable (DevicePicture) -> Void)? = nil) {
        pool = PicturePool(limit: max(2, limit))
        self.deliver = deliver
    }

    /// The newest picture; nil before the first.
    ///
    /// Any thread.
    public var newest: DevicePicture? { kept.withLock { $0 } }

    /// Takes a picture away from the graph that has computed it.
    func claim(
        _ result: FilterRunner.Result, on device: VulkanDevice, _ commands: Commands
    ) throws(FilterError) -> DevicePicture {
        try result.give(from: pool, on: device, commands)
    }

    /// Takes a picture that is done.
    func take(_ picture: DevicePicture) {
        // The one before goes outside of the lock.
        let before = kept.withLock { kept in
            defer { kept = picture }
            return kept
        }
        withExtendedLifetime(before) {}
        deliver?(picture)
    }
}
