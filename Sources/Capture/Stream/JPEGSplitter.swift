internal import Glibc

/// A search for JPEG pictures in a stream, with anything between them.
///
/// Segments are skipped by their length, since thumbnails in them have markers of their own; entropy-coded data holds no marker but those of
/// restarts (ITU-T T.81, B.1.1.2 to B.1.1.5).
struct JPEGSplitter {
    /// The bytes at the beginning of those that were read.
    enum Find: Equatable {
        /// A picture; where its end marker is missing it ends before the next picture.
        case picture(Int)
        /// Something else; true where a picture is lost with it.
        case other(Int, isPicture: Bool)
    }

    private enum Marker {
        static let start: UInt8 = 0xd8
        static let end: UInt8 = 0xd9
        static let scan: UInt8 = 0xda
        static let restarts: ClosedRange<UInt8> = 0xd0...0xd7
        static let temporary: UInt8 = 0x01
        static let segments: ClosedRange<UInt8> = 0xc0...0xfe
        /// Those that may stand between two scans: tables, the next scan, the number of lines, a restart interval, a comment.
        static let betweenScans: [UInt8] = [0xc4, 0xcc, 0xda, 0xdb, 0xdc, 0xdd, 0xfe]
    }

    private enum Place { case outside, inHeader, inScan }

    /// That of a scan of four components (B.2.3).
    private static let longestScanHeader = 14
    /// The most bytes of something else that are looked at together.
    private static let longestOther = 65536

    private var place = Place.outside
    private var position = 0
    /// True within a picture of which some of the samples are there.
    private(set) var hasScan = false
    /// True while the rest of a picture that was lost follows.
    private var isRest = false

    /// True within a picture.
    var isInPicture: Bool { place != .outside }

    /// Looks at bytes again, of which more have been read since the last call; those of the last find are not among them any more.
    ///
    /// - Parameter bytes: The bytes.
    /// - Returns: The thing that they begin with; nil while that cannot be told.
    mutating func next(in bytes: UnsafeRawBufferPointer) -> Find? {
        if place == .outside, let find = unsafe findStart(in: bytes) { return find }
        while place != .outside, position < bytes.count {
            if place == .inScan {
                guard unsafe leaveScan(bytes) else { return nil }
            }
            guard unsafe bytes[position] == 0xff else { return unsafe giveUp(bytes) }
            guard position + 1 < bytes.count else { return nil }
            let marker = unsafe bytes[position + 1]
            switch marker {
            case 0xff: position += 1
            case Marker.end: return found(.picture(position + 2))
            case Marker.start where hasScan: return found(.picture(position))
            case Marker.start: return found(.other(position, isPicture: position > 2))
            case Marker.temporary, Marker.restarts: position += 2
            case Marker.segments:
                guard position + 3 < bytes.count else { return nil }
                let length = unsafe Int(bytes[position + 2]) << 8 + Int(bytes[position + 3])
                guard length >= 2, marker != Marker.scan || length <= Self.longestScanHeader else {
                    return unsafe giveUp(bytes)
                }
                position += 2 + length
                if marker == Marker.scan { (place, hasScan) = (.inScan, true) }
            default: return unsafe giveUp(bytes)
            }
        }
        return nil
    }

    /// Leaves a picture out, since it is broken, or has more bytes than a picture can have.
    ///
    /// - Parameter bytes: All that was read.
    /// - Returns: Its bytes, as far as another one may not begin among them.
    mutating func giveUp(_ bytes: UnsafeRawBufferPointer) -> Find {
        let count = unsafe Self.start(in: bytes, from: 2) ?? max(2, bytes.count - 2)
        let find = Find.other(min(count, bytes.count), isPicture: !isRest)
        _ = found(find)
        isRest = true
        return find
    }

    /// Leaves a picture out whose segments reach beyond the stream's end, where another one may begin among its bytes.
    ///
    /// - Parameter bytes: All that was read.
    /// - Returns: Its bytes; nil where nothing is to be left out.
    mutating func giveUpAtEnd(_ bytes: UnsafeRawBufferPointer) -> Find? {
        guard isInPicture, position > bytes.count, unsafe Self.start(in: bytes, from: 2) != nil else {
            return nil
        }
        return unsafe giveUp(bytes)
    }

    private mutating func found(_ find: Find) -> Find {
        (place, position, hasScan, isRest) = (.outside, 0, false, false)
        return find
    }

    /// Enters a picture that the bytes begin with.
    ///
    /// - Returns: The bytes before the next picture; nil in a picture, and where more must be read.
    private mutating func findStart(in bytes: UnsafeRawBufferPointer) -> Find? {
        let start = unsafe Self.start(in: bytes, from: 0)
        if start == 0 {
            (place, position, isRest) = (.inHeader, 2, false)
            return nil
        }
        guard let count = start ?? (bytes.count > Self.longestOther ? bytes.count - 2 : nil) else {
            return nil
        }
        // The end of a picture, whose beginning nobody has seen.
        let isPicture = unsafe !isRest && Self.place(of: Marker.end, in: bytes[..<count], from: 1) != nil
        return .other(count, isPicture: isPicture)
    }

    /// The place at which a picture begins, with a marker behind the first one; nil where there is none.
    private static func start(in bytes: UnsafeRawBufferPointer, from first: Int) -> Int? {
        var first = first
        while let place = unsafe place(of: Marker.start, in: bytes[...], from: first) {
            guard place + 2 < bytes.count else { return nil }
            if unsafe bytes[place + 2] == 0xff { return place }
            first = place + 1
        }
        return nil
    }

    private static func place(
        of marker: UInt8, in bytes: Slice<UnsafeRawBufferPointer>, from first: Int
    ) -> Int? {
        var place = first
        while unsafe place + 1 < bytes.endIndex {
            let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[place..<bytes.endIndex - 1])
            guard let start = rest.baseAddress, let found = unsafe memchr(start, 0xff, rest.count) else {
                return nil
            }
            place += unsafe found - UnsafeMutableRawPointer(mutating: start)
            if unsafe bytes[place + 1] == marker { return place }
            place += 1
        }
        return nil
    }

    /// Looks for the marker behind entropy-coded data; one that cannot stand there is taken for damaged data.
    ///
    /// - Returns: True when it has been read.
    private mutating func leaveScan(_ bytes: UnsafeRawBufferPointer) -> Bool {
        while position < bytes.count {
            let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[position...])
            guard let start = rest.baseAddress, let found = unsafe memchr(start, 0xff, rest.count)
            else {
                position = bytes.count
                return false
            }
            position += unsafe found - UnsafeMutableRawPointer(mutating: start)
            guard position + 1 < bytes.count else { return false }
            let next = unsafe bytes[position + 1]
            if next == Marker.end || next == Marker.start || Marker.betweenScans.contains(next) {
                place = .inHeader
                return true
            }
            position += next == 0xff ? 1 : 2
        }
        return false
    }
}
