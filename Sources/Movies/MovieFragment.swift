/// A fragment of a movie (`moof`; ISO/IEC 14496-12, 8.8) as GStreamer writes it, and the numbers that it leaves out.
///
/// `mp4mux` makes the first sample's size and duration the default of a fragment's track. Once a sample differs, it takes the default away,
/// and writes a number beside each sample of the runs (`trun`) that are there by then (`atom_traf_add_samples`). A later run whose only
/// sample is like the first gets none: nothing tells its size, so FFmpeg gives the whole movie up.
struct MovieFragment {
    private var bytes: [UInt8]
    private var tracks: [Track] = []

    /// Reads a fragment; nil for other bytes, and for those that lie about their lengths.
    init?(_ bytes: [UInt8]) {
        self.bytes = bytes
        guard let whole = MovieBox(in: bytes, at: 0, before: bytes.count), whole.name == "moof",
            whole.end == bytes.count, let boxes = MovieBox.all(in: bytes, whole.content)
        else { return nil }
        for box in boxes where box.name == "traf" {
            guard let track = Track(bytes, box) else { return nil }
            tracks.append(track)
        }
    }

    /// Tells where the samples are when these and the fragment lie elsewhere, and writes the numbers that are left out as their track's
    /// defaults.
    ///
    /// The muxer counts its bytes, so a fragment keeps its length: such defaults take the place of the samples' absolute position, and
    /// the samples are found from the fragment.
    ///
    /// - Parameters:
    ///   - old: The fragment's place in the file until now.
    ///   - place: Its new place.
    ///   - shift: The number of bytes by which its samples are moved.
    /// - Returns: The fragment's bytes; nil where nothing can be done.
    consuming func moved(from old: Int, to place: Int, samplesBy shift: Int) -> [UInt8]? {
        for track in tracks {
            guard track.move(&bytes, from: old, to: place, samplesBy: shift) else { return nil }
        }
        return bytes
    }
}

/// A track of a fragment (`traf`).
private struct Track {
    /// The place of the header's flags (`tfhd`).
    private var header = 0
    private var flags = 0
    private var base = 0
    private var duration: Int?
    private var size: Int?
    private var sampleFlags: Int?
    private var runs: [Run] = []

    // Flags of `tfhd`.
    private static let hasBase = 0x1
    private static let hasDescription = 0x2
    private static let hasDuration = 0x8
    private static let hasSize = 0x10
    private static let hasSampleFlags = 0x20
    private static let isBasedOnFragment = 0x20000

    init?(_ bytes: [UInt8], _ box: MovieBox) {
        guard let boxes = MovieBox.all(in: bytes, box.content) else { return nil }
        for box in boxes {
            switch box.name {
            case "tfhd": guard readHeader(bytes, box) else { return nil }
            case "trun":
                guard let run = Run(bytes, box) else { return nil }
                runs.append(run)
            default: break
            }
        }
        // The first sample has its numbers beside it where they are no defaults any more.
        duration = duration ?? runs.first?.duration
        size = size ?? runs.first?.firstSize
    }

    private mutating func readHeader(_ bytes: [UInt8], _ box: MovieBox) -> Bool {
        header = box.content.lowerBound
        var numbers = Numbers(bytes, box.content)
        flags = numbers.next() & 0xff_ffff
        _ = numbers.next()
        base = flags & Self.hasBase != 0 ? numbers.next() << 32 | numbers.next() : 0
        if flags & Self.hasDescription != 0 { _ = numbers.next() }
        duration = flags & Self.hasDuration != 0 ? numbers.next() : nil
        size = flags & Self.hasSize != 0 ? numbers.next() : nil
        sampleFlags = flags & Self.hasSampleFlags != 0 ? numbers.next() : nil
        return numbers.isInside
    }

