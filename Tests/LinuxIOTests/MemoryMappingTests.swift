import Foundation
import Glibc
import LinuxIO
import Testing

@Test func mappingsOfOneFileShareItsBytes() throws {
    let path = "\(NSTemporaryDirectory())/\(UUID().uuidString)"
    try Data(repeating: 5, count: 8192).write(to: URL(filePath: path))
    defer { unlink(path) }
    let file = try Descriptor.open(path, flags: O_RDWR)
    let whole = try MemoryMapping(file.number, offset: 0, count: 8192)
    let second = try MemoryMapping(file.number, offset: 4096, count: 4096, writable: false)
    #expect(unsafe whole.bytes.count == 8192 && second.bytes[0] == 5)
    unsafe whole.bytes[4096] = 77
    #expect(unsafe second.bytes[0] == 77)
    #expect(try Data(contentsOf: URL(filePath: path))[4096] == 77)
}

@Test func mappingNothingFails() {
    #expect(throws: SystemError(call: "mmap", code: EBADF)) {
        _ = try MemoryMapping(-1, offset: 0, count: 4096)
    }
}

@Test func mappingsAreGivenBack() throws {
    let path = "\(NSTemporaryDirectory())/\(UUID().uuidString)"
    try Data(repeating: 5, count: 4096).write(to: URL(filePath: path))
    defer { unlink(path) }
    let name = try #require(path.split(separator: "/").last)
    func isMapped() throws -> Bool {
        // Not `String(contentsOfFile:)`, which stops after the first page of a file whose size the kernel calls 0.
        let maps = try #require(try FileHandle(forReadingAtPath: "/proc/self/maps")?.readToEnd())
        return String(decoding: maps, as: UTF8.self).contains(name)
    }
    func map() throws {
        let file = try Descriptor.open(path, flags: O_RDWR)
        let mapping = try MemoryMapping(file.number, offset: 0, count: 4096)
        #expect(try isMapped())
        #expect(unsafe mapping.bytes[0] == 5)
    }
    try map()
    #expect(try !isMapped())
}
