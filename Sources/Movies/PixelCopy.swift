internal import Synchronization

/// A copy of a picture's bytes, which their owner may change after ``MovieWriter`` has taken them.
@safe final class PixelCopy: @unchecked Sendable {
    // Sendable: written before anyone else knows it; the pointer never changes.
    let bytes: UnsafeMutableRawBufferPointer

    init(byteCount: Int) { unsafe bytes = .allocate(byteCount: byteCount, alignment: 64) }

    deinit { unsafe bytes.deallocate() }
}

/// The copies that nobody reads any more, to be written again: fresh memory costs more than the copying.
///
/// Thread-safe.
final class PixelCopyPool: Sendable {
    private static let limit = 8
    private let idle = Mutex<[PixelCopy]>([])

    /// Copies some bytes.
    func copy(_ source: UnsafeRawBufferPointer) -> PixelCopy {
        let used = idle.withLock { $0.popLast() }
        let copy: PixelCopy
        if let used, unsafe used.bytes.count >= source.count {
            copy = used
        } else {
            copy = PixelCopy(byteCount: max(1, source.count))
        }
        unsafe copy.bytes.copyMemory(from: source)
        return copy
    }

    /// Takes a copy back, to be written again.
    func recycle(_ copy: PixelCopy) {
        idle.withLock { if $0.count < Self.limit { $0.append(copy) } }
    }
}
