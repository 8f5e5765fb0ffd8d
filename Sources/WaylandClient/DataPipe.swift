internal import Glibc
internal import LinuxIO
internal import Synchronization

/// The pipes through which programs hand data to one another, each on a thread of its own: the other program may come late, or not at all.
enum DataPipe {
    /// The most threads at a time: nobody needs more.
    private static let most = 64
    private static let count = Atomic<Int>(0)
    /// The time for which the other program may not read, in nanoseconds.
    private static let patience: Int64 = 5_000_000_000

    /// Works on a pipe, and closes it.
    ///
    /// - Parameters:
    ///   - pipe: The pipe.
    ///   - work: Called on the thread with the pipe's descriptor.
    /// - Returns: False where there is no thread for it.
    @discardableResult
    static func serve(_ pipe: consuming Descriptor, _ work: @escaping @Sendable (Int32) -> Void) -> Bool {
        let number = pipe.release()
        @Sendable func end() {
            close(number)
            count.subtract(1, ordering: .relaxed)
        }
        let isFree = count.add(1, ordering: .relaxed).newValue <= most
        let thread =
            isFree
            ? try? SystemThread(name: "data") {
                work(number)
                end()
            } : nil
        if thread == nil { end() }
        return thread != nil
    }

    /// Writes all bytes, as long as somebody reads them.
    static func write(_ bytes: [UInt8], into number: Int32) {
        // A reader that has gone ends no program.
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGPIPE)
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
        _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
        let wish = Poll.Entry(number, .writable)
        var rest = bytes[...]
        while !rest.isEmpty,
            let ready = try? Poll.wait(for: wish, until: MonotonicClock.now() + patience), ready == .writable
        {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(number, $0.baseAddress, $0.count) }
            rest = count < 0 ? [] : rest.dropFirst(count)
        }
    }

    /// Reads bytes to their end, or the first of more; nil where they have no end in time.
    static func read(_ number: Int32, most: Int, until deadline: Int64) -> [UInt8]? {
        let wish = Poll.Entry(number, .readable)
        var bytes = [UInt8](repeating: 0, count: most)
        var count = 0
        while count < most, let ready = try? Poll.wait(for: wish, until: deadline), !ready.isEmpty {
            let more = unsafe bytes[count...].withUnsafeMutableBytes {
                unsafe Glibc.read(number, $0.baseAddress, $0.count)
            }
            if more <= 0 { return Array(bytes[..<count]) }
            count += more
        }
        return count == most ? bytes : nil
    }
}
