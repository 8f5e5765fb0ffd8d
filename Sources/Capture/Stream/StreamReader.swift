internal import Glibc
internal import LinuxIO

/// A reader of a file or a pipe that stops when the run stops.
struct StreamReader: ~Copyable {
    /// The reason why a read gave less than it should.
    enum Shortage: Error {
        /// The stream is over, after this number of bytes.
        case end(Int)
        /// The run is to stop.
        case stopped
        /// The bytes are not those that should be there; the words follow the stream's name.
        case damaged(Message)
        /// The kernel refused the read.
        case failed(SystemError)
    }

    /// True when it can be read again from the beginning.
    let isFile: Bool
    private let descriptor: Descriptor
    private let context: CaptureContext

    /// Opens a file or a pipe.
    ///
    /// - Parameters:
    ///   - path: The file or pipe; `-` is the standard input.
    ///   - context: The run, which says when to stop.
    /// - Throws: The error of `open`.
    init(_ path: String, _ context: CaptureContext) throws(SystemError) {
        // Without O_NONBLOCK, opening a named pipe waits until somebody writes to it.
        descriptor = path == "-" ? try .standardInput() : try .open(path, flags: O_RDONLY | O_NONBLOCK)
        isFile = descriptor.isRegularFile
        self.context = context
    }

    /// Fills `bytes` to the end.
    ///
    /// - Parameter bytes: The memory to fill.
    /// - Throws: The reason why it is not full.
    func fill(_ bytes: UnsafeMutableRawBufferPointer) throws(Shortage) {
        var done = 0
        while done < bytes.count {
            try waitUntilReadable()
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[done...])
            let count = try unsafe read(into: rest)
            if count == 0 { throw .end(done) }
            done += count ?? 0
        }
    }

    /// Waits until there are bytes, and reads those that are there.
    ///
    /// - Parameter bytes: The memory that they go to; not empty.
    /// - Throws: The reason why nothing can be read.
    /// - Returns: The number of bytes that came; 0 at the end of the stream.
    func some(into bytes: UnsafeMutableRawBufferPointer) throws(Shortage) -> Int {
        while true {
            try waitUntilReadable()
            if let count = try unsafe read(into: bytes) { return count }
        }
    }

    /// Reads the bytes that are there; nil when another reader of the same pipe was faster.
    private func read(into bytes: UnsafeMutableRawBufferPointer) throws(Shortage) -> Int? {
        do throws(SystemError) {
            return try unsafe descriptor.read(into: bytes)
        } catch {
            if error.code == ErrorCode.wouldBlock { return nil }
            throw .failed(error)
        }
    }

    private func waitUntilReadable() throws(Shortage) {
        guard !context.isStopped else { throw .stopped }
        guard !isFile else { return }
        do throws(SystemError) {
            _ = try Poll.wait(
                for: Poll.Entry(context.bell.descriptor, .readable),
                and: Poll.Entry(descriptor.number, .readable))
        } catch {
            throw .failed(error)
        }
        guard !context.isStopped else { throw .stopped }
    }

    /// Reads up to the end of a line.
    ///
    /// - Parameters:
    ///   - start: The bytes of the line that are there already.
    ///   - limit: The number of bytes after which a line is taken for damaged.
    /// - Returns: The bytes of the line without its end; nil when it is too long.
    /// - Throws: The reason why there is no whole line.
    func line(after start: [UInt8] = [], limit: Int = 1024) throws(Shortage) -> [UInt8]? {
        var line = start
        var byte: [UInt8] = [0]
        while line.last != UInt8(ascii: "\n") {
            guard line.count < limit else { return nil }
            try fill(&byte)
            line.append(byte[0])
        }
        return line.dropLast()
    }

    private func fill(_ bytes: inout [UInt8]) throws(Shortage) {
        try unsafe bytes.withUnsafeMutableBufferPointer { buffer throws(Shortage) in
            try unsafe fill(UnsafeMutableRawBufferPointer(buffer))
        }
    }

    /// Reads `count` bytes.
    ///
    /// - Parameter count: The number of bytes.
    /// - Returns: Exactly that many bytes.
    /// - Throws: The reason why there are fewer.
    func bytes(_ count: Int) throws(Shortage) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        try fill(&bytes)
        return bytes
    }

    /// Goes back to a place of a file.
    ///
    /// - Parameter offset: Bytes from the beginning.
    /// - Throws: The reason why the file cannot be read again.
    func rewind(to offset: Int) throws(Shortage) {
        do throws(SystemError) {
            try descriptor.seek(to: offset)
        } catch {
            throw .failed(error)
        }
    }
}
