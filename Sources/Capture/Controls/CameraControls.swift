internal import Faults
internal import LinuxIO
internal import Synchronization

/// The controls of one camera: brightness, exposure, focus, zoom and whatever else its driver has.
///
/// It is a descriptor of its own beside the session that streams, if there is one, and may be used without any. Values that other programs
/// set are followed from the first ``onNews(of:_:)`` or ``news`` on, on a thread of its own. Thread-safe; each call waits for the camera, which
/// over USB takes milliseconds, and some drivers much longer: not for a thread that draws. One whose driver does not come back is waited for
/// six seconds, and then, until it does, not at all: ``CaptureFault/Kind/stalled``.
///
/// A camera that was unplugged is closed as soon as that is seen; until then, or until this object is let go, its node stays taken.
public final class CameraControls: Sendable {
    /// The controls, and what has changed last.
    public struct News: Sendable, Equatable {
        /// All controls in the driver's order.
        public var controls: [CameraControl]
        /// The numbers of those that have changed since the news before.
        public var changed: [ControlNumber] = []
        /// True when not this object has changed them, but another one, another program or the camera itself.
        public var isForeign = false
        /// The reason why there will be no more news, such as a camera that was unplugged; nil while there is none.
        public var fault: CaptureFault?
    }

    /// The device node.
    public let path: String
    /// Nil once the camera is gone: a node that somebody holds open does not come back.
    private let opened: Mutex<ControlDevice?>
    private let state: StateNews<News>
    /// Held while the camera is asked or told something, which takes its time.
    private let turn = Mutex(())
    private let watch = Mutex<ControlWatch?>(nil)

    /// Opens a camera for its controls.
    ///
    /// - Parameter selector: The camera.
    /// - Throws: The fault of a camera that is not there, or that the user may not open.
    public convenience init(_ selector: CameraSelector) throws(CaptureFault) {
        try self.init(node: CameraList.node(of: selector, by: .system))
    }

    /// Opens a camera by its node and other calls than the system's.
    init(node: String, calls: DeviceCalls = .system) throws(CaptureFault) {
        let (device, controls) = try calls.ask(SystemFile.real(node)) { (calls) throws(CaptureFault) in
            let device = try ControlDevice(SystemFile.real(node), calls: calls)
            do throws(SystemError) {
                return (device, try device.controls())
            } catch {
                throw CaptureFault(error, camera: node)
            }
        }
        path = node
        opened = Mutex(device)
        state = StateNews(News(controls: controls))
    }

    deinit { watch.withLock { $0 }?.end() }

    /// All controls in the driver's order, as they were last seen: what others change is known once ``news`` are asked for, and what changes by
    /// itself after ``refresh()``.
    public var all: [CameraControl] { state.state.controls }

    /// Finds a control by its number; nil where the camera has none of it.
    public subscript(number: ControlNumber) -> CameraControl? { all.first { $0.number == number } }

    /// Finds a control by its ``CameraControl/key``; nil where the camera has none of it.
    public subscript(key: String) -> CameraControl? { all.first { $0.key == key } }

    /// Reads all values anew; those of a camera that does not answer stay as they were last seen.
    public func refresh() { refresh { _ in true } }

    /// Reads the values of some controls anew.
    private func refresh(where isAsked: @escaping @Sendable (CameraControl) -> Bool) {
        turn.withLock { _ in
            guard let device = opened.withLock({ $0 }) else { return }
            let answer = try? device.ask { [all] node in
                var controls = all
                for place in controls.indices where isAsked(controls[place]) {
                    node.refresh(&controls[place])
                }
                return controls
            }
            if let answer { enter(answer, isForeign: true) }
        }
        state.tell()
    }

    /// Sets a control, and first, where something else chooses its value, that to manual.
    ///
    /// - Parameters:
    ///   - value: The value: an integer is brought to the nearest step; a menu takes an entry's index or name.
    ///   - number: The control.
    /// - Returns: The control as the camera has it then.
    /// - Throws: ``CaptureFault/Kind/unsupported`` with what can be set, ``CaptureFault/Kind/gone`` when the camera was unplugged,
    ///   ``CaptureFault/Kind/busy`` when another program holds the control.
    @discardableResult
    public func set(_ value: ControlValue, of number: ControlNumber) throws(CaptureFault) -> CameraControl {
        try change { (node, controls) throws(CaptureFault) in
            guard let place = controls.firstIndex(where: { $0.number == number }) else {
                throw CaptureFault(
                    .unsupported, "the camera has no control 0x\(String(number.rawValue, radix: 16))")
            }
            try node.set(value, at: place, in: &controls)
            return controls[place]
        }
    }

    /// Sets a control by its name, as ``set(_:of:)`` does.
    @discardableResult
    public func set(_ setting: ControlSetting) throws(CaptureFault) -> CameraControl {
        try set([setting])
        guard let control = self[setting.key] else { throw CaptureFault(.gone, "the control is gone") }
        return control
    }

    /// Sets several controls, all of them or none; those that choose for others first, whatever their order.
    ///
    /// - Throws: The first fault, as ``set(_:of:)`` does; the others are as they were, but for buttons that were pressed.
    public func set(_ settings: [ControlSetting]) throws(CaptureFault) {
        try change { (node, controls) throws(CaptureFault) in
            defer { for place in controls.indices { node.refresh(&controls[place]) } }
            try node.set(settings)
        }
    }

