internal import CWayland

/// A `wl_proxy`: one object of the protocol, as libwayland knows it.
///
/// A plain name for the object, valid until a destructor or ``discard()``.
@safe struct ProxyHandle: Hashable, @unchecked Sendable {
    // Sendable: libwayland takes requests from any thread, under the display's own lock.
    private let proxy: OpaquePointer

    init(_ proxy: OpaquePointer) { unsafe self.proxy = proxy }

    /// The C object, for libraries that draw on it.
    var pointer: OpaquePointer { unsafe proxy }

    /// The version that the object was made with.
    var version: UInt32 { unsafe wl_proxy_get_version(proxy) }

    /// The object's number on the wire.
    var identifier: UInt32 { unsafe wl_proxy_get_id(proxy) }

    static func == (left: ProxyHandle, right: ProxyHandle) -> Bool { left.address == right.address }

    func hash(into hasher: inout Hasher) { hasher.combine(address) }

    private var address: Int { unsafe Int(bitPattern: proxy) }

    /// Sends a request; it leaves with the next flush.
    func send<let count: Int>(
        _ opcode: UInt32, _ arguments: InlineArray<count, WireArgument>, destroys: Bool = false
    ) {
        let listener = unsafe destroys ? currentListener : nil
        let flags = destroys ? UInt32(WL_MARSHAL_FLAG_DESTROY) : 0
        unsafe withCArguments(arguments) {
            _ = unsafe wl_proxy_marshal_array_flags(proxy, opcode, nil, version, flags, $0)
        }
        unsafe listener?.release()
    }

    /// Sends a request that makes an object.
    ///
    /// - Returns: The object; nil when memory has run out.
    func create<Made: Proxy, let count: Int>(
        _ type: Made.Type, _ opcode: UInt32, _ arguments: InlineArray<count, WireArgument>,
        version: UInt32? = nil
    ) -> Made? {
        let interface = unsafe InterfaceTables.table(of: type)
        let made = unsafe withCArguments(arguments) {
            unsafe wl_proxy_marshal_array_flags(proxy, opcode, interface, version ?? self.version, 0, $0)
        }
        return unsafe made.map { unsafe Made(handle: ProxyHandle($0)) }
    }

    /// Discards an object that has no destructor; the compositor is told nothing.
    func discard() {
        let listener = unsafe currentListener
        unsafe wl_proxy_destroy(proxy)
        unsafe listener?.release()
    }
}
