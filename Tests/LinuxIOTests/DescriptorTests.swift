import Foundation
import Glibc
import LinuxIO
import Synchronization
import Testing

private func read(_ descriptor: borrowing Descriptor, atMost count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let number = descriptor.number
    let got = try Descriptor(owning: dup(number)).readAll(&bytes)
    return Array(bytes.prefix(got))
}

extension Descriptor {
    fileprivate func readAll(_ bytes: inout [UInt8]) throws -> Int {
        var count = 0
        var failure: (any Error)?
        bytes.withUnsafeMutableBytes { buffer in
            do { count = try unsafe read(into: buffer) } catch { failure = error }
        }
        if let failure { throw failure }
        return count
    }
}

@Test func descriptorClosesWithItsOwner() throws {
    func number() throws -> Int32 {
        let descriptor = try Descriptor.open("/dev/null", flags: O_RDONLY)
        let number = descriptor.number
        #expect(isOpen(number) && fcntl(number, F_GETFD) & FD_CLOEXEC != 0)
        return number
    }
    // Another test may get the number in between, so the file behind it is asked for, not the number alone.
    let number = try number()
    let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")
    #expect(link != "/dev/null")
}

@Test func releasedDescriptorStaysOpen() throws {
    let number = try Descriptor.open("/dev/null", flags: O_RDONLY).release()
    #expect(isOpen(number))
    close(number)
}

@Test func openingNothingSaysWhatAndWhy() {
    let error = SystemError(call: "open", target: "/no/such/file", code: ENOENT)
    #expect(throws: error) { _ = try Descriptor.open("/no/such/file", flags: O_RDONLY) }
    #expect(error.description == "open /no/such/file: No such file or directory")
    #expect(SystemError(call: "poll", code: EIO).description == "poll: Input/output error")
}

@Test func readGivesWhatIsThereAndNothingAtTheEnd() throws {
    let path = "\(NSTemporaryDirectory())/\(UUID().uuidString)"
    try Data([7, 8]).write(to: URL(filePath: path))
    defer { unlink(path) }
    let file = try Descriptor.open(path, flags: O_RDONLY)
    let isFile = file.isRegularFile
    #expect(isFile)
    for _ in 0..<2 {
        let (bytes, rest) = (try read(file, atMost: 3), try read(file, atMost: 3))
        #expect(bytes == [7, 8] && rest.isEmpty)
        try file.seek(to: 0)
    }
}

private func seekFailure(_ descriptor: borrowing Descriptor) -> SystemError? {
    do throws(SystemError) {
        try descriptor.seek(to: 0)
        return nil
    } catch {
        return error
    }
}

@Test func pipesAreNoRegularFiles() throws {
    let pipe = try Pipe()
    pipe.write([1, 2, 3])
    let bytes = try read(pipe.reader, atMost: 8)
    #expect(bytes == [1, 2, 3])
    let isFile = pipe.reader.isRegularFile
    #expect(!isFile)
    let failure = seekFailure(pipe.reader)
    #expect(failure == SystemError(call: "lseek", code: ESPIPE))
}

/// Pipes that several write to, and nobody reads.
struct OfferTests {
    private static let part = Int(PIPE_BUF)

    /// Fills a pipe but for one part.
    private func fill(_ pipe: borrowing Pipe) throws {
        // F_GETPIPE_SZ, which Swift does not import.
        let count = Int(fcntl(pipe.writer.number, 1032)) / Self.part
        for _ in 1..<count { pipe.write([UInt8](repeating: 0, count: Self.part)) }
    }

    @Test func twoWritersOfAFullPipeWaitForNobody() throws {
        for _ in 0..<100 {
            let pipe = try Pipe()
            try fill(pipe)
            let number = pipe.writer.number
            let start = try Gate()
            let taken = Atomic(0)
            let threads = try (0..<4).map { _ in
                try SystemThread(name: "writer") {
                    var bytes = [UInt8](repeating: 1, count: Self.part)[...]
                    _ = start.wait(until: .max)
                    if (try? Descriptor.offer(&bytes, to: number, patience: 0)) == true {
                        taken.add(1, ordering: .relaxed)
                    }
                }
            }
            start.open()
            for thread in threads {
                try #require(thread.join(until: MonotonicClock.now() + 20_000_000_000))
            }
            #expect(taken.load(ordering: .relaxed) == 1)
        }
    }

    @Test func whatIsOfferedComesInOrder() throws {
        let pipe = try Pipe()
        #expect(try Descriptor.offer("one", to: pipe.writer.number))
        #expect(try Descriptor.offer(" two", to: pipe.writer.number))
        #expect(try read(pipe.reader, atMost: 20) == Array("one two".utf8))
    }
}
