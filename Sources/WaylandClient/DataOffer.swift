internal import Glibc
internal import LinuxIO

/// Data that another program offers, of which a text is read (`wl_data_offer`).
final class DataOffer {
    /// The kinds of text, the best one first.
    private static let texts = ["text/plain;charset=utf-8", "utf8_string", "text/plain"]
    /// The most kinds that are kept: nobody needs more.
    private static let mostKinds = 256
    private static let mostBytes = 1 << 16
    /// The time in which the other program must have written everything, in nanoseconds.
    private static let patience: Int64 = 2_000_000_000

    let proxy: WlDataOffer
    private var kinds: [String] = []
    /// Hears the text that is being read; nil while none is.
    private var done: ((String) -> Void)?

    init(_ proxy: WlDataOffer) {
        self.proxy = proxy
        proxy.listen { [weak self] event in
            if case .offer(let kind) = event, let self, kinds.count < Self.mostKinds { kinds.append(kind) }
        }
    }

    deinit { proxy.destroy() }

    /// Asks for the text, and reads it on a thread of its own: the other program may write late, or not at all.
    ///
    /// - Parameters:
    ///   - inbox: The way back to the connection's thread.
    ///   - done: Called later, unless the time has passed or something else is offered by then.
    /// - Returns: False where there is no text, or it is being read already.
    func readText(_ inbox: EventLoop.Inbox, _ done: @escaping (String) -> Void) -> Bool {
        let known = kinds.map { ($0, $0.lowercased()) }
        let kind = Self.texts.lazy.compactMap { text in known.first { $0.1 == text }?.0 }.first
        var ends: [Int32] = [0, 0]
        guard self.done == nil, let kind, unsafe pipe(&ends) == 0 else { return false }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let (deadline, me) = (MonotonicClock.now() + Self.patience, LoopBound(self))
        proxy.receive(mimeType: kind, fd: ends[1])
        close(ends[1])
        self.done = done
        let isBegun = DataPipe.serve(Descriptor(owning: ends[0])) { pipe in
            let bytes = DataPipe.read(pipe, most: Self.mostBytes, until: deadline)
            inbox.post { me.object?.finish(bytes) }
        }
        if !isBegun { self.done = nil }
        return isBegun
    }

    private func finish(_ bytes: [UInt8]?) {
        let done = done
        self.done = nil
        guard let bytes else { return }
        let text = String(decoding: bytes, as: UTF8.self)
        // The end may lie in the midst of a character.
        let isCut = bytes.count == Self.mostBytes && text.last == "\u{FFFD}"
        done?(isCut ? String(text.dropLast()) : text)
    }
}
