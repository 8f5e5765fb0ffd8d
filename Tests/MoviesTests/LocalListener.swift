import Foundation
import Glibc

/// A listener on a port of this machine, which sees whether anybody connects to it.
final class LocalListener {
    let port: UInt16
    private let number: Int32

    init() throws {
        let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(number, address, size) | listen(number, 8) | getsockname(number, address, &size)
            }
        }
        (port, self.number) = (UInt16(bigEndian: address.sin_port), number)
        guard status == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
    }

    deinit { close(number) }

    /// True when somebody has connected, which the kernel does without us; takes the connection.
    var wasCalled: Bool {
        let call = accept(number, nil, nil)
        if call >= 0 { close(call) }
        return call >= 0
    }
}
