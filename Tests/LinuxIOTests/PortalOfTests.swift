import Foundation
import Synchronization
import TestSupport
import Testing

@testable import LinuxIO

/// A value as it is written to the bus.
indirect enum WireValue: Sendable {
    case text(String), path(String), unsigned(UInt32), signed(Int32), number(Double), boolean(Bool), huge(
        UInt64)
    case variant(WireValue)
    case array(String, [WireValue])
    case structure([WireValue])
    case entry(WireValue, WireValue)

    var signature: String {
        switch self {
        case .text: "s"
        case .path: "o"
        case .unsigned: "u"
        case .signed: "i"
        case .number: "d"
        case .boolean: "b"
        case .huge: "t"
        case .variant: "v"
        case .array(let element, _): "a" + element
        case .structure(let fields): "(" + fields.map(\.signature).joined() + ")"
        case .entry(let key, let value): "{" + key.signature + value.signature + "}"
        }
    }

    /// The portal's answer.
    static func settings(_ values: [String: [String: WireValue]]) -> WireValue {
        .array(
            "{sa{sv}}",
            values.map { namespace, keys in
                .entry(
                    .text(namespace), .array("{sv}", keys.map { .entry(.text($0), .variant($1)) }))
            })
    }

    func write(to message: OpaquePointer) {
        guard let library = BusLibrary.shared else { return }
        func basic(_ value: some Any) {
            withUnsafeBytes(of: value) { bytes in
                if let start = bytes.baseAddress { _ = library.append(message, type, start) }
            }
        }
        func container(_ kind: Character, _ contents: String, _ values: [WireValue]) {
            _ = library.openContainer(message, CChar(kind.asciiValue ?? 0), contents)
            for value in values { value.write(to: message) }
            _ = library.closeContainer(message)
        }
        switch self {
        case .text(let text), .path(let text): _ = text.withCString { library.append(message, type, $0) }
        case .unsigned(let value): basic(value)
        case .signed(let value): basic(value)
        case .number(let value): basic(value)
        case .boolean(let value): basic(Int32(value ? 1 : 0))
        case .huge(let value): basic(value)
        case .variant(let value): container("v", value.signature, [value])
        case .array(let element, let values): container("a", element, values)
        case .structure(let fields): container("r", fields.map(\.signature).joined(), fields)
        case .entry(let key, let value): container("e", key.signature + value.signature, [key, value])
        }
    }

    private var type: CChar { CChar(signature.utf8.first ?? 0) }
}

/// The desktop's portal, played by a thread of the test.
final class PortalOfTests: Sendable {
    /// What it answers; nil for never.
    let answer: Mutex<WireValue?>
    /// The number of questions so far.
    let questions = Atomic(0)
    /// The methods that were called with a file, and what they were given.
    let files = Mutex<[FileCall]>([])

    /// The choices of a folder that were asked for.
    let choices = Mutex<[ChoiceCall]>([])
    /// The answer of the person who chooses, `ua{sv}`, which comes behind that of the portal; nil for none.
    let response = Mutex<[WireValue]?>(nil)
    /// The number of dialogs that were taken back.
    let closes = Atomic(0)

    /// A call of the interface that lets a person choose.
    struct ChoiceCall: Equatable {
        let window: String
        let title: String
        let options: [String: BusValue]
    }

    /// A call of the interface for files.
    struct FileCall: Equatable {
        let method: String
        /// The file behind the descriptor.
        let path: String?
        let options: [String: BusValue]
    }

    private struct Signal {
        let path: String
        let interface: String
        let name: String
        let values: [WireValue]
    }
    private let signals = Mutex<[Signal]>([])
    private let isOver = Atomic(false)
    private let thread: Mutex<SystemThread?>

    init(on address: String, answering answer: WireValue?) throws {
        self.answer = Mutex(answer)
        thread = Mutex(nil)
        let isUp = try Gate()
        let started = try SystemThread(name: "portal") { [unowned self] in serve(address) { isUp.open() } }
        thread.withLock { $0 = started }
        try #require(isUp.wait(until: MonotonicClock.moment(in: 60)))
    }

    deinit { end() }

    /// Leaves the bus.
    func end() {
        isOver.store(true, ordering: .relaxed)
        _ = thread.withLock { $0 }?.join(within: 10)
    }

    /// Tells of a change.
    func signal(_ values: WireValue...) {
        let signal = Signal(
            path: Self.path, interface: Self.interface, name: "SettingChanged", values: values)
        signals.withLock { $0.append(signal) }
    }

    /// Tells the answer of the person who chooses.
    func respond(_ values: [WireValue], about request: String) {
        let signal = Signal(
            path: request, interface: "org.freedesktop.portal.Request", name: "Response", values: values)
        signals.withLock { $0.append(signal) }
    }

    func change(_ namespace: String, _ key: String, to value: WireValue) {
        signal(.text(namespace), .text(key), .variant(value))
    }

