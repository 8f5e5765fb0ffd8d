internal import Glibc

/// Puts the header of each piece of MP4 before its samples on the way into the file, as players want it.
///
/// GStreamer (`first-moov-then-finalise`) writes a piece's samples and then its header, and takes the first header away before it writes
/// the whole movie's: VLC plays nothing of a movie that was not ended, and one whose disk is full at its end is lost. Here a piece keeps
/// its place and length, and within it the header comes first; the file only grows until all of it is there. The whole movie's header
/// (`moov`) tells the places of all samples, which are changed to fit.
///
/// For the thread of the pipeline that writes.
final class FragmentOrder {
    /// The descriptor of the file.
    private let file: Int32
    /// The place of the next bytes, as GStreamer counts.
    private var position = 0
    /// The length of the file, as GStreamer counts.
    private var length = 0
    /// The samples whose header has not come, with the boxes around them.
    private var held: [UInt8] = []
    private var start: Int { length - held.count }
    /// The places of samples whose header was put before them, and its length.
    private var moves: [(samples: Range<Int>, shift: Int)] = []
    /// The place of the first piece, and what is to be written there in the end.
    private var beginning: (place: Int, bytes: [UInt8])?
    /// The number of the movie's headers: that of the first piece, and that of all.
    private var headerCount = 0
    /// The place of the piece that is hidden in a box `free` until all of it is in the file: a torn header would spoil the movie.
    private var hidden: Int?

    /// The length of the box `free` before each piece.
    private static let gap = 8
    /// The first place of which 32 bits do not tell.
    private static let farPlace = 1 << 32

    init(file: Int32) { self.file = file }

    /// Goes to a place in the file, as GStreamer counts.
    func seek(to place: Int) { position = place }

    /// Takes bytes.
    ///
    /// - Returns: The bytes that are appended to the file in their place; empty for none.
    func take(_ bytes: [UInt8]) -> [UInt8] {
        uncover()
        defer { position += bytes.count }
        guard position == length else {
            change(bytes)
            return []
        }
        defer { length += bytes.count }
        let box = MovieBox(in: bytes, at: 0, before: bytes.count)
        switch (box?.name, box?.end == bytes.count) {
        case ("moof", true):
            return piece(bytes) { MovieFragment(bytes)?.moved(from: length, to: $0, samplesBy: bytes.count) }
        case ("moov", true):
            headerCount += 1
            if headerCount == 1 { return piece(bytes) { _ in moved(bytes) } }
            guard let all = moved(bytes) else {
                // The movie stays one in pieces.
                headerCount = 1
                return hide(held + bytes)
            }
            return hide(held + all)
        case ("free", false) where held.isEmpty:
            beginning = beginning ?? (length, [])
            held = bytes
        default:
            guard !held.isEmpty else { return bytes }
            held += bytes
        }
        return []
    }

    /// Ends the file: once the whole movie's header is on the disk, one box takes in all that is before it.
    func end() {
        guard headerCount > 1, let beginning, isWritten, fdatasync(file) == 0 else { return }
        // Where this fails, the movie plays as one in pieces.
        write(beginning.bytes, at: beginning.place)
    }

    /// True once the file has all bytes that ``take(_:)`` has given.
    private var isWritten: Bool {
        var status = stat()
        return unsafe fstat(file, &status) == 0 && status.st_size == length
    }

    private func write(_ bytes: [UInt8], at place: Int) {
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe _ = pwrite(file, bytes.baseAddress, bytes.count, off_t(place))
        }
    }

    /// Lets the piece that was written last be seen.
    private func uncover() {
        guard let place = hidden.take(), isWritten else { return }
        write([0, 0, 0, UInt8(Self.gap)], at: place)
    }

    /// A piece, in whose first box all of it lies until it is written.
    private func hide(_ piece: [UInt8]) -> [UInt8] {
        let place = start
        held = []
        guard MovieBox(in: piece, at: 0, before: piece.count)?.end == Self.gap, piece.count < Self.farPlace
        else { return piece }
        hidden = place
        var piece = piece
        piece.put(piece.count, at: 0)
        return piece
    }

    /// Takes bytes that are written over others.
    private func change(_ bytes: [UInt8]) {
        if position >= start, position + bytes.count <= length {
            held.replaceSubrange(position - start..<position - start + bytes.count, with: bytes)
        } else if position == beginning?.place {
            beginning?.bytes = bytes
        }
    }

    /// A piece with its header, which comes first where that can be.
    ///
    /// - Parameters:
    ///   - header: The header as GStreamer writes it behind the samples.
    ///   - moved: Gives the header for a place of its own; nil where it cannot.
    /// - Returns: Both.
    private func piece(_ header: [UInt8], _ moved: (Int) -> [UInt8]?) -> [UInt8] {
        guard MovieBox(in: held, at: 0, before: held.count)?.end == Self.gap,
            // Else the movie's header might have no room for the places.
            start >= Self.farPlace || length + header.count < Self.farPlace
        else { return hide(held + header) }
        moves.append((start..<length, header.count))
        guard let header = moved(start + Self.gap) else {
            moves.removeLast()
            return hide(held + header)
        }
        return hide(held[..<Self.gap] + header + held[Self.gap...])
    }

    /// The movie's header with the places of samples as they are in the file; nil where it cannot be read.
    private func moved(_ header: [UInt8]) -> [UInt8]? {
        var header = header
        return move(&header, in: 8..<header.count) ? header : nil
    }

    private func move(_ header: inout [UInt8], in place: Range<Int>) -> Bool {
        guard let boxes = MovieBox.all(in: header, place) else { return false }
        for box in boxes {
            switch box.name {
            case "trak", "mdia", "minf", "stbl":
                guard move(&header, in: box.content) else { return false }
            case "stco", "co64":
                let (first, width) = (box.content.lowerBound + 8, box.name == "stco" ? 4 : 8)
                guard box.content.count >= 8, (box.end - first) / width >= header.number(at: first - 4) else {
                    return false
                }
                for place in stride(from: first, through: box.end - width, by: width) {
                    let sample = header.number(at: place, count: width)
                    header.put(sample + shift(of: sample), at: place + width - 4)
                    if width == 8 { header.put((sample + shift(of: sample)) >> 32, at: place) }
                }
            default: break
            }
        }
        return true
    }

    /// The number of bytes by which a sample is moved.
    private func shift(of sample: Int) -> Int {
        var range = moves.indices
        while range.count > 1 {
            let middle = range.lowerBound + range.count / 2
            range =
                sample < moves[middle].samples.lowerBound
                ? range.prefix(upTo: middle) : range.suffix(from: middle)
        }
        guard let move = moves[range].first, move.samples.contains(sample) else { return 0 }
        return move.shift
    }
}
