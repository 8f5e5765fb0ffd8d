import Glibc
import LinuxIO
import Logging
import Synchronization
import TestSupport
import Testing

@testable import WaylandClient

/// A client of one window that draws itself in grey: what the application does, without Vulkan.
final class TestClient {
    let loop: EventLoop
    let connection: WaylandConnection
    let window: Window
    var events: [WindowEvent] = []
    /// What presentation-time has told.
    var presented: [PresentedFrame] { frames.values.withLock { $0 } }
    private let frames = PresentedFrames()
    private(set) var loss: WaylandError?
    private var buffers: [WlBuffer] = []

    init(
        display: String, title: String = "test", logger: Logger = LogLines().logger,
        change: (inout WindowOptions) -> Void = { _ in }
    ) throws {
        loop = try EventLoop()
        connection = try WaylandConnection(name: display, logger: logger)
        var options = WindowOptions(
            title: title, applicationID: "org.example.Test", initialSize: SurfaceSize(width: 640, height: 480)
        )
        change(&options)
        window = try Window(connection: connection, options: options, loop: loop, logger: logger)
        loop.add(connection)
        window.onEvent = { [weak self] in self?.events.append($0) }
        window.pacing.onPresented { [frames] frame in frames.values.withLock { $0.append(frame) } }
        connection.onDisconnect = { [weak self] in self?.loss = $0 }
    }

    deinit {
        loop.remove(connection)
        for buffer in buffers { buffer.destroy() }
    }

    var keys: [KeyPress] {
        events.compactMap { event in
            guard case .key(let press) = event else { return nil }
            return press
        }
    }

    var state: SurfaceState { window.pacing.state }

    /// Turns the loop until a condition holds.
    func run(_ what: String, within seconds: Double = 30, until condition: () throws -> Bool) throws {
        let deadline = MonotonicClock.now() + Int64(seconds * 1e9)
        while try !condition() {
            guard MonotonicClock.now() < deadline else {
                throw TestFailure(description: "\(what): \(events) \(state)")
            }
            try loop.turn(until: MonotonicClock.now() + 10_000_000)
        }
    }

    /// Turns the loop for a while.
    func run(milliseconds: Int64) throws {
        let deadline = MonotonicClock.now() + milliseconds * 1_000_000
        while MonotonicClock.now() < deadline { try loop.turn(until: deadline) }
    }

    /// Commits one picture of the size that the window wants; what `vkQueuePresentKHR` does.
    func draw(grey: UInt8 = 128, token: UInt64 = 0) throws {
        let state = state
        let buffer = try makeBuffer(state.bufferSize, grey: grey)
        window.pacing.prepareCommit(for: state, token: token)
        let surface = window.objects.surface
        surface.attach(buffer: buffer, x: 0, y: 0)
        surface.damage(x: 0, y: 0, width: .max, height: .max)
        surface.commit()
    }

    /// Waits for the first configure, draws the first picture, and answers what the compositor says to it.
    func appear() throws {
        try run("a configure") { state.isConfigured }
        try settle()
    }

    /// Answers configures until no more come.
    func settle(grey: UInt8 = 128) throws {
        repeat {
            if state.isCommitWanted { try draw(grey: grey) }
            try run("a frame callback") { !state.isFrameCallbackOwed }
            try run(milliseconds: 50)
        } while state.isCommitWanted
    }

    /// Makes a mistake, and expects that the compositor's answer is told and that the loop then rests.
    func expectRefusal() throws {
        window.objects.surface.setBufferScale(scale: 0)
        try run("the loss") { loss != nil }
        let words = loss?.description ?? ""
        #expect(words.contains("refused a request on wl_surface@") && words.contains("error 0"), "\(words)")
        let deadline = MonotonicClock.now() + 200_000_000
        var turns = 0
        while MonotonicClock.now() < deadline {
            try loop.turn(until: deadline)
            turns += 1
        }
        #expect(turns < 5)
        try draw()
        window.setTitle("nobody reads this")
    }

    /// A file of zeros without a name.
    static func temporaryFile(count: Int) throws -> Descriptor {
        var name = Array("/tmp/viewfinder-test-XXXXXX".utf8CString)
        let file = Descriptor(owning: try systemCall("mkstemp") { mkstemp(&name) })
        unlink(&name)
        let number = file.number
        _ = try systemCall("ftruncate") { ftruncate(number, count) }
        return file
    }

    func makeBuffer(_ size: SurfaceSize, grey: UInt8) throws -> WlBuffer {
        let count = size.width * size.height * 4
        let file = try Self.temporaryFile(count: count)
        let memory = try MemoryMapping(file.number, offset: 0, count: count)
        for place in memory.bytes.indices { memory.bytes[place] = grey }
        guard
            let pool = connection.registry.sharedMemory?.createPool(fd: file.number, size: Int32(count)),
            let buffer = pool.createBuffer(
                offset: 0, width: Int32(size.width), height: Int32(size.height),
                stride: Int32(size.width * 4),
                format: .xrgb8888)
        else { throw TestFailure(description: "no memory to draw in") }
        pool.destroy()
        buffers.append(buffer)
        return buffer
    }
}

/// What a test waited for in vain.
struct TestFailure: Error, CustomStringConvertible {
    let description: String
}

private final class PresentedFrames: Sendable {
    let values = Mutex<[PresentedFrame]>([])
}

/// The time that the calling thread has spent on a processor, in nanoseconds.
enum ThreadTime {
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
