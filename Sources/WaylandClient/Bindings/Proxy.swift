internal import CWayland

/// An object of one interface; the generated structs are its only conformers.
protocol Proxy: Hashable, Sendable {
    associatedtype Event

    /// The interface's place in the tables.
    static var number: Int { get }
    static var description: InterfaceDescription { get }
    /// Reads an event; nil for an opcode that the interface does not have.
    static func event(_ opcode: UInt32, _ arguments: EventArguments) -> Event?

    var handle: ProxyHandle { get }
    init(handle: ProxyHandle)
}

extension Proxy {
    /// Calls `hear` for the object's events, on the thread that dispatches; once per object, before an event can come.
    func listen(_ hear: @escaping (Event) -> Void) {
        handle.listen { opcode, arguments in
            if let event = Self.event(opcode, arguments) { hear(event) }
        }
    }

    /// Tells whether the object understands messages that came with a version.
    func understands(version: UInt32) -> Bool { handle.version >= version }
}
