/// The frames that a program showed between two moments, and their cost.
struct Watch: Codable, Sendable {
    struct Moment {
        var time: Int64
        var next: UInt32
        var program: ProcessReading
        var compositor: ProcessReading
    }

    /// The number of frames that came to stand on the output.
    var shown: Int
    /// The number of frames that were due.
    var due: Int
    /// The number of frames due that the output never showed.
    var lost: Int
    /// The number of lost frames that the program's full pipe kept from being written.
    var unwritten: Int
    /// The program's processor time for each shown frame, in milliseconds.
    var program: Double
    /// The compositor's processor time for each shown frame, in milliseconds.
    var compositor: Double
    /// The time from a frame's stamp to the output, in milliseconds.
    var latency: Percentiles
    /// The values behind ``latency``; not written anywhere.
    var latencies: [Double] = []
    /// The share of shown frames that stood on the output for two refreshes.
    var twoRefreshes: Double?
    /// The most memory that it held since its start, in bytes.
    var peakMemory: Int

    private enum CodingKeys: CodingKey {
        case shown, due, lost, unwritten, program, compositor, latency, twoRefreshes, peakMemory
    }

    /// The processor time of both for each shown frame, in milliseconds.
    var total: Double { program + compositor }

    /// - Parameters:
    ///   - start: The first moment.
    ///   - end: The second one.
    ///   - sightings: All frames that were seen, also before and behind.
    ///   - skipped: The numbers of the frames that were not written.
    ///   - frames: The frames that were written.
    ///   - refresh: The output's period in milliseconds.
    init(
        from start: Moment, to end: Moment, sightings: [Sighting], skipped: [UInt32],
        frames: any MarkedFrames,
        refresh: Double
    ) {
        let inside = sightings.filter { $0.time >= start.time && $0.time < end.time }
        shown = inside.count
        due = Int(end.next - start.next)
        unwritten = skipped.count { $0 >= start.next && $0 < end.next }
        if frames.shownNumber(of: .max) == .max {
            let seen = Set(sightings.map(\.mark.number))
            lost = (start.next..<end.next).count { !seen.contains($0) }
        } else {
            lost = max(0, due - shown)
        }
        let frameCount = Double(max(1, shown))
        program = (end.program.processorTime - start.program.processorTime) / frameCount
        compositor = (end.compositor.processorTime - start.compositor.processorTime) / frameCount
        latencies = inside.filter { $0.mark.microseconds > 0 }
            .map { Double($0.time - Int64($0.mark.microseconds) * 1000) / 1e6 }
        latency = Percentiles(latencies)
        let stays = zip(inside, inside.dropFirst()).map { Double($1.time - $0.time) / 1e6 / refresh }
        twoRefreshes = stays.isEmpty ? nil : Double(stays.count { $0.rounded() == 2 }) / Double(stays.count)
        peakMemory = end.program.peakMemory
    }
}
