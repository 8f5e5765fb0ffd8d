internal import CLinux
internal import Glibc

/// A system call that failed: its name, its target and the reason.
public struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The C function's name, for example `open`.
    public let call: String
    /// The thing that it was called on, for example `/dev/video0`; empty where there is none to name.
    public let target: String
    /// The value of `errno` after the call.
    public let code: Int32

    /// Makes the error of a call that failed with `code`.
    public init(call: String, target: String = "", code: Int32) {
        self.call = call
        self.target = target
        self.code = code
    }

    /// The reason as the C library words it, for example "No such file or directory".
    public var reason: String {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { text in
            guard let start = text.baseAddress, unsafe strerror_r(code, start, text.count) == 0 else {
                return "error \(code)"
            }
            return unsafe String(cString: start)
        }
    }

    /// The call, the target and the reason in one line.
    public var description: String {
        target.isEmpty ? "\(call): \(reason)" : "\(call) \(target): \(reason)"
    }
}
