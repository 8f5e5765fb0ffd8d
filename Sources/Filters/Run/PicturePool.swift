internal import Synchronization
internal import VulkanCore

/// Buffers for pictures that are given away: as many as may be held at a time, and one to go on with.
///
/// Any thread; buffers of another size or device than the newest are not kept.
final class PicturePool: Sendable {
    private struct State {
        var free: [PieceBuffer] = []
        var held = 0
        /// The newest one that was given away.
        var newest: (device: ObjectIdentifier, byteCount: Int)?
    }

    private let state = Mutex(State())
    private let limit: Int

    /// Makes a pool without buffers.
    ///
    /// - Parameter limit: The number of pictures that may be held at a time.
    init(limit: Int) { self.limit = limit }

    /// A buffer for a picture, or to take the place of one that is given away; either way one more is held.
    ///
    /// - Parameters:
    ///   - device: The device.
    ///   - byteCount: The bytes of the picture.
    /// - Returns: One that came back, or a new one.
    /// - Throws: That too many are held, or that the device has no memory.
    func take(_ device: VulkanDevice, byteCount: Int) throws(FilterError) -> PieceBuffer {
        let known = try state.withLock { state throws(FilterError) -> PieceBuffer? in
            guard state.held < limit else { throw .picturesHeld(limit) }
            state.free.removeAll { $0.device !== device || $0.byteCount != byteCount }
            state.newest = (ObjectIdentifier(device), byteCount)
            state.held += 1
            return state.free.popLast()
        }
        if let known { return known }
        do throws(VulkanError) {
            return try PieceBuffer(device: device, byteCount: byteCount)
        } catch {
            state.withLock { $0.held -= 1 }
            throw .vulkan(error)
        }
    }

    /// Takes back the buffer of a picture that nobody holds any more.
    func giveBack(_ piece: PieceBuffer) {
        state.withLock { state in
            state.held -= 1
            guard let newest = state.newest, newest.device == ObjectIdentifier(piece.device),
                newest.byteCount == piece.byteCount
            else { return }
            state.free.append(piece)
        }
    }
}
