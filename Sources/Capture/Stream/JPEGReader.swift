internal import Glibc
internal import LinuxIO

/// A reader of JPEG pictures that follow each other in a stream, with anything between them.
struct JPEGReader {
    /// The most bytes without a picture after which a stream holds none.
    private static let mostOthers = 64 << 20
    static let noPicture = StreamReader.Shortage.damaged("holds no whole JPEG picture; check its format")

    /// The bytes that were read behind the last picture.
    private var rest: [UInt8] = []
    private var splitter = JPEGSplitter()
    /// The number of pictures that were left out since the last call of ``takeLost()``.
    private var lost = 0
    /// True once there were bytes that belong to no picture.
    private(set) var hasOthers = false

    /// Reads the next picture that has an end, or the beginning of another one behind it.
    ///
    /// - Parameters:
    ///   - reader: The stream, which stands where the last call has left it.
    ///   - memory: Gets the picture and perhaps more.
    /// - Throws: The reason why there is no further one.
    /// - Returns: The picture's length.
    mutating func read(
        _ reader: borrowing StreamReader, into memory: UnsafeMutableRawBufferPointer
    ) throws(StreamReader.Shortage) -> Int {
        unsafe memory.copyBytes(from: rest)
        var (filled, passed) = (rest.count, 0)
        rest.removeAll(keepingCapacity: true)
        while true {
            let bytes = unsafe UnsafeRawBufferPointer(rebasing: memory[..<filled])
            var find =
                unsafe splitter.next(in: bytes) ?? (filled == memory.count ? splitter.giveUp(bytes) : nil)
            if find == nil {
                let room = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[filled...])
                let count = unsafe try reader.some(into: room)
                filled += count
                guard count == 0 else { continue }
                find = unsafe splitter.giveUpAtEnd(bytes)
            }
            switch find {
            case .picture(let length)?:
                unsafe rest.append(contentsOf: bytes[length...])
                return length
            case .other(let count, let isPicture)?:
                if isPicture { lost += 1 }
                if let start = memory.baseAddress { unsafe _ = memmove(start, start + count, filled - count) }
                filled -= count
                passed += count
                hasOthers = true
                guard passed < Self.mostOthers else { throw Self.noPicture }
            case nil:
                defer { splitter = JPEGSplitter() }
                hasOthers = hasOthers || filled > 0 && !splitter.isInPicture
                // The last picture may only lack its end.
                if splitter.hasScan { return filled }
                throw .end(splitter.isInPicture ? filled : 0)
            }
        }
    }

    /// The number of pictures that were left out since the last call.
    mutating func takeLost() -> Int {
        defer { lost = 0 }
        return lost
    }

    /// Forgets the bytes behind the last picture: the stream is read from another place.
    mutating func forget() {
        rest.removeAll(keepingCapacity: true)
        splitter = JPEGSplitter()
    }
}
