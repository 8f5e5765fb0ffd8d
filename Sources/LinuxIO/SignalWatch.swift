internal import CLinux
internal import Glibc
internal import Synchronization

/// A watch that turns signals such as SIGINT and SIGTERM into events of an ``EventLoop`` (`signalfd`).
///
/// Make it before the first thread starts: threads inherit the mask that keeps the signals from ending the process. Children do not (`fork`).
public final class SignalWatch: EventSource {
    /// The signals that any watch has held, a bit for each.
    private static let held = Atomic<UInt64>(0)
    /// Lets all that was held end children: programs that are started would keep the mask.
    private static let childrenLetThrough: Void = {
        _ = pthread_atfork(nil, nil) {
            var mask = sigset_t([])
            // Without a lock or new memory: other threads had these when the child was made.
            let held = SignalWatch.held.load(ordering: .relaxed)
            for number in 0..<64 where held >> number & 1 != 0 { unsafe sigaddset(&mask, Int32(number)) }
            unsafe pthread_sigmask(SIG_UNBLOCK, &mask, nil)
        }
    }()

    private let signals: [Int32]
    private let watch: Descriptor
    private let received: (Int32) -> Void

    /// Blocks the signals and watches for them.
    ///
    /// - Parameters:
    ///   - signals: The numbers of the signals, for example `SIGTERM`.
    ///   - received: Called on the loop's thread with the signal's number.
    /// - Throws: The error of `signalfd`.
    public init(_ signals: [Int32], received: @escaping (Int32) -> Void) throws(SystemError) {
        var mask = sigset_t(signals)
        let flags = Int32(SFD_NONBLOCK | SFD_CLOEXEC)
        watch = Descriptor(owning: try systemCall("signalfd") { unsafe signalfd(-1, &mask, flags) })
        self.signals = signals
        self.received = received
        Self.childrenLetThrough
        for number in signals { Self.held.bitwiseOr(1 << UInt64(number), ordering: .relaxed) }
        hold()
    }

    /// Keeps the signals for the watch, again; to be called on the thread that made it.
    public func hold() {
        var mask = sigset_t(signals)
        unsafe pthread_sigmask(SIG_BLOCK, &mask, nil)
    }

    /// Lets the signals do to the process what they do by default, from now on; for steps that nobody is to wait for.
    ///
    /// To be called on the thread that made the watch; threads that start meanwhile do not keep them either.
    public func letThrough() {
        var mask = sigset_t(signals)
        unsafe pthread_sigmask(SIG_UNBLOCK, &mask, nil)
    }

    /// The signal descriptor.
    public var descriptor: Int32 { watch.number }

    /// Waits for a signal.
    public func prepareToWait() -> Poll.Events? { .readable }

    /// Reads every signal that has come.
    public func finishWaiting(_ ready: Poll.Events) {
        guard !ready.isEmpty else { return }
        var information = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        while unsafe withUnsafeMutableBytes(of: &information, { (try? unsafe watch.read(into: $0)) == size })
        {
            received(Int32(information.ssi_signo))
        }
    }
}

extension sigset_t {
    fileprivate init(_ signals: [Int32]) {
        self.init()
        unsafe sigemptyset(&self)
        for signal in signals { unsafe sigaddset(&self, signal) }
    }
}
