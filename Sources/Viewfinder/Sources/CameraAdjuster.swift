internal import Capture
internal import LinuxIO
internal import Synchronization

extension CameraControl {
    /// True when its value is the user's, and not the camera's.
    var isWorthKeeping: Bool { remarks.isDisjoint(with: [.inactive, .readOnly, .volatile]) }
}

/// The keys that adjust the camera: they work on its controls, on a thread of their own, since a camera takes its time.
final class CameraAdjuster: Sendable {
    /// A wish of the user, in steps of a key.
    enum Adjustment: Sendable, Equatable {
        case zoom(Int)
        case turn(across: Int, down: Int)
        case exposure(Int)
        case defaults
    }

    /// The end of an adjustment.
    enum Outcome: Sendable, Equatable {
        /// The camera has done it; with words, and the settings that it has now.
        case changed(Message, [ControlSetting])
        /// The camera is as it was made; with the values that it had before.
        case reset(former: [ControlSetting])
        /// The camera has no control for it.
        case lacking
        case failed(Message)
    }

    private static let mostWaiting = 2
    /// The number of key presses from one end of a range to the other.
    private static let stepsOfRange: UInt64 = 20

    private let settings: SettingsFile
    private let queue = SerialQueue(name: "controls")
    private let waiting = Atomic(0)
    private let opened = Mutex<(session: ObjectIdentifier, controls: CameraControls)?>(nil)
    private let stepping: (@Sendable (Adjustment) -> Outcome)?
    /// The settings that are not in the file yet.
    private let unsaved = Mutex<[String: [ControlSetting]]>([:])

    /// Makes an adjuster that keeps in a file what it sets.
    ///
    /// - Parameters:
    ///   - settings: The file.
    ///   - stepping: The work of a camera that is none, for tests; nil for that of the session's camera.
    init(_ settings: SettingsFile, stepping: (@Sendable (Adjustment) -> Outcome)? = nil) {
        self.settings = settings
        self.stepping = stepping
    }

    /// Adjusts a camera; what comes while some are still to be done, from a key that is held, is left out.
    ///
    /// - Parameters:
    ///   - adjustment: The wish.
    ///   - session: The camera's session.
    ///   - camera: The id by which settings are kept; nil to keep none.
    ///   - done: Called on the queue's thread.
    ///   - trouble: Called there, too, where settings cannot be kept.
    func adjust(
        _ adjustment: Adjustment, of session: CaptureSession, _ camera: String?,
        done: @escaping @Sendable (Outcome) -> Void, trouble: @escaping @Sendable (ViewfinderError) -> Void
    ) {
        guard !isBusy else { return }
        work(trouble) { [self] () throws(ViewfinderError) in
            let outcome = stepping?(adjustment) ?? perform(adjustment, session)
            done(outcome)
            if let camera { try add(adjustment, outcome, of: camera) }
        }
    }

    /// True while so much waits that what is only on the way to something else can be left out.
    private var isBusy: Bool { waiting.load(ordering: .relaxed) >= Self.mostWaiting }

    /// Does something to the camera on the queue; the last of what waits has the settings written.
    private func work(
        _ trouble: @escaping @Sendable (ViewfinderError) -> Void,
        _ body: @escaping @Sendable () throws(ViewfinderError) -> Void
    ) {
        waiting.add(1, ordering: .relaxed)
        queue.add { [self] in
            let outcome = Result { () throws(ViewfinderError) in try body() }
            let isLast = waiting.subtract(1, ordering: .relaxed).newValue == 0
            do throws(ViewfinderError) {
                try outcome.get()
                if isLast { try keep() }
            } catch {
                trouble(error)
            }
        }
    }

