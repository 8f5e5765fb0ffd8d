import Faults
import Foundation
import LinuxIO
import Logging
import PictureFiles
import Testing

@testable import Viewfinder

@Suite struct SecondPictureTests {
    private let path = NSTemporaryDirectory() + "second-\(UUID().uuidString).png"

    /// Starts a chain's filter as the window does, and waits for what becomes of its file.
    private func started() throws -> SecondPicture {
        let link = try FilterLink(parsing: "add-blend:with=\(path)")
        let second = try #require(link.second)
        #expect(second.fault == nil)
        let (changed, thread) = (try Gate(), pthread_self())
        try second.start(Logger(label: "test")) {
            #expect(pthread_self() != thread)
            changed.open()
        }
        #expect(changed.wait(until: MonotonicClock.moment(in: 30)))
        return second
    }

    @Test func aFileIsReadByAThreadThatNoWindowWaitsFor() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        try PictureFile(width: 2, height: 1, bytes: [255, 0, 0, 255, 0, 255, 0, 255]).write(to: path)
        #expect(try started().fault == nil)
    }

    @Test func aFileThatCannotBeReadIsTold() throws {
        let fault = try #require(try started().fault)
        #expect(fault.description.contains(path) && fault.description.contains("cannot be read"), "\(fault)")
    }
}
