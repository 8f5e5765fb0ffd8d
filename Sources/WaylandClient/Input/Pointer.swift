internal import LinuxIO

/// A seat's pointer: moves, resizes and toggles the window under it, and shows the fitting cursor.
final class Pointer {
    /// The time for which the cursor stays over a picture in full screen, in nanoseconds.
    private static let patience: Int64 = 2_000_000_000

    private let proxy: WlPointer
    private let seat: WlSeat
    private unowned let globals: any InputGlobals
    private let cursor: Cursor
    private weak var window: (any InputWindow)?
    private var gestures = PointerGestures()
    private var lastMotion: Int64 = 0
    private var timer: (loop: EventLoop, id: EventLoop.TimerID)?

    init(_ proxy: WlPointer, seat: WlSeat, globals: any InputGlobals) {
        self.proxy = proxy
        self.seat = seat
        self.globals = globals
        cursor = Cursor(proxy, globals)
        proxy.listen { [weak self] in self?.hear($0) }
    }

    func release() {
        stopTimer()
        cursor.release()
        if proxy.understands(version: 3) { proxy.release() } else { proxy.handle.discard() }
    }

    /// Follows a window that went into or out of full screen, or was resized, under the pointer.
    func windowChanged(_ changed: any InputWindow) {
        guard changed === window, !(changed.geometry.isFullscreen && cursor.isHidden) else { return }
        showCursor()
    }

    // MARK: - Events

    private func hear(_ event: WlPointer.Event) {
        switch event {
        case .enter(let serial, let surface, let x, let y):
            window = surface.flatMap { globals.inputWindow(of: $0.handle) }
            gestures.enter(x: x, y: y)
            cursor.enter(serial)
            showCursor()
        case .leave:
            window = nil
            gestures.leave()
            stopTimer()
        case .motion(_, let x, let y):
            if let window { window.perform(gestures.move(toX: x, y: y, in: window.geometry), of: seat) }
            showCursor()
        case .button(let serial, let time, let button, let state):
            guard let window, let button = PointerGestures.Button(rawValue: button) else { return }
            let action = gestures.press(
                button, isDown: state == .pressed, serial: serial, time: time, in: window.geometry)
            window.perform(action, of: seat)
            showCursor()
        default: break
        }
    }

    // MARK: - Cursor

    /// Shows the cursor that fits the place, and plans to hide it in full screen.
    private func showCursor() {
        guard let window else { return }
        lastMotion = MonotonicClock.now()
        cursor.show(CursorKind(gestures.edge(in: window.geometry)), scale: window.scale)
        if !window.geometry.isFullscreen { return stopTimer() }
        if timer == nil { planToHide(at: lastMotion + Self.patience, window.loop) }
    }

    private func planToHide(at due: Int64, _ loop: EventLoop) {
        let id = loop.schedule(at: due) { [weak self] in
            guard let self else { return }
            timer = nil
            let due = lastMotion + Self.patience
            if MonotonicClock.now() < due { planToHide(at: due, loop) } else { cursor.hide() }
        }
        timer = (loop, id)
    }

    private func stopTimer() {
        timer.map { $0.loop.cancel($0.id) }
        timer = nil
    }
}
