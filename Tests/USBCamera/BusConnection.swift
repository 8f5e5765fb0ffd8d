import Glibc
import LinuxIO

/// What the bus asks of a device.
enum BusRequest {
    /// A transfer by the control endpoint.
    case control(number: UInt32, Setup, [UInt8])
    /// Room for as many bytes of pictures.
    case pictures(number: UInt32, room: Int)
    /// A request that is not wanted any more.
    case withdrawal(number: UInt32, of: UInt32)
}

/// The first bytes of a control transfer.
struct Setup {
    let kind: UInt8
    let request: UInt8
    let value: UInt16
    let index: UInt16
    let length: UInt16

    init(_ bytes: ArraySlice<UInt8>) {
        let bytes = Array(bytes)
        kind = bytes[0]
        request = bytes[1]
        value = UInt16(bytes[2]) | UInt16(bytes[3]) << 8
        index = UInt16(bytes[4]) | UInt16(bytes[5]) << 8
        length = UInt16(bytes[6]) | UInt16(bytes[7]) << 8
    }
}

/// One end of a socket whose other end the kernel takes for a USB device (USB/IP).
final class BusConnection {
    private static let headerLength = 48
    private let descriptor: Descriptor

    /// Plugs a device with high speed into a port.
    init(port: Int) throws {
        var ends: [Int32] = [0, 0]
        _ = try systemCall("socketpair") {
            socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
        }
        descriptor = Descriptor(owning: ends[0])
        // The kernel keeps an end of its own.
        let other = Descriptor(owning: ends[1])
        let file = try Descriptor.open("/sys/devices/platform/vhci_hcd.0/attach", flags: O_WRONLY)
        let order = Array("\(port) \(other.number) \(port + 1) 3".utf8)
        _ = try systemCall("write", on: "vhci_hcd's attach") { write(file.number, order, order.count) }
    }

    var number: Int32 { descriptor.number }

    /// Reads the next request; nil when the device is detached.
    func next() throws -> BusRequest? {
        guard let header = try read(Self.headerLength) else { return nil }
        func word(_ index: Int) -> UInt32 {
            header[(index * 4)..<(index * 4 + 4)].reduce(0) { $0 << 8 | UInt32($1) }
        }
        let number = word(1)
        if word(0) == 2 { return .withdrawal(number: number, of: word(5)) }
        let (isInput, endpoint, length) = (word(3) == 1, word(4), Int(word(6)))
        if endpoint != 0 { return .pictures(number: number, room: length) }
        guard let data = isInput ? [] : try read(length) else { return nil }
        return .control(number: number, Setup(header[40...]), data)
    }

    /// Answers a request with bytes that it has room for, or none.
    func answer(_ number: UInt32, _ bytes: some Collection<UInt8>) throws {
        try answer(number, count: bytes.count, bytes)
    }

    /// Answers a request whose bytes the device has taken.
    func accept(_ number: UInt32, count: Int) throws { try answer(number, count: count, []) }

    /// Answers that the device does not do this (STALL).
    func stall(_ number: UInt32) throws { try answer(number, status: -EPIPE, count: 0, []) }

    /// Confirms that a request is withdrawn; a request that was answered before has the status 0.
    func confirm(_ number: UInt32, wasPending: Bool) throws {
        try send(header(4, number, status: wasPending ? -ECONNRESET : 0, count: 0))
    }

    private func answer(
        _ number: UInt32, status: Int32 = 0, count: Int, _ bytes: some Collection<UInt8>
    ) throws {
        try send(header(3, number, status: status, count: count) + bytes)
    }

    private func header(_ command: UInt32, _ number: UInt32, status: Int32, count: Int) -> [UInt8] {
        let words = [command, number, 0, 0, 0, UInt32(bitPattern: status), UInt32(count), 0, 0, 0, 0, 0]
        return words.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
    }

    private func send(_ bytes: [UInt8]) throws {
        var done = 0
        while done < bytes.count {
            done += try systemCall("send") {
                bytes.withUnsafeBytes { all in
                    let rest = UnsafeRawBufferPointer(rebasing: all[done...])
                    return Glibc.send(number, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
                }
            }
        }
    }

    private func read(_ count: Int) throws -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let more = try bytes.withUnsafeMutableBytes { all in
                try descriptor.read(into: UnsafeMutableRawBufferPointer(rebasing: all[done...]))
            }
            if more == 0 { return nil }
            done += more
        }
        return bytes
    }
}
