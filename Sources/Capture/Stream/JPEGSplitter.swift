internal import Glibc

/// A search for the end of a JPEG picture in a stream of them.
///
/// Segments are skipped by their length, since thumbnails in them have ends of their own; entropy-coded data never holds a marker
/// (ITU-T T.81, B.1.1.2 to B.1.1.5).
struct JPEGSplitter {
    /// The error of a stream that has something else in a marker's place.
    struct NoPicture: Error {}

    private enum Marker {
        static let start: UInt8 = 0xd8
        static let end: UInt8 = 0xd9
        static let scan: UInt8 = 0xda
        static let restarts: ClosedRange<UInt8> = 0xd0...0xd7
        static let temporary: UInt8 = 0x01
    }

    private var position = 0
    private var isInScan = false

    /// Looks at a picture again, of which more has been read since the last call.
    ///
    /// - Parameter bytes: The picture from its start, as far as it has been read.
    /// - Throws: ``NoPicture``.
    /// - Returns: The picture's length; nil while its end has not been read.
    mutating func length(in bytes: UnsafeRawBufferPointer) throws(NoPicture) -> Int? {
        while position < bytes.count {
            if isInScan {
                guard unsafe leaveScan(bytes) else { return nil }
            } else {
                guard unsafe bytes[position] == 0xff else { throw NoPicture() }
                guard position + 1 < bytes.count else { return nil }
                let marker = unsafe bytes[position + 1]
                if position == 0, marker != Marker.start { throw NoPicture() }
                if marker == Marker.end { return position + 2 }
                guard unsafe skip(marker, in: bytes) else { return nil }
            }
        }
        return nil
    }

    /// Goes to the end of a marker and its segment.
    ///
    /// - Returns: True when the segment's length has been read.
    private mutating func skip(_ marker: UInt8, in bytes: UnsafeRawBufferPointer) -> Bool {
        if marker == 0xff {
            position += 1
        } else if marker == Marker.start || marker == Marker.temporary || Marker.restarts ~= marker {
            position += 2
        } else {
            guard position + 3 < bytes.count else { return false }
            position += unsafe 2 + Int(bytes[position + 2]) << 8 + Int(bytes[position + 3])
            isInScan = marker == Marker.scan
        }
        return true
    }

    /// Looks for the marker behind entropy-coded data.
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
            if next == 0 || Marker.restarts ~= next {
                position += 2
            } else {
                isInScan = false
                return true
            }
        }
        return false
    }
}
