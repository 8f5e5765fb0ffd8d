internal import CLinux
internal import Glibc

/// Makes a system call again while a signal interrupts it, and turns -1 into the error in `errno`.
///
/// This is the project's only reader of `errno`.
///
/// - Parameters:
///   - name: The C function's name, for the error.
///   - target: The thing that it is called on, for the error.
///   - body: The call itself; -1 means failure.
/// - Throws: The error in `errno`.
/// - Returns: The result of the call.
public func systemCall<Result: SignedInteger>(
    _ name: String, on target: @autoclosure () -> String = "", _ body: () -> Result
) throws(SystemError) -> Result {
    while true {
        let result = body()
        if result != -1 { return result }
        let code = errno
        if code != EINTR { throw SystemError(call: name, target: target(), code: code) }
    }
}