    /// True for a track with a sample of unknown size or duration.
    var isIncomplete: Bool {
        runs.contains {
            ($0.flags & Run.hasSizes) | (flags & Self.hasSize) == 0
                || ($0.flags & Run.hasDurations) | (flags & Self.hasDuration) == 0
        }
    }

    /// Writes where the samples are, and the defaults in place of the base where numbers are left out.
    func move(_ bytes: inout [UInt8], from old: Int, to place: Int, samplesBy shift: Int) -> Bool {
        let hasBase = flags & Self.hasBase != 0
        if hasBase, !isIncomplete {
            bytes.put((base &+ shift) >> 32, at: header + 8)
            bytes.put(base &+ shift, at: header + 12)
            return true
        }
        guard hasBase || flags & Self.isBasedOnFragment != 0,
            runs.allSatisfy({ $0.flags & Run.hasOffset != 0 })
        else { return false }
        let start = hasBase ? base : old
        for run in runs { bytes.put(start &+ run.offset &+ shift &- place, at: run.place + 8) }
        return !isIncomplete || complete(&bytes)
    }

    /// Writes the defaults in place of the base.
    private func complete(_ bytes: inout [UInt8]) -> Bool {
        guard let duration, let size, flags & (Self.hasBase | Self.hasDescription) == Self.hasBase else {
            return false
        }
        var (flags, fields) = (flags & ~Self.hasBase | Self.isBasedOnFragment, [duration, size])
        // A default that was there leaves four bytes more, which the usual description of the samples fills.
        if flags & (Self.hasDuration | Self.hasSize) != 0 {
            flags |= Self.hasDescription
            fields.insert(1, at: 0)
        }
        if let sampleFlags { fields.append(sampleFlags) }
        bytes.put(flags | Self.hasDuration | Self.hasSize, at: header)
        for (number, field) in fields.enumerated() { bytes.put(field, at: header + 8 + 4 * number) }
        return true
    }
}

/// Samples of a track that lie together (`trun`).
private struct Run {
    // Flags of `trun`.
    static let hasOffset = 0x1
    static let hasFirstFlags = 0x4
    static let hasDurations = 0x100
    static let hasSizes = 0x200

    /// The place of the flags.
    let place: Int
    let flags: Int
    let count: Int
    /// The samples' place in the file, from their track's base.
    private(set) var offset = 0
    /// The first sample's duration; nil where it is not written.
    private(set) var duration: Int?
    /// The first sample's size; nil where it is not written.
    private(set) var firstSize: Int?

    init?(_ bytes: [UInt8], _ box: MovieBox) {
        place = box.content.lowerBound
        var numbers = Numbers(bytes, box.content)
        flags = numbers.next() & 0xff_ffff
        count = numbers.next()
        if flags & Self.hasOffset != 0 { offset = Int(Int32(truncatingIfNeeded: numbers.next())) }
        if flags & Self.hasFirstFlags != 0 { _ = numbers.next() }
        let others = ((flags >> 10) & 3).nonzeroBitCount
        guard count <= box.content.count else { return nil }
        for _ in 0..<count {
            if flags & Self.hasDurations != 0 {
                let number = numbers.next()
                duration = duration ?? number
            }
            if flags & Self.hasSizes != 0 {
                let number = numbers.next()
                firstSize = firstSize ?? number
            }
            for _ in 0..<others { _ = numbers.next() }
        }
        guard numbers.isInside else { return nil }
    }
}

/// Reads numbers of 32 bits, the highest byte first.
private struct Numbers {
    private let bytes: [UInt8]
    private var place: Range<Int>
    /// False once more was read than there is.
    private(set) var isInside = true

    init(_ bytes: [UInt8], _ place: Range<Int>) { (self.bytes, self.place) = (bytes, place) }

    /// The next number; 0 behind the end.
    mutating func next() -> Int {
        guard place.count >= 4 else {
            isInside = false
            return 0
        }
        defer { place = place.lowerBound + 4..<place.upperBound }
        return bytes.number(at: place.lowerBound)
    }
}
