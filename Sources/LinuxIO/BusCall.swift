internal import Glibc

/// A method of a service on the bus.
public struct BusMethod: Sendable {
    /// The service's name, for example `org.freedesktop.portal.Desktop`.
    public var service: String
    /// The object's path.
    public var path: String
    /// The interface's name.
    public var interface: String
    /// The method's name.
    public var name: String

    /// Names a method.
    ///
    /// - Parameters:
    ///   - service: The service's name.
    ///   - path: The object's path.
    ///   - interface: The interface's name.
    ///   - name: The method's name.
    public init(service: String, path: String, interface: String, name: String) {
        (self.service, self.path, self.interface, self.name) = (service, path, interface, name)
    }
}

/// An argument of a call.
public enum BusArgument: Sendable {
    case text(String)
    case texts([String])
    /// Values by their names (`a{sv}`).
    case options([String: BusOption])
    /// The descriptor of a file, which is opened for reading when the call is sent.
    case file(path: String)
}

/// A value with a name, among the last argument of many calls.
public enum BusOption: Sendable, Equatable {
    case text(String)
    case boolean(Bool)
    /// A path as bytes with a zero at their end (`ay`), since names of files may be no texts.
    case path(String)
}

/// A call on its way.
@safe final class BusCall {
    let done: (Result<[BusValue], MessageBusFault>) -> Void
    var finished: (BusCall, Result<[BusValue], MessageBusFault>) -> Void = { _, _ in }
    var timer: EventLoop.TimerID?
    private let method: BusMethod
    private let arguments: [BusArgument]
    private let signature: String
    private var slot: BusSlot?

    init(
        _ method: BusMethod, _ arguments: [BusArgument], _ signature: String,
        _ done: @escaping (Result<[BusValue], MessageBusFault>) -> Void
    ) {
        (self.method, self.arguments, self.signature, self.done) = (method, arguments, signature, done)
    }

    /// Forgets the call: its answer finds nobody.
    func end() { slot = nil }

    /// Sends the call (`sd_bus_call_async`), which holds this object by no reference of its own.
    ///
    /// - Returns: False where it has names or texts that D-Bus does not know.
    func send(on handle: BusHandle) -> Bool {
        let library = handle.library
        var message: OpaquePointer?
        guard
            unsafe library.newCall(
                handle.pointer, &message, method.service, method.path, method.interface, method.name) >= 0,
            let message = unsafe message
        else { return false }
        defer { unsafe _ = library.releaseMessage(message) }
        guard arguments.allSatisfy({ unsafe Self.append($0, to: message, library) }) else { return false }
        var slot: OpaquePointer?
        let me = unsafe Unmanaged.passUnretained(self).toOpaque()
        // The limit is kept by the loop's timer.
        guard unsafe library.callLater(handle.pointer, &slot, message, busCallAnswered, me, .max) >= 0 else {
            return false
        }
        self.slot = unsafe BusSlot(slot, of: handle)
        return true
    }

    private static func append(_ argument: BusArgument, to message: OpaquePointer, _ library: BusLibrary)
        -> Bool
    {
        func append(_ text: String) -> Bool {
            unsafe library.append(message, CChar(UInt8(ascii: "s")), text) >= 0
        }
        func inside(_ kind: UInt8, _ contents: String, _ body: () -> Bool) -> Bool {
            unsafe library.openContainer(message, CChar(kind), contents) >= 0 && body()
                && library.closeContainer(message) >= 0
        }
        switch argument {
        case .text(let value): return append(value)
        case .texts(let values):
            return inside(UInt8(ascii: "a"), "s") { values.allSatisfy(append) }
        case .options(let values):
            return inside(UInt8(ascii: "a"), "{sv}") {
                values.allSatisfy { name, value in
                    inside(UInt8(ascii: "e"), "sv") {
                        append(name)
                            && inside(UInt8(ascii: "v"), value.signature) {
                                unsafe Self.append(value, to: message, library)
                            }
                    }
                }
            }
        case .file(let path):
            // A pipe that nobody writes to would be waited for.
            guard let file = try? Descriptor.open(path, flags: O_RDONLY | O_NONBLOCK) else { return false }
            var number = file.number
            // The message has a descriptor of its own from here on.
            return unsafe library.append(message, CChar(UInt8(ascii: "h")), &number) >= 0
        }
    }

    private static func append(_ option: BusOption, to message: OpaquePointer, _ library: BusLibrary) -> Bool
    {
        switch option {
        case .text(let text): return unsafe library.append(message, CChar(UInt8(ascii: "s")), text) >= 0
        case .boolean(let isTrue):
            var number: Int32 = isTrue ? 1 : 0
            return unsafe library.append(message, CChar(UInt8(ascii: "b")), &number) >= 0
        case .path(let path):
            let type = CChar(UInt8(ascii: "y"))
            guard unsafe library.openContainer(message, CChar(UInt8(ascii: "a")), "y") >= 0 else {
                return false
            }
            let isWhole = (Array(path.utf8) + [0]).allSatisfy { byte in
                var byte = byte
                return unsafe library.append(message, type, &byte) >= 0
            }
            return unsafe isWhole && library.closeContainer(message) >= 0
        }
    }

    fileprivate func answered(by message: OpaquePointer) {
        guard let library = slot?.handle.library else { return }
        if unsafe library.isError(message, nil) > 0 {
            let error = unsafe library.error(message)
            func words(_ text: UnsafePointer<CChar>?) -> String {
                unsafe text.map { unsafe String(cString: $0).withoutControls.shortened(to: 200) } ?? ""
            }
            let (name, text) = unsafe (words(error?[0]), words(error?[1]))
            return finished(self, .failure(.refused(name: name, words: text)))
        }
        var reader = unsafe BusReader(library, message)
        guard unsafe library.hasSignature(message, signature) > 0, let values = try? reader.values() else {
            return finished(self, .failure(.unexpected))
        }
        finished(self, .success(values))
    }
}

extension BusOption {
    /// The type as D-Bus writes it.
    fileprivate var signature: String {
        switch self {
        case .text: "s"
        case .boolean: "b"
        case .path: "ay"
        }
    }
}

private func busCallAnswered(
    _ message: OpaquePointer?, _ call: UnsafeMutableRawPointer?, _ error: UnsafeMutableRawPointer?
) -> Int32 {
    guard let message = unsafe message, let call = unsafe call else { return 0 }
    unsafe Unmanaged<BusCall>.fromOpaque(call).takeUnretainedValue().answered(by: message)
    return 1
}
