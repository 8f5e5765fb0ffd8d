internal import LinuxIO

/// A reader of JPEG pictures that follow each other in a stream.
struct JPEGReader {
    /// The bytes that were read behind the last picture.
    private var rest: [UInt8] = []

    /// Reads a picture.
    ///
    /// - Parameters:
    ///   - reader: The stream, which stands where the last call has left it.
    ///   - memory: Gets the picture and perhaps more.
    /// - Throws: The reason why there is no whole picture.
    /// - Returns: The picture's length.
    mutating func read(
        _ reader: borrowing StreamReader, into memory: UnsafeMutableRawBufferPointer
    ) throws(StreamReader.Shortage) -> Int {
        unsafe memory.copyBytes(from: rest)
        var filled = rest.count
        rest.removeAll(keepingCapacity: true)
        var splitter = JPEGSplitter()
        while true {
            let bytes = unsafe UnsafeRawBufferPointer(rebasing: memory[..<filled])
            do throws(JPEGSplitter.NoPicture) {
                if let length = unsafe try splitter.length(in: bytes) {
                    unsafe rest.append(contentsOf: bytes[length...])
                    return length
                }
            } catch {
                throw .damaged(
                    "has something else where a JPEG picture should begin or go on; write the file once more")
            }
            guard filled < memory.count else {
                throw .damaged("has a JPEG picture that is far too long for its size; check its size")
            }
            let room = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[filled...])
            let count = unsafe try reader.some(into: room)
            if count == 0 { throw .end(filled) }
            filled += count
        }
    }

    /// Forgets the bytes behind the last picture: the stream is read from another place.
    mutating func forget() { rest.removeAll(keepingCapacity: true) }
}