    private typealias Answer = @convention(c) (OpaquePointer, UnsafeMutablePointer<OpaquePointer?>) -> Int32
    private typealias NewSignal =
        @convention(c) (
            OpaquePointer, UnsafeMutablePointer<OpaquePointer?>, UnsafePointer<CChar>, UnsafePointer<CChar>,
            UnsafePointer<CChar>
        ) -> Int32
    private typealias AddObject =
        @convention(c) (
            OpaquePointer, UnsafeMutablePointer<OpaquePointer?>?, UnsafePointer<CChar>, BusLibrary.Handler,
            UnsafeMutableRawPointer?
        ) -> Int32
    private typealias RequestName = @convention(c) (OpaquePointer, UnsafePointer<CChar>, UInt64) -> Int32
    private typealias Wait = @convention(c) (OpaquePointer, UInt64) -> Int32

    /// The object of a choice.
    static let request = "/org/freedesktop/portal/desktop/request/tests/1"
    private static let path = "/org/freedesktop/portal/desktop"
    private static let interface = "org.freedesktop.portal.Settings"

    private static func function<Function>(_ name: String, as type: Function.Type) -> Function? {
        LoadedLibrary("libsystemd.so.0")?.function(name, as: type)
    }

    private func serve(_ address: String, isUp: () -> Void) {
        guard let bus = try? BusHandle.open(address),
            let addObject = Self.function("sd_bus_add_object", as: AddObject.self),
            let requestName = Self.function("sd_bus_request_name", as: RequestName.self),
            let wait = Self.function("sd_bus_wait", as: Wait.self)
        else { return }
        let me = Unmanaged.passUnretained(self).toOpaque()
        guard
            addObject(
                bus.pointer, nil, Self.path,
                { call, portal, _ in
                    guard let call, let portal else { return 0 }
                    return Unmanaged<PortalOfTests>.fromOpaque(portal).takeUnretainedValue().answer(call)
                }, me) >= 0,
            addObject(
                bus.pointer, nil, Self.request,
                { _, portal, _ in
                    guard let portal else { return 0 }
                    Unmanaged<PortalOfTests>.fromOpaque(portal).takeUnretainedValue().closes.add(
                        1, ordering: .relaxed)
                    return 0
                }, me) >= 0, requestName(bus.pointer, "org.freedesktop.portal.Desktop", 0) >= 0
        else { return }
        isUp()
        while !isOver.load(ordering: .relaxed) {
            let waiting = signals.withLock { signals in
                defer { signals = [] }
                return signals
            }
            for signal in waiting { send(signal, on: bus) }
            let state = bus.library.process(bus.pointer, nil)
            // A bus that is gone has nothing to wait for.
            if state < 0 || state == 0 && wait(bus.pointer, 5_000) < 0 { return }
        }
    }

    private typealias Member = @convention(c) (OpaquePointer) -> UnsafePointer<CChar>?

    /// Takes note of a call with a descriptor.
    private func note(_ call: OpaquePointer) {
        guard let library = BusLibrary.shared, library.hasSignature(call, "sha{sv}") > 0,
            let member = Self.function("sd_bus_message_get_member", as: Member.self)?(call)
        else { return }
        var window: UnsafePointer<CChar>?
        var file: Int32 = -1
        _ = library.read(call, CChar(UInt8(ascii: "s")), &window)
        _ = library.read(call, CChar(UInt8(ascii: "h")), &file)
        var reader = BusReader(library, call)
        let options = (try? reader.values())?.first?.members ?? [:]
        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(file)")
        files.withLock {
            $0.append(FileCall(method: String(cString: member), path: path, options: options))
        }
    }

    /// Takes note of a call that lets a person choose, and has the person answer.
    private func noteChoice(_ call: OpaquePointer) {
        guard let library = BusLibrary.shared, library.hasSignature(call, "ssa{sv}") > 0 else { return }
        var reader = BusReader(library, call)
        guard let values = try? reader.values(), values.count == 3 else { return }
        choices.withLock {
            $0.append(
                ChoiceCall(
                    window: values[0].text ?? "", title: values[1].text ?? "",
                    options: values[2].members ?? [:]))
        }
        guard let response = response.withLock({ $0 }), case .path(let request)? = answer.withLock({ $0 })
        else { return }
        respond(response, about: request)
    }

    private func answer(_ call: OpaquePointer) -> Int32 {
        note(call)
        noteChoice(call)
        questions.add(1, ordering: .relaxed)
        guard let value = answer.withLock({ $0 }) else { return 1 }
        guard let library = BusLibrary.shared,
            let newAnswer = Self.function("sd_bus_message_new_method_return", as: Answer.self),
            let send = Self.function("sd_bus_send", as: SendOne.self)
        else { return 0 }
        var message: OpaquePointer?
        guard newAnswer(call, &message) >= 0, let message else { return 0 }
        value.write(to: message)
        _ = send(nil, message, nil)
        _ = library.releaseMessage(message)
        return 1
    }

    private typealias SendOne =
        @convention(c) (OpaquePointer?, OpaquePointer, UnsafeMutablePointer<UInt64>?) -> Int32

    private func send(_ signal: Signal, on bus: BusHandle) {
        guard let newSignal = Self.function("sd_bus_message_new_signal", as: NewSignal.self),
            let send = Self.function("sd_bus_send", as: SendOne.self)
        else { return }
        var message: OpaquePointer?
        guard newSignal(bus.pointer, &message, signal.path, signal.interface, signal.name) >= 0,
            let message
        else { return }
        for value in signal.values { value.write(to: message) }
        _ = send(bus.pointer, message, nil)
        _ = bus.library.releaseMessage(message)
    }
}
