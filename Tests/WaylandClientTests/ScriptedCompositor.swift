import Foundation
import LinuxIO
import Synchronization
import TestSupport

@testable import WaylandScanner

/// A compositor that does what a test says: it offers any globals, keeps every request, and sends any event.
///
/// It knows the protocols from `protocols/` alone and answers only `sync`, `get_registry` and destructors by itself. For
/// what no installed compositor offers: fractional scale, `suspended`, cursor shapes, protocol errors.
final class ScriptedCompositor: Sendable {
    private struct State {
        var client: Int32 = -1
        var isReading = true
        var isPresenting = false
        /// The callbacks and feedbacks that the next commit asks for.
        var awaited: [(object: UInt32, isFeedback: Bool)] = []
        /// True where the next commit waits for the one before, or lets the next one wait.
        var hasBarrier = false
        var answers: @Sendable (Int, Bool) -> Bool = { _, _ in true }
        var commits: [Commit] = []
        /// The callbacks without an answer.
        var owed: [UInt32] = []
        /// The buffers that were attached last, by surface: those that are shown, and those of the next commit.
        var shown: [UInt32: UInt32] = [:]
        var attached: [UInt32: UInt32] = [:]
        var objects: [UInt32: Interface] = [:]
        var versions: [UInt32: Int] = [:]
        /// The number of the object that an event makes next: the upper numbers are a compositor's.
        var nextOwn: UInt32 = 0xff00_0000
        var requests: [WireRequest] = []
        /// The descriptors that came, and whose requests were not read yet.
        var descriptors: [Int32] = []
        /// The pipes into which data was asked for.
        var pipes: [Int32] = []
        /// The surface from which it lets drag; 0 for none.
        var dragOrigin: UInt32 = 0
        /// True where a drag from another surface is cancelled, and not left unanswered.
        var cancelsDrags = false
    }

    /// A commit with frame callbacks.
    struct Commit: Sendable {
        var time = MonotonicClock.now()
        /// True where the driver made it for FIFO: with a barrier of fifo-v1, or, by an older Mesa, with a callback of its own
        /// beside the program's.
        let isFifo: Bool
        /// True where all were answered at once, false where the program's was not.
        let isAnswered: Bool
    }

