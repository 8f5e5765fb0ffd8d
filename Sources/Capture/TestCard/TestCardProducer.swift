internal import Frames
internal import LinuxIO

/// The test card as a source: frames at exact deadlines, numbered from 0.
///
/// A frame that cannot be made in time is left out, as a camera would do, so that the numbers always tell the
/// time.
struct TestCardProducer: FrameProducer {
    let options: TestCardOptions
    let configuration: CaptureConfiguration

    func run(_ context: CaptureContext) throws(CaptureFault) {
        let compressor =
            options.format.model == .compressed ? try TestCardCompressor(options, by: context.encoder) : nil
        context.note(\.opened)
        var mode = CaptureMode(
            name: "Test card", format: options.format, size: options.size, rate: options.rate,
            color: options.color)
        mode.adopt(configuration)
        context.opened(mode)
        var canvas = TestCardCanvas(options, compressor)
        context.note(\.streaming)
        let pacer = Pacer(rate: options.rate)
        var number: UInt64 = 0
        while !context.isStopped {
            _ = context.restWhileNeglected()
            if context.bell.wait(until: pacer.deadline(number)) { return }
            number = pacer.frame(at: MonotonicClock.now(), from: number)
            let sequence = UInt32(truncatingIfNeeded: number)
            let taken = MonotonicClock.now()
            if let frame = try canvas.draw(sequence, mode, taken: taken) {
                context.captured(sequence: sequence)
                context.publish(consume frame, mode: mode)
            } else {
                context.drop(sequence, .noBuffer, wasCaptured: false)
            }
            canvas.complete()
            number += 1
        }
    }
}

/// Buffers with the test card in them.
private struct TestCardCanvas {
    private let options: TestCardOptions
    private let layout: FrameLayout
    private let buffers: BufferRotation
    private var painter: TestCardPainter
    private let compressor: TestCardCompressor?
    /// The number of buffers that hold the still part.
    private var painted = 0

    init(_ options: TestCardOptions, _ compressor: TestCardCompressor?) {
        (self.options, self.compressor) = (options, compressor)
        layout = FrameLayout(format: options.format, size: options.size)
        if let compressor {
            buffers = BufferRotation(byteCount: compressor.byteCountLimit)
            painter = TestCardPainter(layout: compressor.layout, rate: options.rate, color: options.color)
            unsafe painter.paintStill(into: compressor.bytes)
        } else {
            buffers = BufferRotation(byteCount: layout.byteCount())
            painter = TestCardPainter(layout: layout, rate: options.rate, color: options.color)
            paintNext()
        }
    }

    /// Paints the still part into all buffers but the first, which the first frame does not wait for.
    ///
    /// To be called after the first frame: nobody holds another buffer then.
    mutating func complete() {
        guard compressor == nil else { return }
        while painted < buffers.buffers.count { paintNext() }
    }

    private mutating func paintNext() {
        unsafe painter.paintStill(into: buffers.buffers[painted].memories[0])
        painted += 1
    }

    /// Draws one frame; nil while consumers hold all buffers.
    mutating func draw(_ number: UInt32, _ mode: CaptureMode, taken: Int64) throws(CaptureFault) -> Frame? {
        guard let buffer = buffers.take() else { return nil }
        let memory = unsafe buffer.memories[0]
        var byteCount = memory.count
        if let compressor {
            unsafe painter.paintMoving(number, into: compressor.bytes)
            byteCount = try unsafe compressor.compress(into: memory)
        } else {
            unsafe painter.paintMoving(number, into: memory)
        }
        return buffers.frames.frame(
            buffer: buffer, byteCount: byteCount, layout: layout, color: mode.color, rotation: mode.rotation,
            isMirrored: mode.isMirrored,
            timestamp: Timestamp(nanoseconds: taken, clock: .monotonic, kind: .generated),
            arrival: MonotonicClock.now(), sequence: number, recycler: buffers)
    }
}