    /// Reads a camera's controls, and follows their changes, until the camera is closed.
    ///
    /// - Parameters:
    ///   - session: The camera's session.
    ///   - told: Called on other threads with all controls, at once and again after each change, and with its maker; no controls for a source
    ///     that has none.
    func follow(
        _ session: CaptureSession,
        told: @escaping @Sendable (_ controls: [CameraControl], _ maker: ForeignChanges.Maker) -> Void
    ) {
        queue.add { [self] in
            let controls = try? controls(of: session)
            controls?.refresh()
            told(controls?.all ?? [], .reader)
            controls?.onNews(of: self) { news in
                if news.fault == nil { told(news.controls, news.isForeign ? .other : .own) }
            }
        }
    }

    /// Sets one of a camera's controls.
    ///
    /// - Parameters:
    ///   - setting: The control and its value.
    ///   - isPassing: True for a value on the way to another one, from a slider that is drawn, which is left out while others are to be done.
    ///   - session: The camera's session.
    ///   - camera: The id by which settings are kept; nil to keep none.
    ///   - done: Called on the queue's thread with all controls, since one may change others.
    ///   - trouble: Called there, too, where the setting cannot be kept.
    func set(
        _ setting: ControlSetting, isPassing: Bool, of session: CaptureSession, _ camera: String?,
        done: @escaping @Sendable (Result<[CameraControl], CaptureFault>) -> Void,
        trouble: @escaping @Sendable (ViewfinderError) -> Void
    ) {
        if isPassing, isBusy { return }
        set([setting], keeping: [setting], of: session, camera, done: done, trouble: trouble)
    }

    /// Sets several of a camera's controls, such as back to what they were before another program, or a reset, changed them.
    ///
    /// - Parameters:
    ///   - settings: The controls and their values.
    ///   - kept: Those that are kept of the camera from now on; none where nothing of it is kept.
    ///   - session: The camera's session.
    ///   - camera: The id by which settings are kept; nil to keep none.
    ///   - done: Called on the queue's thread with all controls, since one may change others.
    ///   - trouble: Called there, too, where settings cannot be kept.
    func set(
        _ settings: [ControlSetting], keeping kept: [ControlSetting] = [], of session: CaptureSession,
        _ camera: String? = nil, done: @escaping @Sendable (Result<[CameraControl], CaptureFault>) -> Void,
        trouble: @escaping @Sendable (ViewfinderError) -> Void = { _ in }
    ) {
        work(trouble) { [self] () throws(ViewfinderError) in
            let outcome = Result { () throws(CaptureFault) in
                let controls = try controls(of: session)
                try controls.set(settings)
                return controls.all
            }
            done(outcome)
            guard let camera, !kept.isEmpty, case .success = outcome else { return }
            unsaved.withLock { $0[camera, default: []] += kept }
        }
    }

    /// Waits until the cameras have done what was asked of them, and the file has it.
    ///
    /// - Parameter deadline: The moment to stop waiting, in nanoseconds of `MonotonicClock`. Of a camera that does not answer until then,
    ///   what it had done before is kept, and the rest is left.
    /// - Throws: The reason why settings cannot be kept.
    /// - Returns: True when nothing was left.
    @discardableResult
    func finish(until deadline: Int64) throws(ViewfinderError) -> Bool {
        guard let gate = try? Gate() else { return false }
        queue.add { gate.open() }
        let isDone = gate.wait(until: deadline)
        try keep()
        return isDone
    }

    /// Closes the camera: one that was pulled out does not come back while somebody holds it.
    func forget() { opened.withLock { $0 = nil } }

    /// Notes the settings that a camera has now.
    private func add(
        _ adjustment: Adjustment, _ outcome: Outcome, of camera: String
    ) throws(ViewfinderError) {
        if case .changed(_, let settings) = outcome {
            unsaved.withLock { $0[camera, default: []] += settings }
        } else if adjustment == .defaults, outcome != .lacking {
            // What cannot be set back is forgotten, too.
            unsaved.withLock { $0[camera] = nil }
            try settings.forgetControls(of: camera)
        }
    }

    /// Writes into the file what is not in it yet.
    private func keep() throws(ViewfinderError) {
        let unsaved = unsaved.withLock { unsaved in
            defer { unsaved = [:] }
            return unsaved
        }
        var fault: ViewfinderError?
        for (camera, settings) in unsaved {
            do throws(ViewfinderError) { try self.settings.keep(settings, of: camera) } catch {
                fault = fault ?? error
            }
        }
        if let fault { throw fault }
    }

