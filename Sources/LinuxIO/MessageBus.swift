internal import Glibc

/// A connection to the desktop's message bus (D-Bus), in an event loop: calls that are answered later, and signals.
///
/// By libsystemd's sd-bus, which is loaded when it is first needed. Confined to the loop's thread, which never waits: the connection is
/// opened on a thread of its own, and calls that come before it is there are sent when it is. Each call ends once, in time. What comes is
/// read within bounds: at most 8192 values of a message, 8 in one another, texts of at most 64 KiB; a message beyond them counts as one
/// of another type.
public final class MessageBus {
    /// The most calls that may wait for their answers.
    static let mostCalls = 64

    /// The bus is there, or will be; or why not.
    private enum State {
        case opening
        case open(BusConnection)
        case over(MessageBusFault)
    }

    /// Called once when the bus cannot be reached or the connection ends; nothing comes any more then.
    public var onLoss: (MessageBusFault) -> Void = { _ in }

    private let loop: EventLoop
    private var state = State.opening
    private var calls: [ObjectIdentifier: BusCall] = [:]
    private var matches: [BusMatch] = []
    private var timer: EventLoop.TimerID?

    /// Begins to connect.
    ///
    /// - Parameters:
    ///   - loop: The loop of the thread that calls, which handles the connection's events.
    ///   - address: The bus's address as D-Bus writes it; nil for that of the user's session (`sd_bus_open_user`).
    ///   - limit: The longest time in which the bus must let us in, in seconds.
    public init(loop: EventLoop, address: String? = nil, within limit: Int = 10) {
        self.loop = loop
        let (inbox, me) = (loop.inbox, LoopBound(self))
        do throws(SystemError) {
            // The thread may outlast the connection that it was for, which then ends with it.
            _ = try SystemThread(name: "message bus") {
                let opened = Result { () throws(SystemError) in try BusHandle.open(address) }
                inbox.post { me.object?.take(opened) }
            }
        } catch {
            inbox.post { me.object?.lose(.unavailable(error)) }
        }
        timer = loop.schedule(at: MonotonicClock.moment(in: limit)) { [weak self] in
            guard let self else { return }
            timer = nil
            if !isReady { lose(.timedOut) }
        }
    }

    deinit {
        if let timer { loop.cancel(timer) }
        for call in calls.values { call.timer.map(loop.cancel) }
        if case .open(let connection) = state { connection.end() }
    }

    /// True when the bus has let us in.
    public var isReady: Bool { if case .open(let connection) = state { connection.isReady } else { false } }

    /// Calls a method, and does not wait for the answer.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - arguments: Its arguments.
    ///   - signature: The type that the answer must have, for example `a{sa{sv}}`.
    ///   - limit: The longest time for it, in seconds, from now.
    ///   - done: Called once on the loop's thread, never from within this call; not at all when the bus is released first.
    public func call(
        _ method: BusMethod, _ arguments: [BusArgument] = [], expecting signature: String,
        within limit: Double = 10, done: @escaping (Result<[BusValue], MessageBusFault>) -> Void
    ) {
        let call = BusCall(method, arguments, signature, done)
        call.finished = { [weak self] call, result in self?.finish(call, result) }
        let id = ObjectIdentifier(call)
        // A failure comes later, too.
        let now = MonotonicClock.now()
        var fault: MessageBusFault?
        if case .over(let reason) = state { fault = reason }
        if calls.count >= Self.mostCalls { fault = .notSent }
        calls[id] = call
        if fault == nil, case .open(let connection) = state, !call.send(on: connection.handle) {
            fault = .notSent
        }
        let wait = fault == nil ? Int64(min(max(0, limit), 86_400) * 1e9) : 0
        call.timer = loop.schedule(at: now + wait) { [weak self, weak call] in
            guard let call else { return }
            call.timer = nil
            self?.finish(call, .failure(fault ?? .timedOut))
        }
    }

    /// Listens to a signal for as long as the bus is there.
    ///
    /// - Parameters:
    ///   - signal: The signal, and who sends it.
    ///   - signature: The type that it must have; others are passed over.
    ///   - received: Called on the loop's thread with each one.
    public func listen(
        to signal: BusSignal, expecting signature: String, _ received: @escaping ([BusValue]) -> Void
    ) {
        listen(to: signal, expecting: signature, objects: { values, _ in received(values) })
    }

    /// Listens to a signal of many objects for as long as the bus is there.
    ///
    /// - Parameters:
    ///   - signal: The signal, and who sends it.
    ///   - signature: The type that it must have; others are passed over.
    ///   - received: Called on the loop's thread with each one, and with the path of the object that it is of.
    public func listen(
        to signal: BusSignal, expecting signature: String,
        objects received: @escaping (_ values: [BusValue], _ path: String) -> Void
    ) {
        let match = BusMatch(signal, signature, received)
        matches.append(match)
        if case .open(let connection) = state { match.add(to: connection.handle) }
    }

    private func take(_ opened: Result<BusHandle, SystemError>) {
        guard case .opening = state else { return }
        switch opened {
        case .failure(let error): lose(.unavailable(error))
        case .success(let handle):
            let connection = BusConnection(handle, in: loop) { [weak self] in self?.lose(.lost) }
            state = .open(connection)
            for match in matches { match.add(to: handle) }
            for call in calls.values where !call.send(on: handle) { finish(call, .failure(.notSent)) }
        }
    }

    private func finish(_ call: BusCall, _ result: Result<[BusValue], MessageBusFault>) {
        guard calls.removeValue(forKey: ObjectIdentifier(call)) != nil else { return }
        call.timer.map(loop.cancel)
        call.end()
        call.done(result)
    }

    private func lose(_ fault: MessageBusFault) {
        if case .over = state { return }
        loop.cancel(&timer)
        let before = state
        state = .over(fault)
        if case .open(let connection) = before { connection.end() }
        for match in matches { match.end() }
        matches = []
        for call in calls.values { finish(call, .failure(fault)) }
        onLoss(fault)
    }
}