    /// Sets all controls back to what the driver begins with; those whose value the camera chooses then are left to it, and so are those whose
    /// driver begins with what they cannot have.
    ///
    /// - Throws: The first fault; the others are set all the same.
    public func setDefaults() throws(CaptureFault) {
        try change { (node, controls) throws(CaptureFault) in
            var fault: CaptureFault?
            let places = controls.indices
            // What chooses comes last, so that the others can be set before; and then once more those that it lets go.
            let automatic = places.filter { AutomaticControl.isAutomatic(controls[$0].number) }
            let others = places.filter { !automatic.contains($0) }
            for place in others + automatic + others {
                let control = controls[place]
                guard let initial = control.initial, control.isSettable, control.value != initial,
                    !control.remarks.contains(.inactive), (try? control.value(for: initial)) != nil
                else { continue }
                do throws(CaptureFault) { try node.set(initial, at: place, in: &controls) } catch {
                    fault = fault ?? error
                }
            }
            if let fault { throw fault }
        }
    }

    private func change<Value: Sendable>(
        _ edit: @escaping @Sendable (ControlNode, inout [CameraControl]) throws(CaptureFault) -> Value
    ) throws(CaptureFault) -> Value {
        let outcome = turn.withLock { _ -> Result<Value, CaptureFault> in
            guard let device = opened.withLock({ $0 }) else { return .failure(Self.gone) }
            return Result { () throws(CaptureFault) in
                let (controls, outcome) = try device.ask { [all] node in
                    var controls = all
                    let outcome = Result { () throws(CaptureFault) in try edit(node, &controls) }
                    return (controls, outcome)
                }
                // Some may have changed before one could not be set.
                enter(controls, isForeign: false)
                return try outcome.get()
            }
        }
        state.tell()
        if case .failure(let fault) = outcome, fault.kind == .gone { end() }
        return try outcome.get()
    }

    private static let gone = CaptureFault(
        .gone,
        Fault.unplugged.message([
            .camera: Message("the camera", comment: "The one whose controls are open; its name is not known")
        ]))

    /// Takes note of the controls as they are now; called in turn.
    private func enter(_ controls: [CameraControl], isForeign: Bool) {
        let old = all
        let changed = zip(old, controls).compactMap { $0 == $1 ? nil : $1.number }
        guard !changed.isEmpty else { return }
        state.enter(
            News(controls: controls, changed: changed, isForeign: isForeign, fault: state.state.fault))
    }

    // MARK: - News

    /// The news from now on, beginning with the controls as they are; ends with the camera, or when this object is let go.
    public var news: AsyncStream<News> {
        startWatching()
        return state.states
    }

    /// Sets the closure to call with all news, on the threads that make them; nil for none.
    ///
    /// It must not block.
    ///
    /// - Parameters:
    ///   - observer: Each has a closure of its own; it is not kept alive.
    ///   - told: The closure.
    public func onNews(of observer: AnyObject, _ told: (@Sendable (News) -> Void)?) {
        state.observe(by: observer, told)
        if told != nil { startWatching() }
    }

    private func startWatching() {
        watch.withLock { watch in
            guard watch == nil, let device = opened.withLock({ $0 }) else { return }
            // What has changed until now is no news.
            state.enter(News(controls: all))
            try? device.ask { [all] node in
                for control in all { node.subscribe(to: control.number) }
            }
            watch = try? ControlWatch(device) { [weak self] numbers in
                self?.refresh { numbers.contains($0.number) }
            } ended: { [weak self] in
                self?.end()
            }
        }
        // What was set before the events were asked for.
        refresh()
    }

    /// Closes a camera that is gone, and tells.
    private func end() {
        watch.withLock { $0 }?.end()
        turn.withLock { _ in
            guard opened.withLock({ $0.take() }) != nil else { return }
            var last = state.state
            (last.changed, last.isForeign, last.fault) = ([], true, Self.gone)
            state.enter(last)
        }
        state.tell()
        state.finish()
    }
}

/// A thread that waits for the events of a camera's controls.
private final class ControlWatch: Sendable {
    private let bell: Wakeup
    /// The number of looks without news after which a driver that goes on ringing is left.
    private static let mostFailures = 100
    /// The most events that are taken at one look.
    private static let mostEvents = 1024

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - device: The camera, whose events have been asked for.
    ///   - hear: Called on the thread with those that have changed.
    ///   - ended: Called on the thread when the camera is gone.
    /// - Throws: The error of a thread that cannot be made.
    init(
        _ device: ControlDevice, _ hear: @escaping @Sendable (Set<ControlNumber>) -> Void,
        ended: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        let bell = try Wakeup()
        self.bell = bell
        _ = try SystemThread(name: "controls") {
            var failures = 0
            do {
                while failures < Self.mostFailures {
                    let (rings, events) = try device.calls.poll(
                        bell.descriptor, device.number, .priority, nil)
                    if !rings.isEmpty { return }
                    var changed: Set<ControlNumber> = []
                    // A driver that always has one more is not heard for ever.
                    for _ in 0..<Self.mostEvents {
                        guard let number = try device.nextChange() else { break }
                        changed.insert(number)
                    }
                    failures = changed.isEmpty ? failures + 1 : 0
                    if !changed.isEmpty { hear(changed) }
                    // A device that says so at every look is gone, or would keep this thread busy for nothing.
                    if !events.isDisjoint(with: [.error, .hangUp]), changed.isEmpty { break }
                }
            } catch {}
            ended()
        }
    }

    func end() { bell.ring() }
}
