import Glibc
import LinuxIO
import Testing

struct SealedMemoryTests {
    @Test func itsSizeStaysWhateverAnotherProcessDoes() throws {
        let memory = try SealedMemory(byteCount: 10_000, name: "test")
        memory.bytes[9_999] = 7
        memory.withDescriptor { number in
            #expect(ftruncate(number, 100) == -1 && errno == EPERM)
            #expect(ftruncate(number, 100_000) == -1 && errno == EPERM)
            var byte: UInt8 = 0
            #expect(pread(number, &byte, 1, 9_999) == 1 && byte == 7)
        }
    }

    @Test func pagesAreTakenWhenTheyAreReserved() throws {
        let memory = try SealedMemory(byteCount: 1 << 30, name: "test")
        func blocks() -> Int {
            memory.withDescriptor { number in
                var facts = stat()
                return fstat(number, &facts) == 0 ? Int(facts.st_blocks) : -1
            }
        }
        #expect(blocks() == 0)
        try memory.reserve(offset: 1 << 20, count: 1 << 16)
        #expect(blocks() == (1 << 16) / 512)
        memory.bytes[1 << 20] = 9
        // What is taken stays as it is.
        try memory.reserve(offset: 1 << 20, count: 1 << 16)
        #expect(memory.bytes[1 << 20] == 9 && blocks() == (1 << 16) / 512)
    }

    @Test func whatCannotBeIsAnError() throws {
        #expect(throws: SystemError.self) { try SealedMemory(byteCount: -1, name: "test") }
        let memory = try SealedMemory(byteCount: 4096, name: "test")
        // It may not grow.
        #expect(throws: SystemError.self) { try memory.reserve(offset: 4096, count: 4096) }
    }
}
