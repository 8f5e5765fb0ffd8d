internal import Frames
internal import LinuxIO

/// A memory of the self-test's own: one buffer, as a source has some.
struct TrialMemory {
    /// The number of bytes: pages enough for the images, few enough to be filled many times.
    static let byteCount = 1 << 16

    let buffer: FrameBuffer

    /// Makes memory.
    ///
    /// - Throws: The reason why there is none.
    init(_ kind: MemoryFinding.Memory) throws(SystemError) {
        buffer =
            switch kind {
            case .anonymousPages: FrameBuffer(index: 0, byteCounts: [Self.byteCount])
            case .filePages: Self.buffer(on: try SharedPages(fileOf: Self.byteCount))
            case .udmabuf: Self.buffer(on: try SharedPages(pagesOf: Self.byteCount))
            case .systemHeap: Self.buffer(on: try SharedPages(heapOf: Self.byteCount))
            }
    }

    /// Takes pages.
    init(_ pages: SharedPages) { buffer = Self.buffer(on: pages) }

    /// Makes a buffer of pages.
    static func buffer(on pages: SharedPages) -> FrameBuffer {
        unsafe FrameBuffer(
            index: 0, memories: [pages.bytes], exports: pages.shared.map { [$0] } ?? [], owner: pages)
    }

    /// Writes a pattern that follows from a number, with ordinary stores.
    ///
    /// - Parameters:
    ///   - number: The number.
    ///   - step: The distance of the lines of 64 bytes that are written; 1 for all of them.
    ///   - isTold: True to tell the kernel of it.
    func fill(_ number: Int, every step: Int = 1, isTold: Bool = false) {
        if isTold { buffer.exports.first?.markWriting(isDone: false) }
        Self.fill(buffer, with: number, every: step)
        if isTold { buffer.exports.first?.markWriting(isDone: true) }
    }

    /// Writes a pattern into a buffer's first memory.
    static func fill(_ buffer: FrameBuffer, with number: Int, every step: Int = 1) {
        guard let memory = unsafe buffer.memories.first else { return }
        let words = unsafe memory.bindMemory(to: UInt64.self)
        let base = UInt64(truncatingIfNeeded: number &+ 1) &* 0x9e37_79b9_7f4a_7c15
        var line = step == 1 ? 0 : number % step
        while line * 8 < words.count {
            for word in line * 8..<min(words.count, line * 8 + 8) {
                let mixed = (base ^ UInt64(word)) &* 0xbf58_476d_1ce4_e5b9
                unsafe words[word] = mixed ^ mixed >> 31
            }
            line += step
        }
    }
}
