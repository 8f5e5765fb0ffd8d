internal import CLinux
internal import Glibc
internal import LinuxIO

/// Copies of a part of the first output (`zwlr_screencopy_manager_v1`), one after the other.
///
/// The numbers of requests and events are their places in the protocols' interfaces. For one thread.
final class RegionCapture {
    private static let bytesPerPixel = 4
    /// The number of wl_shm for the format in which software draws.
    private static let xrgb8888: UInt32 = 1

    private let client: WireClient
    private let manager: UInt32
    private let output: UInt32
    private let buffer: UInt32
    private let pixels: MemoryMapping
    private let place: (y: Int, width: Int, height: Int)
    private let waitsForDamage: Bool
    private var frame: UInt32?

    /// Connects to the compositor.
    ///
    /// - Parameters:
    ///   - socket: The compositor's socket.
    ///   - y: The number of rows above the part.
    ///   - width: The part's width.
    ///   - height: The part's height.
    ///   - waitsForDamage: True when a copy shall come only after a change on the output.
    /// - Throws: The error that names the missing interface.
    init(socket: String, y: Int, width: Int, height: Int, waitsForDamage: Bool = true) throws {
        client = try WireClient(socket: socket)
        output = try client.bind("wl_output")
        manager = try client.bind("zwlr_screencopy_manager_v1", version: 3)
        let memory = try client.bind("wl_shm")
        place = (y, width, height)
        self.waitsForDamage = waitsForDamage
        let count = width * height * Self.bytesPerPixel
        let name = "/viewfinder-bench-\(getpid())-\(MonotonicClock.now())"
        let file = Descriptor(
            owning: try systemCall("shm_open") { unsafe shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0o600) })
        unsafe shm_unlink(name)
        _ = try systemCall("ftruncate") { ftruncate(file.number, count) }
        pixels = try MemoryMapping(file.number, offset: 0, count: count)
        let pool = client.newIdentifier()
        // wl_shm.create_pool
        try client.send(memory, 0, [pool, UInt32(count)], descriptor: file.number)
        buffer = client.newIdentifier()
        // wl_shm_pool.create_buffer: offset, width, height, stride, format
        let stride = UInt32(width * Self.bytesPerPixel)
        try client.send(pool, 0, [buffer, 0, UInt32(width), UInt32(height), stride, Self.xrgb8888])
    }

    /// Waits for the next copy; the one before is gone then.
    ///
    /// - Parameter deadline: The moment to stop waiting, in nanoseconds of the monotonic clock.
    /// - Returns: The moment at which the output showed it; nil where none came.
    /// - Throws: The error of a compositor that cannot copy its output, or is gone.
    func next(until deadline: Int64) throws -> Int64? {
        if frame == nil { try ask() }
        while client.hasEvent(until: deadline) {
            let event = try client.nextEvent()
            guard let frame, event.object == frame else { continue }
            switch event.operation {
            case 0 where event.words[0] != Self.xrgb8888:
                throw BenchError("the compositor's output has the unexpected format \(event.words[0])")
            case 2:
                // zwlr_screencopy_frame_v1.destroy
                try client.send(frame, 1, [])
                self.frame = nil
                let seconds = Int64(event.words[0]) << 32 | Int64(event.words[1])
                return seconds * 1_000_000_000 + Int64(event.words[2])
            case 3: throw BenchError("the compositor cannot copy its output")
            default: break
            }
        }
        return nil
    }

    /// Reads the green of a pixel, which stands for its brightness.
    func brightness(_ x: Int, _ y: Int) -> Int {
        unsafe Int(pixels.bytes[(y * place.width + x) * Self.bytesPerPixel + 1])
    }

    /// Sends zwlr_screencopy_manager_v1.capture_output_region without the pointer's picture, and
    /// zwlr_screencopy_frame_v1.copy or copy_with_damage.
    private func ask() throws {
        let identifier = client.newIdentifier()
        frame = identifier
        try client.send(
            manager, 1,
            [identifier, 0, output, 0, UInt32(place.y), UInt32(place.width), UInt32(place.height)])
        try client.send(identifier, waitsForDamage ? 2 : 0, [buffer])
    }
}
