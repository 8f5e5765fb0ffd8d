internal import Glibc
internal import LinuxIO

/// Up to three pictures in one piece of memory that is shared with the compositor, of which each is drawn again only after the compositor has
/// released it (`wl_shm_pool`, `wl_buffer.release`).
final class SharedBufferPool {
    /// A picture's place in the memory.
    private struct Slot {
        var buffer: WlBuffer?
        var size = SurfaceSize(width: 0, height: 0)
        var isBusy = false
        /// The parts in which it differs from the newest picture; nil for everything.
        var stale: ChangedRectangles?
    }

    /// A picture that may be drawn now.
    struct Picture {
        let number: Int
        let buffer: WlBuffer
        /// True when it is all zero; else it is the newest picture.
        let isBlank: Bool
    }

    private static let slotCount = 3
    private static let bytesPerPixel = 4

    private let memory: SealedMemory
    private let pool: WlShmPool
    private let slotBytes: Int
    private var slots = [Slot](repeating: Slot(), count: slotCount)
    /// The number of the picture that was shown last.
    private(set) var newest: Int?
    /// Called when the compositor has released a picture.
    var onRelease: (() -> Void)?

    /// The number of bytes from one row to the next.
    static func stride(_ size: SurfaceSize) -> Int { size.width * bytesPerPixel }

    /// Makes memory for pictures of a size, with room to grow: pages are taken only when a picture is drawn.
    ///
    /// - Parameters:
    ///   - globals: The compositor's shared memory.
    ///   - size: The size in pixels.
    /// - Throws: The error of the call that failed; `ENOMEM` where the compositor's side of it cannot be made, `EFBIG` for a size that no pool holds.
    init(_ globals: WlShm, size: SurfaceSize) throws(SystemError) {
        let needed = Self.stride(size) * size.height
        // A pool has at most 2³¹ bytes.
        let largest = (Int(Int32.max) / Self.slotCount) & ~0xfff
        guard needed > 0, needed <= largest else {
            throw SystemError(call: "wl_shm.create_pool", code: EFBIG)
        }
        slotBytes = min(largest, (needed + needed / 2 + 0xfff) & ~0xfff)
        let byteCount = slotBytes * Self.slotCount
        let memory = try SealedMemory(byteCount: byteCount, name: "viewfinder-overlay")
        self.memory = memory
        let pool = memory.withDescriptor { globals.createPool(fd: $0, size: Int32(byteCount)) }
        guard let pool else { throw SystemError(call: "wl_shm.create_pool", code: ENOMEM) }
        self.pool = pool
    }

    deinit {
        for slot in slots { slot.buffer?.destroy() }
        pool.destroy()
    }

    /// True when pictures of a size have their place here, and do not waste most of it.
    func suits(_ size: SurfaceSize) -> Bool {
        let needed = Self.stride(size) * size.height
        return needed <= slotBytes && needed >= slotBytes / 8
    }

    /// Finds a picture that the compositor does not read and brings it up to date.
    ///
    /// - Parameters:
    ///   - size: The size in pixels, which suits.
    ///   - isNew: True when it is to have nothing in common with the newest one.
    /// - Throws: The error when there is no memory.
    /// - Returns: The picture; nil while the compositor has them all.
    func take(_ size: SurfaceSize, isNew: Bool) throws(SystemError) -> Picture? {
        // Many compositors copy a picture and release it at once: then the newest one is drawn on, and there is no other.
        let free = slots.indices.filter { !slots[$0].isBusy }
        guard
            let number = free.first(where: { $0 == newest && slots[$0].size == size })
                ?? free.first(where: { slots[$0].size == size }) ?? free.first
        else { return nil }
        let source = isNew ? nil : newest.flatMap { slots[$0].size == size ? $0 : nil }
        let bytes = Self.stride(size) * size.height
        if slots[number].size != size {
            try memory.reserve(offset: number * slotBytes, count: bytes)
            slots[number].buffer?.destroy()
            slots[number] = Slot()
            slots[number] = Slot(buffer: try makeBuffer(number, size), size: size)
        }
        guard let buffer = slots[number].buffer else { return nil }
        if let source {
            copy(slots[number].stale?.rectangles ?? [SurfaceRectangle(size)], from: source, to: number)
        } else if let start = unsafe bytesOf(number).baseAddress {
            unsafe _ = memset(start, 0, bytes)
        }
        slots[number].stale = ChangedRectangles()
        return Picture(number: number, buffer: buffer, isBlank: source == nil)
    }

    /// The memory of a picture.
    func bytesOf(_ number: Int) -> UnsafeMutableRawBufferPointer {
        let first = number * slotBytes
        return unsafe UnsafeMutableRawBufferPointer(rebasing: memory.bytes[first..<first + slotBytes])
    }

    /// Notes that a picture goes to the compositor, with its changes from the one before.
    func show(_ number: Int, changed: [SurfaceRectangle]) {
        for other in slots.indices where other != number {
            if slots[other].size == slots[number].size {
                slots[other].stale?.add(changed)
            } else {
                slots[other].stale = nil
            }
        }
        slots[number].isBusy = true
        newest = number
    }

    /// Finds the newest picture, if it has a size: it can be shown again as it is.
    ///
    /// One that is not released yet is not shown again: of two uses, one release could be either's.
    func newestBuffer(of size: SurfaceSize) -> WlBuffer? {
        guard let newest, slots[newest].size == size, !slots[newest].isBusy else { return nil }
        return slots[newest].buffer
    }

    /// Notes that the newest picture goes to the compositor again.
    func showNewest() {
        if let newest { slots[newest].isBusy = true }
    }

    // MARK: - Slots

    private func makeBuffer(_ number: Int, _ size: SurfaceSize) throws(SystemError) -> WlBuffer {
        let buffer = pool.createBuffer(
            offset: Int32(number * slotBytes), width: Int32(size.width), height: Int32(size.height),
            stride: Int32(Self.stride(size)), format: .argb8888)
        guard let buffer else { throw SystemError(call: "wl_shm_pool.create_buffer", code: ENOMEM) }
        buffer.listen { [weak self] event in
            guard case .release = event, let self, slots[number].buffer == buffer else { return }
            slots[number].isBusy = false
            onRelease?()
        }
        return buffer
    }

    private func copy(_ parts: [SurfaceRectangle], from source: Int, to target: Int) {
        guard source != target else { return }
        let stride = Self.stride(slots[target].size)
        let (source, target) = unsafe (bytesOf(source), bytesOf(target))
        for part in parts {
            for y in part.y..<part.y + part.height {
                let first = y * stride + part.x * Self.bytesPerPixel
                let row = first..<first + part.width * Self.bytesPerPixel
                unsafe UnsafeMutableRawBufferPointer(rebasing: target[row]).copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: source[row]))
            }
        }
    }
}
