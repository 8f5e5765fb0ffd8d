internal import LinuxIO
internal import Logging

/// A seat's keyboard: turns key codes into ``KeyPress`` with the compositor's keymap, and repeats keys that are held.
final class Keyboard {
    private let proxy: WlKeyboard
    private let seat: SeatContext
    private let logger: Logger
    private var keymap: Keymap?
    private weak var focus: (any InputWindow)?
    private var repetition: KeyRepeat?
    /// The number of repeats per second; 0 for none.
    ///
    /// The defaults are for compositors that do not tell (before version 4).
    private var rate: Int32 = 25
    /// The number of milliseconds before the first repeat.
    private var delay: Int32 = 600

    init(_ proxy: WlKeyboard, seat: SeatContext, logger: Logger) {
        self.proxy = proxy
        self.seat = seat
        self.logger = logger
        proxy.listen { [weak self] in self?.hear($0) }
    }

    func release() {
        stopRepeating()
        seat.modifiers = []
        if proxy.understands(version: 3) { proxy.release() } else { proxy.handle.discard() }
    }

    private func hear(_ event: WlKeyboard.Event) {
        switch event {
        case .keymap(let format, let descriptor, let size):
            load(Descriptor(owning: descriptor), count: Int(size), format: format)
        case .enter(_, let surface, _): focus = surface.flatMap { seat.globals.inputWindow(of: $0.handle) }
        case .leave:
            stopRepeating()
            focus = nil
            seat.modifiers = []
        case .key(let serial, _, let key, let state):
            seat.grant(serial)
            if state == .pressed { press(key) } else if key == repetition?.key { stopRepeating() }
        case .modifiers(_, let depressed, let latched, let locked, let group):
            keymap?.update(depressed: depressed, latched: latched, locked: locked, layout: group)
            seat.modifiers = keymap?.modifiers ?? []
        case .repeatInfo(let rate, let delay):
            if rate <= 0 { stopRepeating() }
            (self.rate, self.delay) = (rate, delay)
        }
    }

    private func load(_ file: consuming Descriptor, count: Int, format: WlKeyboard.KeymapFormat) {
        stopRepeating()
        guard format == .xkbV1 else {
            // wlroots sends this each time when a keyboard is unplugged, and a keymap with the next key of another.
            keymap = nil
            return logger.debug("the compositor has no keymap: keys do nothing")
        }
        do throws(SystemError) {
            keymap = try Keymap(file, count: count)
            if keymap == nil {
                logger.warning("the compositor's keymap cannot be understood: keys do nothing")
            }
        } catch {
            keymap = nil
            logger.warning("the compositor's keymap cannot be read (\(error)): keys do nothing")
        }
    }

    // MARK: - Keys

    private func press(_ key: UInt32) {
        stopRepeating()
        tell(key, isRepeat: false)
        guard rate > 0, keymap?.repeats(key) == true, let loop = focus?.loop else { return }
        repetition = KeyRepeat(key, loop: loop, delay: Int64(delay), rate: Int64(rate)) { [weak self] in
            guard let self else { return }
            // A window that is gone loses the focus without a word.
            if focus == nil { stopRepeating() } else { tell(key, isRepeat: true) }
        }
    }

    func stopRepeating() {
        repetition?.stop()
        repetition = nil
    }

    private func tell(_ key: UInt32, isRepeat: Bool) {
        guard let window = focus, let press = keymap?.press(key, isRepeat: isRepeat) else { return }
        window.tell(.key(press))
    }
}
