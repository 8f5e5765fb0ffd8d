import Glibc
import LinuxIO
import TestSupport
import Testing

@testable import WaylandClient

/// The compositor's graphics device, as a scripted compositor tells it.
@Suite struct GraphicsFeedbackTests {
    private func device(_ words: [UInt32]?, version: Int = 4) throws -> (DeviceNumber?, ScriptedCompositor) {
        let compositor = try ScriptedCompositor(
            globals: ScriptedCompositor.everything + [("zwp_linux_dmabuf_v1", version)], mainDevice: words)
        let connection = try WaylandConnection(name: compositor.socketPath, logger: LogLines().logger)
        return (connection.graphicsDevice, compositor)
    }

    /// Numbers as glibc's `makedev` makes them.
    @Test(
        arguments: [
            (0xe200, 226, 0), (0xe280, 226, 128), (0xe281, 226, 129), (0xfff1_ffff, 0x1ff, 0xf_ffff),
            (0x1_2000_0003_4500, 0x1_2345, 0),
        ] as [(UInt64, UInt32, UInt32)])
    func theDeviceIsKnownOnceThereIsAConnection(number: UInt64, major: UInt32, minor: UInt32) throws {
        let (device, compositor) = try device([UInt32(truncatingIfNeeded: number), UInt32(number >> 32)])
        #expect(device == DeviceNumber(major: major, minor: minor))
        // Asked once, and let go.
        #expect(compositor.requests("zwp_linux_dmabuf_v1.get_default_feedback").count == 1)
        try eventually("the feedback let go") {
            compositor.requests("zwp_linux_dmabuf_feedback_v1.destroy").count == 1
        }
    }

    @Test func aCompositorThatTellsNoneHasNone() throws {
        #expect(try device(nil).0 == nil)
    }

    @Test(arguments: [[], [1, 2, 3], [UInt32](repeating: .max, count: 300)])
    func nonsenseIsNoDevice(words: [UInt32]) throws {
        #expect(try device(words).0 == nil)
    }

    @Test func earlierVersionsAreNotAsked() throws {
        let (device, compositor) = try device([226 << 8, 0], version: 3)
        #expect(device == nil)
        #expect(compositor.requests("zwp_linux_dmabuf_v1.get_default_feedback").isEmpty)
        #expect(compositor.count(of: "zwp_linux_dmabuf_v1") == 0)
    }

    @Test func theTablesDescriptorIsClosed() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        let reading = Descriptor(owning: ends[0])
        let writing = ends[1]
        let compositor = try ScriptedCompositor(
            globals: ScriptedCompositor.everything + [("zwp_linux_dmabuf_v1", 4)],
            mainDevice: [226 << 8, 0], table: writing)
        let connection = try WaylandConnection(name: compositor.socketPath, logger: LogLines().logger)
        #expect(connection.graphicsDevice != nil)
        close(writing)
        // With the last copy of the writing end the reading end is hung up.
        let ready = try Poll.wait(
            for: Poll.Entry(reading.number, .readable), until: MonotonicClock.now() + 10_000_000_000)
        #expect(!ready.isEmpty)
        withExtendedLifetime(connection) {}
    }
}
