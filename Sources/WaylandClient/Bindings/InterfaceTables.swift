internal import CWayland
internal import Glibc

/// The facts of a `wl_interface`, in Swift.
struct InterfaceDescription {
    let name: String
    let version: Int32
    let requests: [MessageDescription]
    let events: [MessageDescription]
}

/// The facts of a `wl_message`, in Swift.
struct MessageDescription {
    let name: String
    let signature: String
    /// The interface of each argument that is an object.
    let interfaces: [String?]
}

/// The C tables of every interface that we speak.
///
/// libwayland keeps pointers to them in every proxy, so they are made once and never move or go away.
enum InterfaceTables {
    // Written before the first use and never again, so every thread may read them.
    private nonisolated(unsafe) static let first = unsafe make(interfaceDescriptions)

    static func table<Kind: Proxy>(of type: Kind.Type) -> UnsafePointer<wl_interface> {
        unsafe UnsafePointer(first + Kind.number)
    }

    private static func make(_ descriptions: [InterfaceDescription]) -> UnsafeMutablePointer<wl_interface> {
        let tables = UnsafeMutablePointer<wl_interface>.allocate(capacity: descriptions.count)
        let numbers = Dictionary(uniqueKeysWithValues: zip(descriptions.map(\.name), descriptions.indices))
        let find: (String) -> UnsafePointer<wl_interface>? = { name in
            unsafe numbers[name].map { unsafe UnsafePointer(tables + $0) }
        }
        for (place, description) in descriptions.enumerated() {
            unsafe (tables + place).initialize(
                to: wl_interface(
                    name: strdup(description.name), version: description.version,
                    method_count: Int32(description.requests.count),
                    methods: messages(description.requests, find),
                    event_count: Int32(description.events.count), events: messages(description.events, find)))
        }
        return unsafe tables
    }

    private static func messages(
        _ descriptions: [MessageDescription], _ find: (String) -> UnsafePointer<wl_interface>?
    ) -> UnsafePointer<wl_message> {
        let messages = UnsafeMutablePointer<wl_message>.allocate(capacity: descriptions.count)
        for (place, description) in descriptions.enumerated() {
            let types = UnsafeMutablePointer<UnsafePointer<wl_interface>?>.allocate(
                capacity: description.interfaces.count)
            for (argument, name) in description.interfaces.enumerated() {
                unsafe (types + argument).initialize(to: name.flatMap(find))
            }
            unsafe (messages + place).initialize(
                to: wl_message(
                    name: strdup(description.name), signature: strdup(description.signature), types: types))
        }
        return unsafe UnsafePointer(messages)
    }
}
