internal import LinuxIO
internal import Synchronization

/// Buffers for frames that a program makes itself, used again when nobody holds their frames any more.
///
/// Thread-safe: frames come back on any thread, and after the pool has gone.
public final class FrameBufferPool: FrameRecycler {
    private struct State {
        var idle: [FrameBuffer] = []
        /// The numbers that no buffer has.
        var numbers: [Int]
    }

    private let state: Mutex<State>
    private let frames: FramePool

    /// The number of buffers that are not told of.
    private let hidden: Int

    /// Makes a pool without buffers: they are made when they are needed.
    ///
    /// - Parameter limit: The number of frames that may be held at a time, 1 to 2²⁰.
    public convenience init(limit: Int = 8) { self.init(limit: limit, hidden: 0) }

    private static let mostFrames = 1 << 20

    /// Makes a pool that tells others of fewer buffers than it has.
    init(limit: Int, hidden: Int) {
        self.hidden = hidden
        let limit = min(max(1, limit), Self.mostFrames)
        state = Mutex(State(numbers: Array((0..<limit).reversed())))
        frames = FramePool(bufferCount: limit)
    }

    /// Makes a frame.
    ///
    /// - Parameters:
    ///   - layout: The size, the format and the places of the planes, in one memory; not of a compressed format, whose pictures
    ///     have no size of memory that a layout tells.
    ///   - color: The meaning of the numbers as colours; nil for ``ColorDescription/assumed(for:height:)``.
    ///   - sampleAspect: A pixel's width divided by its height.
    ///   - rotation: The turn that brings the picture upright.
    ///   - isMirrored: True when left and right are exchanged, after the rotation.
    ///   - moment: The moment at which the picture was taken, and its number.
    ///   - fill: Writes the planes; what it does not write is left of an earlier picture.
    /// - Returns: The frame; nil while consumers hold as many as there may be, and for a layout of which there is no picture
    ///   (`FrameLayout.check`).
    /// - Throws: The error of `fill`.
    public func frame<Failure: Error>(
        _ layout: FrameLayout, color: ColorDescription? = nil, sampleAspect: Rational = Rational(1),
        rotation: Rotation = .none, isMirrored: Bool = false, at moment: FrameMoment,
        fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) -> Frame? {
        guard (try? layout.check { $0 == 0 ? FrameLayout.mostBytes : nil }) != nil else { return nil }
        let byteCount = layout.byteCount()
        guard let buffer = take([byteCount]) else { return nil }
        let memory = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer.memories[0][..<byteCount])
        do throws(Failure) { try unsafe fill(memory) } catch {
            recycle(buffer)
            throw error
        }
        return frames.frame(
            buffer: buffer, byteCount: byteCount, layout: layout,
            color: color ?? .assumed(for: layout.format, height: layout.size.height),
            sampleAspect: sampleAspect, rotation: rotation, isMirrored: isMirrored,
            timestamp: moment.timestamp, arrival: moment.arrival, sequence: moment.sequence, recycler: self)
    }

    /// Copies a frame, so that its own buffer can go back; nil while consumers hold as many as there may be.
    public func copy(of frame: Frame) -> Frame? {
        let counts = (0..<frame.buffer.memoryCount).map { memory in
            memory == 0 && frame.layout.format.model == .compressed
                ? unsafe min(max(0, frame.byteCount), frame.buffer.memories[memory].count)
                : unsafe frame.buffer.memories[memory].count
        }
        guard let buffer = take(counts) else { return nil }
        for (memory, count) in counts.enumerated() {
            unsafe buffer.memories[memory].copyMemory(
                from: UnsafeRawBufferPointer(rebasing: frame.buffer.memories[memory][..<count]))
        }
        return frame.onBuffer(buffer, recycler: self)
    }

    /// Takes a buffer that fits, or makes one.
    private func take(_ counts: [Int]) -> FrameBuffer? {
        var others: [FrameBuffer] = []
        let (known, number) = state.withLock { state -> (FrameBuffer?, Int?) in
            if let place = state.idle.lastIndex(where: { $0.fits(counts) }) {
                return (state.idle.remove(at: place), nil)
            }
            // Another size has come: what lies here is of no use any more.
            others = state.idle
            state.numbers += others.map(\.index)
            state.idle = []
            return (nil, state.numbers.popLast())
        }
        if let known { return known }
        return number.map { FrameBuffer(index: $0, byteCounts: counts) }
    }

    /// Keeps object and buffer for the next frame.
    public var framePool: FramePool? { frames }

    /// Takes a buffer back.
    public func recycle(_ buffer: FrameBuffer) { state.withLock { $0.idle.append(buffer) } }

    /// The number of frames that can be made until one comes back.
    public var idleCount: Int { max(0, state.withLock { $0.idle.count + $0.numbers.count } - hidden) }
}

extension FrameBuffer {
    /// True when memories of these sizes fit, without much more room than that.
    fileprivate func fits(_ counts: [Int]) -> Bool {
        guard memoryCount == counts.count else { return false }
        return counts.indices.allSatisfy { memory in
            let room = unsafe memories[memory].count
            return room >= counts[memory] && room <= 2 * counts[memory] + 65536
        }
    }
}
