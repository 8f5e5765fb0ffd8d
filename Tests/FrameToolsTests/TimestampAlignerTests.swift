import FrameTools
import Frames
import Testing

/// The translation of a source's clock.
struct TimestampAlignerTests {
    private static let interval: Int64 = 33_333_333

    /// A source whose clock drifts and whose frames arrive unevenly.
    private struct Source {
        var random: Seeded
        var drift: Double
        var origin: Int64
        var jitter: Int64 = 10_000_000

        /// The stamp and the arrival of a frame that was taken at this moment of the program's clock.
        mutating func frame(_ time: Int64) -> (stamp: Int64, arrival: Int64) {
            (origin + Int64(Double(time) * (1 + drift)), time + .random(in: 0...jitter, using: &random))
        }
    }

    @Test(arguments: [0, 200e-6, -200e-6, 3000e-6, -3000e-6])
    func driftIsFollowedAndJitterIsSmoothed(drift: Double) {
        var source = Source(random: Seeded(1), drift: drift, origin: 1 << 40)
        var aligner = TimestampAligner()
        var errors: [Double] = []
        for number in 0..<3000 as Range<Int64> {
            let time = number * Self.interval
            let (stamp, arrival) = source.frame(time)
            let aligned = aligner.align(stamp, arrival: arrival)
            if number >= 500 { errors.append(Double(aligned - time)) }
        }
        let mean = errors.reduce(0, +) / Double(errors.count)
        let spread = (errors.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(errors.count)).squareRoot()
        // Arrivals alone have a spread of 2.9 ms; a clock that drifts is followed a hundred frames behind.
        #expect(spread < 1_000_000, "\(spread)")
        #expect(abs(mean) < 6_000_000 + abs(drift) * 3.4e9 * 2, "\(mean)")
    }

    @Test func aJumpIsAcceptedOnce() {
        for jump in [5_000_000_000, -5_000_000_000, 400_000_000] as [Int64] {
            var source = Source(random: Seeded(2), drift: 0, origin: 0)
            var aligner = TimestampAligner()
            var last = Int64.min
            for number in 0..<400 as Range<Int64> {
                if number == 200 { source.origin += jump }
                let (stamp, arrival) = source.frame(number * Self.interval)
                let aligned = aligner.align(stamp, arrival: arrival)
                #expect(aligned <= arrival && aligned > last)
                // Nothing of the jump is left, not even at once.
                #expect(arrival - aligned < 30_000_000, "\(number)")
                last = aligned
            }
        }
    }

    @Test func asLongAsNothingIsKnownNothingIsTranslated() {
        var aligner = TimestampAligner()
        #expect(aligner.translate(5) == nil)
        #expect(aligner.align(100, arrival: 1_000_000_100) == 1_000_000_100)
        #expect(aligner.translate(100) == 1_000_000_100)
        // Asking teaches nothing.
        for stamp in 0..<1000 as Range<Int64> { _ = aligner.translate(stamp * 1_000_000) }
        #expect(aligner.translate(100) == 1_000_000_100)
    }

    @Test func framesThatArriveTogetherGetStampsThatGrowWhereThereIsRoom() {
        var aligner = TimestampAligner()
        #expect(aligner.align(0, arrival: 1_000_000_000) == 1_000_000_000)
        #expect(aligner.align(10, arrival: 1_000_500_000) == 1_000_500_000, "never in the future")
        #expect(aligner.align(20, arrival: 1_000_500_000) == 1_000_500_000)
        #expect(aligner.align(-50_000_000, arrival: 1_010_000_000) == 1_001_500_000, "a millisecond later")
        #expect(aligner.align(30, arrival: 900_000_000) == 1_001_500_000, "never backwards")
    }

    @Test func aFramesStampBecomesMonotonic() throws {
        var aligner = TimestampAligner()
        let frame = try randomFrame(.grey, PixelSize(width: 1, height: 1))
        #expect(aligner.align(frame) == Timestamp(nanoseconds: 6, clock: .monotonic, kind: .generated))
    }

    @Test func noStampRunsBackwardsOrAheadInTenThousandRuns() {
        var random = Seeded(7)
        for run in 0..<10_000 {
            var source = Source(
                random: random, drift: .random(in: -200e-6...200e-6, using: &random),
                origin: .random(in: -1 << 50...1 << 50, using: &random))
            var aligner = TimestampAligner()
            var (last, time, jumped) = (Int64.min, Int64.random(in: 0...1 << 50, using: &random), false)
            for number in 0..<30 {
                time += .random(in: 1_000_000...50_000_000, using: &random)
                if run % 4 == 0, number == 15 {
                    source.origin += 1 << 40
                    jumped = true
                }
                let (stamp, found) = source.frame(time)
                let arrival = max(found, last)
                let aligned = aligner.align(stamp, arrival: arrival)
                #expect(aligned <= arrival && aligned >= last)
                #expect(arrival - aligned < 120_000_000, "\(jumped)")
                last = aligned
            }
            _ = random.next()
        }
    }

    @Test func stampsOfABrokenDriverMayBeAny() {
        var random = Seeded(9)
        var aligner = TimestampAligner()
        let edges: [Int64] = [.min, .max, 0, -1, 1]
        for step in 0..<1000 {
            let stamp = step % 3 == 0 ? edges[step % 5] : Int64(bitPattern: random.next())
            let arrival = step % 7 == 0 ? edges[step % 4] : Int64(bitPattern: random.next())
            _ = aligner.align(stamp, arrival: arrival)
            _ = aligner.translate(stamp)
        }
    }
}
