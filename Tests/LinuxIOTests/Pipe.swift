import Glibc
import LinuxIO
import Testing

/// A pipe whose ends close with their owners.
struct Pipe: ~Copyable {
    let reader: Descriptor
    let writer: Descriptor

    init() throws {
        var ends: [Int32] = [0, 0]
        let failed = unsafe pipe(&ends)
        try #require(failed == 0)
        reader = Descriptor(owning: ends[0])
        writer = Descriptor(owning: ends[1])
    }

    func write(_ bytes: [UInt8]) {
        #expect(unsafe Glibc.write(writer.number, bytes, bytes.count) == bytes.count)
    }
}

func isOpen(_ descriptor: Int32) -> Bool { fcntl(descriptor, F_GETFD) != -1 }

func duplicate(_ descriptor: Int32) -> Int32 { dup(descriptor) }

func currentThreadName() -> String {
    guard let file = unsafe fopen("/proc/thread-self/comm", "r") else { return "" }
    defer { unsafe fclose(file) }
    var text = [CChar](repeating: 0, count: 32)
    guard unsafe fgets(&text, 32, file) != nil else { return "" }
    return String(decoding: text.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
