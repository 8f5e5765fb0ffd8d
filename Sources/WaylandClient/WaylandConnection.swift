internal import CWayland
internal import Glibc
public import LinuxIO
public import Logging

/// The connection to the compositor: the display's socket as a source of an ``EventLoop``, and the compositor's
/// globals.
///
/// Confined to the main thread, where all events are heard. Other threads may send requests and may dispatch queues of
/// their own, as Vulkan drivers do.
@safe public final class WaylandConnection: EventSource {
    /// Called once when the compositor is gone or has refused a request; the loop goes on without the connection.
    public var onDisconnect: ((WaylandError) -> Void)?

    /// The `wl_display`; lives as long as the connection.
    public var display: OpaquePointer { unsafe handle }

    private let handle: OpaquePointer
    private let socket: Int32
    private var isReading = false
    private var lost: WaylandError?
    let logger: Logger
    let registry: Registry

    /// Connects, learns the compositor's globals, and logs the losses where it offers less.
    ///
    /// - Parameters:
    ///   - name: The display's name or socket; nil for the one that `WAYLAND_SOCKET` or the environment names.
    ///   - environment: The display, the activation token and the cursors.
    ///   - logger: Told of missing globals and of failures.
    ///   - meanwhile: Called when there is a compositor, before its answers are waited for: other work may start.
    /// - Throws: ``WaylandError`` when there is no compositor, it does not answer, or it has no windows.
    public init(
        name: String? = nil, environment: UserEnvironment = UserEnvironment(),
        logger: Logger = Logger(label: "viewfinder.wayland"),
        meanwhile: () -> Void = {}
    ) throws(WaylandError) {
        ClientLog.install()
        unsafe handle = try Self.connect(to: name, environment)
        socket = unsafe wl_display_get_fd(handle)
        self.logger = logger
        let display = unsafe WlDisplay(handle: ProxyHandle(handle))
        guard let registry = display.getRegistry() else {
            unsafe wl_display_disconnect(handle)
            throw .outOfMemory
        }
        self.registry = Registry(registry, of: display, environment, logger: logger)
        _ = flush()
        meanwhile()
        try roundTrip(until: MonotonicClock.moment(in: 5))
        try self.registry.bind()
        try roundTrip(until: MonotonicClock.moment(in: 5))
    }

    deinit {
        if isReading { unsafe wl_display_cancel_read(handle) }
        registry.close()
        _ = flush()
        unsafe wl_display_disconnect(handle)
    }

    /// True when the compositor orders commits with fifo-v1, so that FIFO presentation cannot block without end.
    public var offersFifo: Bool { registry.offers(WpFifoManagerV1.self) }

    /// The version of presentation-time; 0 when the compositor does not offer it.
    public var presentationVersion: Int { registry.presentation.map { Int($0.handle.version) } ?? 0 }

    /// The graphics device from which the compositor takes pictures without a detour (`zwp_linux_dmabuf_feedback_v1.main_device`): its primary
    /// or its render node; nil where it does not tell, as one that draws on the processor.
    public var graphicsDevice: DeviceNumber? { registry.graphics?.mainDevice }

    /// The interfaces that the compositor offers, each with its version; those that it offers several times stand several times.
    public var globals: [(interface: String, version: Int)] {
        registry.globals.map { ($0.interface, Int($0.version)) }
    }

    /// The compositor's kind and version as far as they can be known: hexadecimal digits that stand for its ``globals`` and their versions, but for
    /// displays and seats, which come and go.
    ///
    /// A compositor tells no version. Its executable says less: windows are paced by its libraries, and a sandbox hides it. A new version without any
    /// change of the globals counts as the old one.
    public var compositorIdentity: String {
        let changing = [WlOutput.description.name, WlSeat.description.name]
        let lasting = Set(
            globals.filter { !changing.contains($0.interface) }.map { "\($0.interface) \($0.version)" })
        // FNV-1a, since the standard library's hashes are others at each start.
        let hash = lasting.sorted().joined(separator: "\n").utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        return String(hash, radix: 16)
    }

    /// The displays, in words: maker and model or else the connector, size in pixels, rate, scale; none of those that have come since the last turn of the loop.
    public var displays: [String] { registry.outputs.map(\.words) }

    /// The longest side of all displays in pixels; nil before the compositor has told any.
    public var longestDisplaySide: Int? { registry.outputs.compactMap(\.longestSide).max() }

