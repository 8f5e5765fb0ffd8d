internal import Frames

/// The route that leaves a frame where it is, for a drawing by the processor.
///
/// A drawing reads each sample several times. Where the processor's caches do not hold the memory, as that of some boards' cameras, one copy
/// is faster, and the route refuses.
final class InPlaceRoute: FrameRoute {
    let name = "in place"
    let reason = "the processor draws, and it sees the source's memory"
    /// The slowest reading at which drawing in place is faster, in bytes a second: what is not cached is read at a tenth to half of
    /// it, and memory of the slowest boards at thrice as much.
    private static let slowest = 600e6

    private let rate: (Frame) -> Double?
    /// The source whose memory was measured, and the refusal that followed.
    private var measured: (origin: MemoryOrigin, refusal: String?)?

    /// Prepares the route.
    ///
    /// - Parameter rate: Measures how fast the processor reads a frame, in bytes a second; nil when there is too little of it.
    init(rate: @escaping (Frame) -> Double? = ReadingRate.measure) { self.rate = rate }

    func refusal(of frame: Frame) -> String? {
        if let measured, measured.origin === frame.buffer.origin { return measured.refusal }
        var refusal: String?
        if let rate = rate(frame), rate < Self.slowest {
            refusal =
                "the processor reads this memory at \(Int(rate / 1e6)) MB/s only, so that one copy costs less"
        }
        measured = (frame.buffer.origin, refusal)
        return refusal
    }

    func load(_ frame: Frame, _ picture: Picture) throws(FrameError) -> RouteAnswer {
        .imported(picture, .memory)
    }
}
