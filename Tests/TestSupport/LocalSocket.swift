internal import Glibc
internal import LinuxIO

/// A connection of a test to a socket of the file system, which sends and receives whole pieces and waits for them.
final class LocalSocket: Sendable {
    private let descriptor: Descriptor

    /// Connects.
    ///
    /// - Parameter path: The socket's path.
    /// - Throws: The error of the system's call.
    init(_ path: String) throws {
        let number = try systemCall("socket") { Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) }
        descriptor = Descriptor(owning: number)
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        // Who does not answer for so long never will.
        var limit = timeval(tv_sec: 120, tv_usec: 0)
        setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        _ = try systemCall("connect", on: path) {
            withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
        }
    }

    /// Sends bytes, with a descriptor beside them where one is given.
    ///
    /// - Parameters:
    ///   - bytes: The bytes, few enough for one message.
    ///   - passed: The number of the descriptor, which stays the caller's.
    /// - Throws: ``WireError`` where the other side takes them no more.
    func send(_ bytes: [UInt8], passing passed: Int32? = nil) throws {
        var bytes = bytes
        let size = bytes.count
        // struct cmsghdr and the descriptor, as CMSG_LEN and CMSG_SPACE count them on 64 bits.
        var control: [UInt64] = [20, UInt64(SCM_RIGHTS) << 32 | UInt64(SOL_SOCKET), 0]
        control[2] = UInt64(UInt32(bitPattern: passed ?? 0))
        let sent = bytes.withUnsafeMutableBytes { bytes in
            control.withUnsafeMutableBytes { control in
                var piece = iovec(iov_base: bytes.baseAddress, iov_len: size)
                return withUnsafeMutablePointer(to: &piece) { piece in
                    var header = msghdr()
                    header.msg_iov = piece
                    header.msg_iovlen = 1
                    if passed != nil {
                        header.msg_control = control.baseAddress
                        header.msg_controllen = control.count
                    }
                    return sendmsg(descriptor.number, &header, Int32(MSG_NOSIGNAL))
                }
            }
        }
        guard sent == size else { throw WireError(description: "the other side takes nothing more") }
    }

    /// Waits for so many bytes.
    ///
    /// - Parameter count: The number of bytes.
    /// - Throws: ``WireError`` where the other side has closed the connection, or says nothing for two minutes.
    /// - Returns: The bytes.
    func receive(_ count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let received = bytes.withUnsafeMutableBytes {
            $0.isEmpty ? 0 : recv(descriptor.number, $0.baseAddress, $0.count, Int32(MSG_WAITALL))
        }
        guard received == count else {
            throw WireError(description: "the other side has closed the connection, or says nothing")
        }
        return bytes
    }
}