    /// Makes room for a long request.
    ///
    /// libwayland keeps 4096 bytes of what the socket does not take, and ends the connection over more.
    ///
    /// - Returns: False while the compositor does not read.
    func makeRoom() -> Bool { flush() }

    // MARK: - Event source

    /// The socket; negative once the connection is lost, so that nobody waits for it.
    public var descriptor: Int32 { lost == nil ? socket : -1 }

    /// Sends waiting requests, hears events that have come, and gets ready to read (`wl_display_prepare_read`).
    public func prepareToWait() -> Poll.Events? {
        guard lost == nil else { return [] }
        var hasHeard = false
        while unsafe wl_display_prepare_read(handle) != 0 {
            hasHeard = true
            guard unsafe wl_display_dispatch_pending(handle) >= 0 else {
                lose()
                return nil
            }
        }
        isReading = true
        let isSent = flush() && registry.sendHeld(flush)
        if hasHeard { return nil }
        return isSent ? .readable : [.readable, .writable]
    }

    /// Reads and hears events, or gives up the right to read (`wl_display_cancel_read`).
    public func finishWaiting(_ ready: Poll.Events) {
        guard isReading else { return }
        isReading = false
        if ready.subtracting(.writable).isEmpty {
            unsafe wl_display_cancel_read(handle)
        } else {
            // A failure shows at the dispatch, too.
            unsafe _ = wl_display_read_events(handle)
        }
        if unsafe wl_display_dispatch_pending(handle) < 0 { lose() }
    }

    /// - Returns: True when everything was sent; otherwise the rest leaves when the socket has room.
    private func flush() -> Bool {
        do throws(SystemError) {
            _ = try systemCall("wl_display_flush") { unsafe wl_display_flush(handle) }
            return true
        } catch {
            // The compositor's last words are still to be read after it has closed the socket.
            return error.code != EAGAIN
        }
    }

    private func lose() {
        guard lost == nil else { return }
        let error = unsafe WaylandError.disconnected(handle)
        lost = error
        for seat in registry.seats { seat.connectionLost() }
        logger.error("\(error)")
        onDisconnect?(error)
        onDisconnect = nil
    }

    // MARK: - Start

    private static func connect(
        to name: String?, _ environment: UserEnvironment
    ) throws(WaylandError) -> OpaquePointer {
        var path = name ?? environment.waylandDisplay
        if let display = path, !display.hasPrefix("/"), let folder = environment.runtimeFolder {
            path = "\(folder)/\(display)"
        }
        let address: Int
        do throws(SystemError) {
            address = try systemCall("wl_display_connect") {
                let display = unsafe path.map { unsafe wl_display_connect($0) } ?? wl_display_connect(nil)
                return unsafe display.map { Int(bitPattern: $0) } ?? -1
            }
        } catch {
            throw .noDisplay(name, environment, error)
        }
        guard let display = unsafe OpaquePointer(bitPattern: address) else { throw .outOfMemory }
        return unsafe display
    }

    /// Tells whether the compositor answers (`wl_display.sync`).
    ///
    /// Where a thread hangs in the graphics driver, it tells whose fault that is: newer versions of Mesa wait for the compositor when a
    /// swapchain ends, and the compositor takes the window away once it reads again. It is called on the thread of the connection's loop,
    /// and hears of events while it waits.
    ///
    /// - Parameter deadline: The moment until which it is waited for, in nanoseconds of `CLOCK_MONOTONIC`; by itself a second from now.
    /// - Returns: False where it does not answer until then, or is gone.
    public func answers(until deadline: Int64 = MonotonicClock.now() + 1_000_000_000) -> Bool {
        (try? roundTrip(until: deadline)) != nil
    }

    /// Waits until the compositor has answered everything asked so far.
    private func roundTrip(until deadline: Int64) throws(WaylandError) {
        guard let callback = unsafe WlDisplay(handle: ProxyHandle(handle)).sync() else { throw .outOfMemory }
        var isAnswered = false
        callback.listen { _ in isAnswered = true }
        defer { callback.handle.discard() }
        while !isAnswered {
            let events = prepareToWait()
            let ready = try? Poll.wait(
                for: Poll.Entry(descriptor, events ?? []),
                until: events == nil ? MonotonicClock.now() : deadline)
            finishWaiting(ready ?? [])
            if let lost { throw lost }
            guard isAnswered || MonotonicClock.now() < deadline else { throw .noAnswer }
        }
    }
}
