import Foundation
import Glibc
import LinuxIO
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