    private func perform(_ adjustment: Adjustment, _ session: CaptureSession) -> Outcome {
        do throws(CaptureFault) {
            let controls = try controls(of: session)
            switch adjustment {
            case .zoom(let steps): return try step(controls, [.zoom], by: steps)
            case .turn(let across, 0): return try step(controls, [.pan], by: across)
            case .turn(_, let down): return try step(controls, [.tilt], by: -down)
            case .exposure(let steps):
                return try step(controls, [.exposure, .exposureBias, .brightness, .gain], by: steps)
            case .defaults:
                controls.refresh()
                let before = controls.all
                try controls.setDefaults()
                return .reset(former: Self.former(before, since: controls.all))
            }
        } catch {
            return error.kind == .unsupported && opened.withLock({ $0 }) == nil
                ? .lacking : .failed(error.message)
        }
    }

    /// Finds the values that a reset has changed, but for those that the camera had chosen.
    ///
    /// - Parameters:
    ///   - before: All controls before it.
    ///   - after: All controls after it.
    /// - Returns: The controls with the values that they had.
    static func former(_ before: [CameraControl], since after: [CameraControl]) -> [ControlSetting] {
        before.compactMap { control in
            guard let value = control.value, control.isSettable, control.kind != .button,
                !control.isChosenByCamera(among: before),
                after.contains(where: { $0.number == control.number && $0.value != value })
            else { return nil }
            return ControlSetting(key: control.key, value: value)
        }
    }

    private func controls(of session: CaptureSession) throws(CaptureFault) -> CameraControls {
        let identifier = ObjectIdentifier(session)
        if let opened = opened.withLock({ $0 }), opened.session == identifier { return opened.controls }
        opened.withLock { $0 = nil }
        let controls = try session.controls()
        opened.withLock { $0 = (identifier, controls) }
        return controls
    }

    /// Moves the first of some controls that the camera has.
    private func step(
        _ controls: CameraControls, _ numbers: [ControlNumber], by steps: Int
    ) throws(CaptureFault) -> Outcome {
        controls.refresh()
        let before = controls.all
        let control = numbers.lazy.compactMap { controls[$0] }.first {
            $0.isSettable && $0.value?.number != nil
        }
        guard let control, let value = control.value?.number else { return .lacking }
        let new = try controls.set(
            .integer(Self.value(of: control, from: value, by: steps)), of: control.number)
        let changed = zip(before, controls.all).compactMap { old, now in
            (old.value != now.value || now.number == control.number) && now.isWorthKeeping ? now : nil
        }
        let settings = changed.compactMap { control in
            control.value.map { ControlSetting(key: control.key, value: $0) }
        }
        let told = Message(
            "{control} {value}", ["control": new.title, "value": new.value.map { "\($0)" } ?? ""],
            comment: "A notice: a camera's control has a new value")
        return .changed(told, settings)
    }

    /// Computes the value that is some key presses away, within the range.
    static func value(of control: CameraControl, from value: Int64, by steps: Int) -> Int64 {
        if !control.entries.isEmpty {
            let indices = control.entries.map(\.index)
            let place = indices.firstIndex { $0 >= value } ?? indices.count - 1
            return indices[min(max(0, place + steps), indices.count - 1)]
        }
        let unit = Int64(clamping: control.step)
        var distance = max(
            unit, Int64(clamping: UInt64(bitPattern: control.most &- control.least) / stepsOfRange))
        if control.number == .exposure {
            // Three presses double or halve it: that looks the same everywhere in its range.
            let factor = steps > 0 ? 0.26 : 0.2063
            distance = max(unit, Int64(Double(max(0, value)) * factor))
        }
        let (wanted, isTooFar) = value.addingReportingOverflow(distance * Int64(steps))
        guard !isTooFar else { return steps > 0 ? control.most : control.least }
        return min(max(control.least, wanted), control.most)
    }
}
