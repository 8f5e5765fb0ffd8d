internal import CWayland

/// A listener to the events of proxies, one or many.
///
/// Each proxy keeps it alive, from ``ProxyHandle/listen(_:)`` to its own end.
class Listener {
    /// Called for an event of a proxy, on the thread that dispatches.
    func hear(_ proxy: ProxyHandle, _ opcode: UInt32, _ arguments: EventArguments) {}
}

/// A listener of one proxy.
private final class ClosureListener: Listener {
    private let body: (UInt32, EventArguments) -> Void

    init(_ body: @escaping (UInt32, EventArguments) -> Void) { self.body = body }

    override func hear(_ proxy: ProxyHandle, _ opcode: UInt32, _ arguments: EventArguments) {
        body(opcode, arguments)
    }
}

/// A reference by which the owner of a proxy releases its listener without knowing its type.
@unsafe struct ListenerReference {
    fileprivate let listener: Unmanaged<Listener>

    func release() { unsafe listener.release() }
}

extension ProxyHandle {
    /// Sends all events of the object to a closure.
    func listen(_ hear: @escaping (UInt32, EventArguments) -> Void) { listen(ClosureListener(hear)) }

    /// Sends all events of the object to a listener, which may listen to other objects, too
    /// (`wl_proxy_add_dispatcher`).
    func listen(_ listener: Listener) {
        let listener = unsafe Unmanaged.passRetained(listener)
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

/// Dispatches an event: the one C function that libwayland calls for every event of every object.
private func dispatch(
    _ implementation: UnsafeRawPointer?, _ target: UnsafeMutableRawPointer?, _ opcode: UInt32,
    _ message: UnsafePointer<wl_message>?, _ arguments: UnsafeMutablePointer<wl_argument>?
) -> Int32 {
    guard let target = unsafe target else { return 0 }
    let proxy = OpaquePointer(target)
    guard let data = unsafe wl_proxy_get_user_data(proxy) else { return 0 }
    // A strong reference for the time of the call: the listener may destroy the proxy.
    let listener = unsafe Unmanaged<Listener>.fromOpaque(data).takeUnretainedValue()
    unsafe listener.hear(ProxyHandle(proxy), opcode, EventArguments(arguments))
    return 0
}
