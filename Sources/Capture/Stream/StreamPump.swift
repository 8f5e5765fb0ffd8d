internal import Frames
internal import LinuxIO

/// A pump that reads frame after frame into buffers in rotation and publishes them.
///
/// Confined to the run's thread.
struct StreamPump {
    private static let frameLine = Array("FRAME\n".utf8)

    private let mode: CaptureMode
    private let layout: FrameLayout
    private let headerLength: Int
    private let hasFrameLines: Bool
    /// The number of bytes of a picture and of what is behind it.
    private let frameBytes: Int
    private let buffers: BufferRotation
    /// The buffers for a pipe's frames while consumers hold all others, so that the newest is still the next.
    private let spare: BufferRotation
    private var pacer: Pacer
    private var number: UInt64 = 0
    private var framesSinceStart = 0
    /// The reader of compressed frames, whose length is in the stream.
    private var pictures: JPEGReader?

    /// Makes a pump.
    ///
    /// - Parameters:
    ///   - mode: The mode of its pictures.
    ///   - headerLength: The number of bytes before the first frame.
    ///   - hasFrameLines: True where a line stands before each frame.
    ///   - tail: The number of bytes behind each picture that are passed over.
    init(mode: CaptureMode, headerLength: Int, hasFrameLines: Bool, tail: Int) {
        self.mode = mode
        self.headerLength = headerLength
        self.hasFrameLines = hasFrameLines
        layout = FrameLayout(format: mode.format, size: mode.size)
        // A JPEG picture of noise at the best quality takes less than three bytes for each pixel.
        let isCompressed = mode.format.model == .compressed
        frameBytes = layout.byteCount() + tail
        let byteCount = isCompressed ? 3 * mode.size.width * mode.size.height + 65536 : frameBytes
        buffers = BufferRotation(byteCount: byteCount)
        spare = BufferRotation(count: 1, byteCount: byteCount)
        pictures = isCompressed ? JPEGReader() : nil
        pacer = Pacer(rate: mode.rate ?? Rational(25))
    }

    /// Publishes until the run stops or a pipe ends.
    ///
    /// - Parameters:
    ///   - reader: The stream, which stands behind the header.
    ///   - context: The run, which takes the frames.
    /// - Throws: The reason why nothing more can be read.
    mutating func run(_ reader: borrowing StreamReader, _ context: CaptureContext) throws(StreamReader
        .Shortage)
    {
        while !context.isStopped {
            if reader.isFile { try waitForDeadline(context) }
            let buffer = buffers.take()
            guard let target = buffer ?? (reader.isFile ? nil : spare.buffers[0]) else {
                number += 1
                continue
            }
            let byteCount: Int
            do throws(StreamReader.Shortage) {
                defer { passOver(context) }
                byteCount = try readFrame(reader, into: target)
            } catch {
                if let buffer { buffers.recycle(buffer) }
                guard case .end(let count) = error else { throw error }
                if try isOver(reader, count, context) { return }
                continue
            }
            framesSinceStart += 1
            hand(buffer, byteCount, to: context)
        }
    }

    private mutating func waitForDeadline(_ context: CaptureContext) throws(StreamReader.Shortage) {
        let due = pacer.deadline(number)
        if MonotonicClock.now() > due + 250_000_000 { pacer.restart(at: number) }
        if context.bell.wait(until: due) { throw .stopped }
    }

    /// Reads the bytes of a frame.
    private mutating func readFrame(
        _ reader: borrowing StreamReader, into buffer: FrameBuffer
    ) throws(StreamReader.Shortage) -> Int {
        if hasFrameLines { try readFrameLine(reader) }
        let memory = unsafe buffer.memories[0]
        if let length = unsafe try pictures?.read(reader, into: memory) { return length }
        try unsafe reader.fill(UnsafeMutableRawBufferPointer(rebasing: memory[..<frameBytes]))
        return layout.byteCount()
    }

    /// Counts the pictures that were left out: their time passes, too.
    private mutating func passOver(_ context: CaptureContext) {
        for _ in 0..<(pictures?.takeLost() ?? 0) {
            context.drop(UInt32(truncatingIfNeeded: number), .shortFrame)
            number += 1
        }
    }

    private func readFrameLine(_ reader: borrowing StreamReader) throws(StreamReader.Shortage) {
        let start = try reader.bytes(StreamPump.frameLine.count)
        if start == StreamPump.frameLine { return }
        // The word may be followed by parameters, which change nothing for us.
        guard start.starts(with: StreamPump.frameLine.dropLast()), try reader.line(after: start) != nil else {
            throw .damaged("has something else where a frame should begin; write the file once more")
        }
    }

    /// Tells whether the end of the stream is the end of the source: a file starts again, a pipe is over.
    private mutating func isOver(
        _ reader: borrowing StreamReader, _ count: Int, _ context: CaptureContext
    ) throws(StreamReader.Shortage) -> Bool {
        guard framesSinceStart > 0 else {
            throw count == 0 && pictures?.hasOthers == true ? JPEGReader.noPicture : .end(count)
        }
        if count > 0 { context.drop(UInt32(truncatingIfNeeded: number), .shortFrame) }
        guard reader.isFile else { return true }
        framesSinceStart = 0
        pictures?.forget()
        try reader.rewind(to: headerLength)
        return false
    }

    private mutating func hand(_ buffer: FrameBuffer?, _ byteCount: Int, to context: CaptureContext) {
        let sequence = UInt32(truncatingIfNeeded: number)
        number += 1
        guard let buffer else {
            context.drop(sequence, .noBuffer, wasCaptured: false)
            return
        }
        context.captured(sequence: sequence)
        let now = MonotonicClock.now()
        let frame = buffers.frames.frame(
            buffer: buffer, byteCount: byteCount, layout: layout, color: mode.color,
            sampleAspect: mode.sampleAspect, rotation: mode.rotation, isMirrored: mode.isMirrored,
            timestamp: Timestamp(nanoseconds: now, clock: .monotonic, kind: .generated), arrival: now,
            sequence: sequence, recycler: buffers)
        context.publish(consume frame, mode: mode)
    }
}
