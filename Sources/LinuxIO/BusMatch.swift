/// A signal on the bus, and its sender.
public struct BusSignal: Sendable {
    /// The sender's name.
    public var service: String
    /// The object's path; nil for any.
    public var path: String?
    /// The interface's name.
    public var interface: String
    /// The signal's name.
    public var name: String
    /// The text that the first argument must be; nil for any.
    public var firstArgument: String?

    /// Names a signal.
    ///
    /// - Parameters:
    ///   - service: The sender's name.
    ///   - path: The object's path; nil for any.
    ///   - interface: The interface's name.
    ///   - name: The signal's name.
    ///   - firstArgument: The text that the first argument must be; nil for any.
    public init(
        service: String, path: String? = nil, interface: String, name: String, firstArgument: String? = nil
    ) {
        (self.service, self.path, self.interface, self.name) = (service, path, interface, name)
        self.firstArgument = firstArgument
    }

    /// The rule by which the bus knows it (D-Bus Specification, "Match Rules"); nil where a name would end its quotation.
    var rule: String? {
        var parts = [
            ("type", "signal"), ("sender", service), ("interface", interface), ("member", name),
        ]
        if let path { parts.append(("path", path)) }
        if let firstArgument { parts.append(("arg0", firstArgument)) }
        guard parts.allSatisfy({ !$0.1.contains("'") && !$0.1.contains("\\") }) else { return nil }
        return parts.map { "\($0)='\($1)'" }.joined(separator: ",")
    }
}

/// A signal that is listened to.
@safe final class BusMatch {
    private let signal: BusSignal
    private let signature: String
    private let received: ([BusValue], _ path: String) -> Void
    private var slot: BusSlot?

    init(
        _ signal: BusSignal, _ signature: String,
        _ received: @escaping (_ values: [BusValue], _ path: String) -> Void
    ) {
        (self.signal, self.signature, self.received) = (signal, signature, received)
    }

    /// Begins to listen (`sd_bus_add_match_async`).
    func add(to handle: BusHandle) {
        guard let rule = signal.rule else { return }
        var slot: OpaquePointer?
        let me = unsafe Unmanaged.passUnretained(self).toOpaque()
        guard
            unsafe handle.library.addMatch(handle.pointer, &slot, rule, busSignalCame, busMatchAnswered, me)
                >= 0
        else { return }
        self.slot = unsafe BusSlot(slot, of: handle)
    }

    /// Listens no more.
    func end() { slot = nil }

    fileprivate func came(_ message: OpaquePointer) {
        guard let library = slot?.handle.library, unsafe library.hasSignature(message, signature) > 0 else {
            return
        }
        var reader = unsafe BusReader(library, message)
        guard let values = try? reader.values() else { return }
        received(values, unsafe library.path(message).map { unsafe String(cString: $0) } ?? "")
    }
}

private func busSignalCame(
    _ message: OpaquePointer?, _ match: UnsafeMutableRawPointer?, _ error: UnsafeMutableRawPointer?
) -> Int32 {
    guard let message = unsafe message, let match = unsafe match else { return 0 }
    unsafe Unmanaged<BusMatch>.fromOpaque(match).takeUnretainedValue().came(message)
    return 0
}

/// Takes the bus's answer to a wish to listen; without it, sd-bus would end a connection whose wish is refused.
private func busMatchAnswered(
    _ message: OpaquePointer?, _ match: UnsafeMutableRawPointer?, _ error: UnsafeMutableRawPointer?
) -> Int32 { 1 }
