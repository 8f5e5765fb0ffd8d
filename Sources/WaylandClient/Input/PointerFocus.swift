internal import LinuxIO

/// The surface under one pointer or one pen: it gives each event to the window's gestures or to the part, and shows the fitting cursor.
final class PointerFocus {
    /// The time for which the cursor stays over a picture in full screen, in nanoseconds.
    private static let patience: Int64 = 2_000_000_000

    let seat: SeatContext
    private let device: InputDevice
    private let cursor: Cursor
    private weak var window: (any InputWindow)?
    private weak var part: (any InputPart)?
    private var gestures: PointerGestures
    /// True while a press on a part is not the part's, since it was on the window's edge.
    private var isResizing = false
    /// True while a press is a part's.
    private var isHeld = false
    private var lastMotion: Int64 = 0
    private var timer: (loop: EventLoop, id: EventLoop.TimerID)?

    /// The place on the surface.
    var point: SurfacePoint { gestures.point }

    init(_ device: InputDevice, _ seat: SeatContext, _ cursor: Cursor, dragDistance: Double = 4) {
        self.device = device
        self.seat = seat
        self.cursor = cursor
        gestures = PointerGestures(dragDistance: dragDistance)
    }

    func release() {
        leave()
        cursor.release()
    }

    // MARK: - Events

    func enter(_ surface: ProxyHandle?, at point: SurfacePoint, serial: UInt32) {
        leave()
        window = surface.flatMap { seat.globals.inputWindow(of: $0) }
        part = surface.flatMap { seat.globals.inputPart(of: $0) }
        gestures.enter(point)
        cursor.enter(serial)
        showCursor()
        part?.tell(.entered(point, device))
        window?.tell(.pointerMoved(point, device))
    }

    func leave() {
        let (window, part) = (window, part)
        (self.window, self.part, isResizing, isHeld) = (nil, nil, false, false)
        stopTimer()
        window?.perform(gestures.leave(), at: point, by: device, of: seat)
        window?.tell(.pointerLeft)
        part?.tell(.left)
    }

    func move(to point: SurfacePoint, time: UInt32) {
        let action = gestures.move(to: point, isTaken: window?.gestures.dragsMoveWindow != false)
        if let window {
            window.tell(.pointerMoved(point, device))
            window.perform(action, at: point, by: device, of: seat)
        } else if !isResizing {
            part?.tell(.moved(point, time: time))
        }
        showCursor()
    }

    func press(_ button: PointerButton, isDown: Bool, serial: UInt32, time: UInt32) {
        if let window {
            let action = gestures.press(
                button, isDown: isDown, serial: serial, time: time, in: window.geometry)
            window.perform(action, at: point, by: device, of: seat)
        } else if let part {
            press(button, on: part, isDown: isDown, serial: serial, time: time)
        }
        showCursor()
    }

    /// Gives a press to a part, unless it is on the edge of the window below.
    private func press(
        _ button: PointerButton, on part: any InputPart, isDown: Bool, serial: UInt32, time: UInt32
    ) {
        if button == .primary, isDown, let edge = edge(under: part) {
            isResizing = true
            part.inputWindow.toplevel?.resize(seat: seat.proxy, serial: serial, edges: edge)
            return
        }
        if button == .primary, !isDown, isResizing {
            isResizing = false
            return
        }
        if button == .primary { isHeld = isDown }
        part.tell(.button(button, isDown: isDown, at: point, time: time, seat.grant(serial)))
    }

    func tell(_ scroll: Scroll) {
        window?.tell(.scrolled(scroll))
        part?.tell(.scrolled(scroll))
    }

    func tell(_ pinch: Pinch) {
        if window?.gestures.pinchesAreTold == true { window?.tell(.pinched(pinch)) }
        part?.tell(.pinched(pinch))
    }

    // MARK: - Cursor

    /// Follows a window that went into or out of full screen, or was resized, under the pointer.
    func windowChanged(_ changed: any InputWindow) {
        guard changed === window, !(changed.geometry.isFullscreen && cursor.isHidden) else { return }
        showCursor()
    }

    /// Follows a surface that wants another cursor.
    func cursorChanged(of surface: AnyObject) {
        if surface === window || surface === part { showCursor() }
    }

    /// The window's edge at the pointer's place; nil where there is none, the part has something there, or it is being pressed.
    private func edge(under part: any InputPart) -> XdgToplevel.ResizeEdge? {
        guard !isHeld, !part.ownsEdge(at: point) else { return nil }
        let place = SurfacePoint(x: point.x + part.origin.x, y: point.y + part.origin.y)
        return PointerGestures.edge(at: place, in: part.inputWindow.geometry)
    }

    /// Shows the cursor that fits the place, and plans to hide it over a picture in full screen.
    private func showCursor() {
        if let part {
            return cursor.show(
                CursorKind(edge(under: part), else: part.cursor), scale: part.inputWindow.scale)
        }
        guard let window else { return }
        lastMotion = MonotonicClock.now()
        let edge = PointerGestures.edge(at: point, in: window.geometry)
        cursor.show(CursorKind(edge, else: window.cursor), scale: window.scale)
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
