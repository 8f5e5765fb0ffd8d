internal import CWayland
internal import Glibc
internal import LinuxIO
internal import Synchronization

/// The messages of libwayland itself, which would go to stderr: the last one is kept, because it has the words of a
/// protocol error (`wl_log_set_handler_client`).
enum ClientLog {
    private static let line = Mutex<String?>(nil)

    /// The last message; nil when there was none.
    static var lastLine: String? { line.withLock(\.self) }

    static func install() { unsafe wl_log_set_handler_client { unsafe keepLine($0, $1) } }

    fileprivate static func keep(_ text: String) {
        line.withLock { $0 = text.withoutControls }
    }
}

// Some processors' argument lists are pointers and can be null, others' are not.
private func keepLine(_ format: UnsafePointer<CChar>?, _ arguments: CVaListPointer?) {
    guard let format = unsafe format, let arguments = unsafe arguments else { return }
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { text in
        guard let start = text.baseAddress else { return }
        unsafe vsnprintf(start, text.count, format, arguments)
        ClientLog.keep(unsafe String(cString: start))
    }
}
