internal import Glibc

/// A bus object of sd-bus, with one owner; closed without a wait.
@safe final class BusHandle: @unchecked Sendable {
    // Sendable: the thread that opens it hands it to the loop's thread, and does not touch it again.
    let library: BusLibrary
    let pointer: OpaquePointer

    private init(_ library: BusLibrary, _ pointer: OpaquePointer) {
        self.library = library
        unsafe self.pointer = unsafe pointer
    }

    deinit { unsafe _ = library.closeUnref(pointer) }

    /// Connects to a bus, which lets us in later.
    ///
    /// Loads libsystemd, and may look up names of machines: not for a main thread.
    ///
    /// - Parameter address: The bus's address as D-Bus writes it; nil for the one of the user's session.
    /// - Throws: The reason; `ENOSYS` without libsystemd.
    /// - Returns: The connection.
    static func open(_ address: String?) throws(SystemError) -> BusHandle {
        guard let library = BusLibrary.shared else {
            throw SystemError(call: "dlopen", target: "libsystemd.so.0", code: ENOSYS)
        }
        var pointer: OpaquePointer?
        let status = unsafe address == nil ? library.openUser(&pointer) : library.new(&pointer)
        guard status >= 0, let pointer = unsafe pointer else {
            throw SystemError(call: "sd_bus_open_user", code: status < 0 ? -status : ENOTCONN)
        }
        let handle = unsafe BusHandle(library, pointer)
        guard let address else { return handle }
        for status in unsafe [
            library.setAddress(pointer, address), library.setBusClient(pointer, 1), library.start(pointer),
        ] where status < 0 {
            throw SystemError(call: "sd_bus_start", target: address, code: -status)
        }
        return handle
    }
}

/// A registration with the bus, which ends with this object; nothing of it is called afterwards.
@safe final class BusSlot {
    let handle: BusHandle
    private let pointer: OpaquePointer?

    init(_ pointer: OpaquePointer?, of handle: BusHandle) {
        unsafe self.pointer = unsafe pointer
        self.handle = handle
    }

    deinit { if let pointer = unsafe pointer { unsafe _ = handle.library.releaseSlot(pointer) } }
}

/// A connection in an event loop: what has come is handled before each wait.
final class BusConnection: EventSource {
    /// The most messages that are handled before others have their turn.
    private static let mostAtOnce = 64

    let handle: BusHandle
    private(set) var descriptor: Int32 = -1
    private(set) var isLost = false
    private let loop: EventLoop
    private let lost: () -> Void
    private var timer: (due: UInt64, id: EventLoop.TimerID)?

    /// Takes a connection; the loop holds the source until ``end()``.
    ///
    /// - Parameters:
    ///   - handle: The connection.
    ///   - loop: The loop of the thread that calls.
    ///   - lost: Called once if the connection ends.
    init(_ handle: BusHandle, in loop: EventLoop, lost: @escaping () -> Void) {
        (self.handle, self.loop, self.lost) = (handle, loop, lost)
        loop.add(self)
    }

    /// True when the bus has let us in (`sd_bus_is_ready`).
    var isReady: Bool { unsafe !isLost && handle.library.isReady(handle.pointer) > 0 }

    /// Takes the source out of the loop.
    func end() {
        isLost = true
        descriptor = -1
        if let timer { loop.cancel(timer.id) }
        timer = nil
        loop.remove(self)
    }

    func prepareToWait() -> Poll.Events? {
        guard !isLost else { return [] }
        for count in 0... {
            let status = unsafe handle.library.process(handle.pointer, nil)
            // What a message has led to may be the end.
            guard !isLost else { return nil }
            if status < 0 {
                end()
                lost()
                return nil
            }
            if status == 0 {
                // Somebody may wait for what has been done.
                if count > 0 { return nil }
                break
            }
            if count == Self.mostAtOnce { return nil }
        }
        descriptor = unsafe handle.library.descriptor(handle.pointer)
        guard keepTime() else { return nil }
        let events = unsafe handle.library.events(handle.pointer)
        return Poll.Events(rawValue: Int16(truncatingIfNeeded: max(0, events)))
    }

    func finishWaiting(_ ready: Poll.Events) {}

    /// Sets a timer for what sd-bus waits for (`sd_bus_get_timeout`); the wait that is being prepared knows nothing of a new one.
    ///
    /// - Returns: False when there is a new one, or something is due.
    private func keepTime() -> Bool {
        var due = UInt64.max
        guard unsafe handle.library.timeout(handle.pointer, &due) >= 0 else { return true }
        guard due > 0 else { return false }
        guard due != timer?.due ?? .max else { return true }
        if let timer { loop.cancel(timer.id) }
        timer = nil
        guard due < UInt64(Int64.max) / 1000 else { return true }
        let id = loop.schedule(at: Int64(due) * 1000) { [weak self] in self?.timer = nil }
        timer = (due, id)
        return false
    }
}