    private static let interfaces: [String: Interface] = {
        let folder = Repository.path("protocols")
        var interfaces: [String: Interface] = [:]
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        where name.hasSuffix(".wire") {
            let text = (try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)) ?? ""
            let parsed = try? ProtocolParser.parse(text, name: name, file: name)
            for interface in parsed?.interfaces ?? [] { interfaces[interface.name] = interface }
        }
        return interfaces
    }()

    let socketPath: String
    private let socket: Descriptor
    private let globals: [(interface: String, version: Int)]
    /// The words of the main device that it tells; nil to tell none.
    private let mainDevice: [UInt32]?
    private let table: Int32
    private let state = Mutex(State())

    /// Opens a socket for one client.
    ///
    /// - Parameters:
    ///   - globals: The globals.
    ///   - mainDevice: The words of the graphics device that it tells; nil to tell none.
    ///   - table: The descriptor of the formats that it tells with it, which stays the test's.
    /// - Throws: The error of a socket that cannot be made.
    init(
        globals: [(interface: String, version: Int)], mainDevice: [UInt32]? = nil, table: Int32 = 0
    ) throws {
        (self.mainDevice, self.table) = (mainDevice, table)
        self.globals = globals
        socketPath = "/tmp/viewfinder-scripted-\(UUID().uuidString.prefix(8))"
        socket = Descriptor(
            owning: try systemCall("socket") { Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) })
        try listen()
        let thread = try SystemThread(name: "compositor") { [weak self, number = socket.number] in
            let client = accept(number, nil, nil)
            self?.state.withLock { $0.client = client }
            while client >= 0, let self, waitsOrReads(client) {}
        }
        // Left to itself: it ends with the client's connection.
        thread.join(within: 0)
    }

    deinit {
        unlink(socketPath)
        disconnect()
        for pipe in state.withLock({ $0.pipes }) { close(pipe) }
        shutdown(socket.number, Int32(SHUT_RDWR))
    }

    /// Every request so far, without those that ask for the registry and for answers.
    var requests: [WireRequest] {
        state.withLock { $0.requests.filter { !["wl_display", "wl_registry"].contains($0.interface) } }
    }

    /// The requests of one name, as `interface.request`.
    func requests(_ name: String) -> [WireRequest] {
        requests.filter { "\($0.interface).\($0.name)" == name }
    }

    /// The object of an interface that was made last.
    func object(_ interface: String) -> UInt32 {
        if interface == "wl_display" { return 1 }
        return state.withLock { $0.objects.filter { $0.value.name == interface }.keys.max() ?? 0 }
    }

    /// The number of objects of an interface that the client has made and not destroyed.
    func count(of interface: String) -> Int {
        state.withLock { $0.objects.values.count { $0.name == interface } }
    }

    /// Sends an event, named as `interface.event`, from the interface's newest object.
    func send(_ name: String, _ values: WireValue..., descriptor: Int32? = nil) {
        let parts = name.split(separator: ".").map(String.init)
        let object = object(parts[0])
        send(parts[1], from: object, values, descriptor: descriptor)
        if ["done", "discarded", "presented"].contains(parts[1]),
            ["wl_callback", "wp_presentation_feedback"].contains(parts[0])
        {
            forget(object)
        }
    }

    /// Makes an object and tells of it by an event of the newest object of an interface, named as `interface.event`.
    ///
    /// - Returns: The number of the object.
    @discardableResult
    func make(_ made: String, by name: String) -> UInt32 {
        let parts = name.split(separator: ".").map(String.init)
        let object = object(parts[0])
        let number = state.withLock { state in
            defer { state.nextOwn += 1 }
            state.objects[state.nextOwn] = Self.interfaces[made]
            return state.nextOwn
        }
        send(parts[1], from: object, [.object(number)])
        return number
    }

    /// Answers the wishes of a surface for a frame callback, those that are open.
    func answerFrames(of surface: UInt32) {
        for request in requests("wl_surface.frame") where request.object == surface {
            guard case .object(let callback) = request.values.first,
                state.withLock({ $0.objects[callback]?.name == "wl_callback" })
            else { continue }
            send("done", from: callback, [.number(0)])
            forget(callback)
        }
    }

    /// The pipe into which the client wants an offer's data, the first that was not taken yet; the caller closes it.
    func takePipe() -> Int32? { state.withLock { $0.pipes.isEmpty ? nil : $0.pipes.removeFirst() } }

    /// Closes the client's connection.
    func disconnect() {
        let client = state.withLock { $0.client }
        if client >= 0 { shutdown(client, Int32(SHUT_RDWR)) }
    }

    /// Reads requests, or leaves them where they are.
    func setReading(_ isReading: Bool) { state.withLock { $0.isReading = isReading } }

    /// Answers each wish for a frame callback and for a presentation's time as soon as it is committed, gives buffers back, and keeps no request
    /// from then on: there may be hundreds of thousands.
    ///
    /// - Parameter answers: Gets a commit's number and whether it is FIFO's; false owes the first of its callbacks, which is the program's.
    func presentEverything(_ answers: @escaping @Sendable (Int, Bool) -> Bool = { _, _ in true }) {
        state.withLock { ($0.isPresenting, $0.answers) = (true, answers) }
    }

    /// The commits with callbacks since ``presentEverything(_:)``.
    var commits: [Commit] { state.withLock { $0.commits } }

    /// Answers the callbacks that are owed.
    func answerOwed() {
        let owed = state.withLock { state in
            defer { state.owed = [] }
            return state.owed
        }
        for callback in owed {
            send("done", from: callback, [.number(0)])
            forget(callback)
        }
    }

    /// Lets drag from one surface alone.
    ///
    /// - Parameters:
    ///   - surface: The surface.
    ///   - cancelsOthers: True where a drag from another one is cancelled, and not left unanswered.
    func letDrag(from surface: UInt32, cancelsOthers: Bool = false) {
        state.withLock { ($0.dragOrigin, $0.cancelsDrags) = (surface, cancelsOthers) }
    }

    // MARK: - Requests

    private func waitsOrReads(_ client: Int32) -> Bool {
        if state.withLock({ $0.isReading }) { return readMessage(client) }
        usleep(1000)
        return true
    }

    private func readMessage(_ client: Int32) -> Bool {
        guard let header = read(client, 8) else { return false }
        var reader = WireReader(header[...])
        let (object, word) = (reader.word(), reader.word())
        guard let body = read(client, Int(word >> 16) - 8) else { return false }
        handle(object, opcode: Int(word & 0xffff), WireReader(body[...]))
        return true
    }

    private func read(_ client: Int32, _ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var first = 0
        while first < count {
            let got = bytes[first...].withUnsafeMutableBytes { read(client, into: $0) }
            guard got > 0 else { return nil }
            first += got
        }
        return bytes
    }

    /// Reads some bytes, and the descriptors that come with them.
    private func read(_ client: Int32, into bytes: UnsafeMutableRawBufferPointer) -> Int {
        // One cmsghdr (length, SOL_SOCKET, SCM_RIGHTS), then at most the 28 descriptors that libwayland sends at a time.
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 16) { rights in
            rights.initialize(repeating: 0)
            var part = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
            let got = withUnsafeMutablePointer(to: &part) { part in
                var message = msghdr()
                (message.msg_iov, message.msg_iovlen) = (part, 1)
                (message.msg_control, message.msg_controllen) = (
                    UnsafeMutableRawPointer(rights.baseAddress), 128
                )
                return recvmsg(client, &message, Int32(MSG_CMSG_CLOEXEC))
            }
            let count = max(Int(rights[0]) - 16, 0) / 4
            let came = UnsafeRawBufferPointer(rights).bindMemory(to: Int32.self)[4...].prefix(count)
            state.withLock { $0.descriptors += came }
            return got
        }
    }

    private func handle(_ object: UInt32, opcode: Int, _ body: WireReader) {
        var reader = body
        let display = Self.interfaces["wl_display"]
        guard let interface = state.withLock({ $0.objects[object] }) ?? (object == 1 ? display : nil) else {
            return
        }
        let message = interface.requests[opcode]
        var values: [WireValue] = []
        var made: (UInt32, String, Int)?
        for argument in message.arguments {
            if argument.isAnyNew {
                let name = String(decoding: reader.block().dropLast(), as: UTF8.self)
                let version = Int(reader.word())
                values += [.string(name), .number(version)]
                made = (reader.word(), name, version)
            } else {
                values.append(reader.value(argument))
                if argument.kind == .fd { take(for: message.name) }
                if argument.kind == .new, case .object(let number) = values.last {
                    made = (number, argument.reference ?? "", version(of: object))
                }
            }
        }
        state.withLock { state in
            if let made { state.objects[made.0] = Self.interfaces[made.1] }
            if let made { state.versions[made.0] = made.2 }
            guard !state.isPresenting else { return }
            state.requests.append(
                WireRequest(interface: interface.name, object: object, name: message.name, values: values))
        }
        if message.name == "attach", case .object(let buffer)? = values.first {
            state.withLock { $0.attached[object] = buffer }
        }
        if interface.name == "wl_surface", message.name == "commit" { release(of: object) }
        answer(interface.name, message, made?.0 ?? 0)
        if message.name == "start_drag" { answerDrag(values, of: object) }
        if message.isDestructor { forget(object) }
    }

    /// Takes the descriptor of a request, and keeps it where data is asked for.
    private func take(for request: String) {
        state.withLock { state in
            guard !state.descriptors.isEmpty else { return }
            let number = state.descriptors.removeFirst()
            if request == "receive" { state.pipes.append(number) } else { close(number) }
        }
    }

    private func version(of object: UInt32) -> Int { state.withLock { $0.versions[object] ?? 1 } }

    private func answerDrag(_ values: [WireValue], of device: UInt32) {
        guard case .object(let source)? = values.first, case .object(let origin) = values[1] else { return }
        let (expected, cancels) = state.withLock { ($0.dragOrigin, $0.cancelsDrags) }
        if origin == expected {
            let offer = make("wl_data_offer", by: "wl_data_device.data_offer")
            send("enter", from: device, [.number(20), .object(origin), .fixed(1), .fixed(2), .object(offer)])
        } else if cancels {
            send("cancelled", from: source, [])
        }
    }

    private func answer(_ interface: String, _ request: WaylandScanner.Message, _ made: UInt32) {
        switch (interface, request.name) {
        case ("wl_display", "sync"):
            send("done", from: made, [.number(0)])
            forget(made)
        case ("wl_display", "get_registry"):
            for (name, global) in globals.enumerated() {
                let values: [WireValue] = [
                    .number(name + 1), .string(global.interface), .number(global.version),
                ]
                send("global", from: made, values)
            }
        case ("wl_registry", "bind") where state.withLock({ $0.objects[made]?.name == "wl_shm" }):
            // Those that all compositors take.
            for format in [0, 1] { send("format", from: made, [.number(format)]) }
        case ("zwp_linux_dmabuf_v1", "get_default_feedback"):
            send("format_table", from: made, [.number(0)], descriptor: table)
            if let mainDevice { send("main_device", from: made, [.array(mainDevice)]) }
            send("tranche_target_device", from: made, [.array([7, 0])])
            send("tranche_flags", from: made, [.number(0)])
            send("tranche_formats", from: made, [.array([])])
            send("tranche_done", from: made, [])
            send("done", from: made, [])
        case ("wl_surface", "frame"), ("wp_presentation", "feedback"):
            let isFeedback = request.name == "feedback"
            state.withLock { if $0.isPresenting { $0.awaited.append((made, isFeedback)) } }
        case ("wp_fifo_v1", "set_barrier"), ("wp_fifo_v1", "wait_barrier"):
            state.withLock { $0.hasBarrier = true }
        case ("wl_surface", "commit"): present()
        default: break
        }
    }

    /// Gives back the buffer that a commit has put another one in the place of.
    private func release(of surface: UInt32) {
        let old = state.withLock { state -> UInt32? in
            let (old, new) = (state.shown[surface], state.attached[surface])
            state.shown[surface] = new
            guard let old, state.isPresenting, old != new, state.objects[old]?.name == "wl_buffer" else {
                return nil
            }
            return old
        }
        if let old { send("release", from: old, []) }
    }

    private func present() {
        var (awaited, hasBarrier) = state.withLock { state in
            defer { (state.awaited, state.hasBarrier) = ([], false) }
            return (state.awaited, state.hasBarrier)
        }
        let callbacks = awaited.count { !$0.isFeedback }
        if callbacks > 0 {
            let (answers, number) = state.withLock { ($0.answers, $0.commits.count) }
            let isFifo = hasBarrier || callbacks > 1
            let isAnswered = answers(number, isFifo)
            state.withLock { $0.commits.append(Commit(isFifo: isFifo, isAnswered: isAnswered)) }
            if !isAnswered, let first = awaited.firstIndex(where: { !$0.isFeedback }) {
                let callback = awaited.remove(at: first).object
                state.withLock { $0.owed.append(callback) }
            }
        }
        for (object, isFeedback) in awaited {
            if isFeedback {
                let now = Int(MonotonicClock.now())
                let values = [0, now / 1_000_000_000, now % 1_000_000_000, 16_666_667, 0, 0, 0]
                send("presented", from: object, values.map { .number($0) })
            } else {
                send("done", from: object, [.number(0)])
            }
            forget(object)
        }
    }

    private func forget(_ object: UInt32) {
        state.withLock { state in
            state.objects[object] = nil
            state.shown = state.shown.filter { $0.value != object }
        }
        guard object < 0xff00_0000 else { return }
        send("delete_id", from: 1, [.number(Int(object))])
    }

    // MARK: - Events

    /// Sends an event of one object.
    func send(_ event: String, from object: UInt32, _ values: [WireValue], descriptor: Int32? = nil) {
        let interface = object == 1 ? Self.interfaces["wl_display"] : state.withLock { $0.objects[object] }
        guard let opcode = interface?.events.firstIndex(where: { $0.name == event }) else { return }
        var writer = WireWriter()
        for value in values { writer.add(value) }
        var words = writer.message(to: object, opcode: opcode)
        let client = state.withLock { $0.client }
        words.withUnsafeMutableBytes { bytes in
            var part = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
            withUnsafeMutablePointer(to: &part) { sendWith(descriptor, to: client, $0) }
        }
    }

    private func sendWith(_ descriptor: Int32?, to client: Int32, _ part: UnsafeMutablePointer<iovec>) {
        var message = msghdr()
        message.msg_iov = part
        message.msg_iovlen = 1
        // One cmsghdr (length, SOL_SOCKET, SCM_RIGHTS), then the descriptor, padded to 8 bytes.
        var rights: [UInt32] = [20, 0, UInt32(SOL_SOCKET), 1, UInt32(bitPattern: descriptor ?? 0), 0]
        rights.withUnsafeMutableBytes { bytes in
            if descriptor != nil {
                message.msg_control = bytes.baseAddress
                message.msg_controllen = bytes.count
            }
            _ = sendmsg(client, &message, Int32(MSG_NOSIGNAL))
        }
    }

    private func listen() throws {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: socketPath.utf8) }
        let number = socket.number
        _ = try systemCall("bind", on: socketPath) {
            withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
        }
        _ = try systemCall("listen") { Glibc.listen(number, 1) }
    }
}
