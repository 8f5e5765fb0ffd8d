internal import CWayland

/// What hears a proxy's events.
///
/// The proxy keeps it alive, from ``ProxyHandle/listen(_:)`` to its own end.
private final class Listener {
    let hear: (UInt32, EventArguments) -> Void

    init(_ hear: @escaping (UInt32, EventArguments) -> Void) { self.hear = hear }
}

/// Lets the owner of a proxy release its listener without knowing what it is.
@unsafe struct ListenerReference {
    fileprivate let listener: Unmanaged<Listener>

    func release() { unsafe listener.release() }
}

extension ProxyHandle {
    /// Sends all events of the object to a closure (`wl_proxy_add_dispatcher`).
    func listen(_ hear: @escaping (UInt32, EventArguments) -> Void) {
        let listener = unsafe Unmanaged.passRetained(Listener(hear))
        guard unsafe wl_proxy_add_dispatcher(pointer, dispatch, nil, listener.toOpaque()) == 0 else {
            unsafe listener.release()
            return assertionFailure("a proxy has one listener")
        }
    }

    /// The listener, to be released once the proxy is gone.
    var currentListener: ListenerReference? {
        guard let data = unsafe wl_proxy_get_user_data(pointer) else { return nil }
        return unsafe ListenerReference(listener: Unmanaged.fromOpaque(data))
    }
}

/// The one C function that libwayland calls for every event of every object.
private func dispatch(
    _ implementation: UnsafeRawPointer?, _ target: UnsafeMutableRawPointer?, _ opcode: UInt32,
    _ message: UnsafePointer<wl_message>?, _ arguments: UnsafeMutablePointer<wl_argument>?
) -> Int32 {
    guard let target = unsafe target, let data = unsafe wl_proxy_get_user_data(OpaquePointer(target)) else {
        return 0
    }
    // A strong reference for the time of the call: what hears the event may destroy the proxy.
    let listener = unsafe Unmanaged<Listener>.fromOpaque(data).takeUnretainedValue()
    unsafe listener.hear(opcode, EventArguments(arguments))
    return 0
}
