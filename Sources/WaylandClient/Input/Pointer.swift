/// A seat's pointer, and the fingers on its touchpad.
final class Pointer {
    private let proxy: WlPointer
    private let focus: PointerFocus
    private let pinch: TouchpadPinch?
    private var scroll = ScrollGathering()

    init(_ proxy: WlPointer, _ seat: SeatContext) {
        self.proxy = proxy
        let shapes = seat.globals.cursorShape?.getPointer(pointer: proxy)
        let cursor = Cursor(shapes, seat.globals) { serial, surface, x, y in
            proxy.setCursor(serial: serial, surface: surface, hotspotX: x, hotspotY: y)
        }
        focus = PointerFocus(.pointer, seat, cursor)
        pinch = seat.globals.touchpadGestures?.getPinchGesture(pointer: proxy).map {
            [focus] in TouchpadPinch($0, focus)
        }
        proxy.listen { [weak self] in self?.hear($0) }
    }

    func release() {
        pinch?.release()
        focus.release()
        if proxy.understands(version: 3) { proxy.release() } else { proxy.handle.discard() }
    }

    /// Follows a window that went into or out of full screen, or was resized, under the pointer.
    func windowChanged(_ changed: any InputWindow) { focus.windowChanged(changed) }

    /// Follows a surface that wants another cursor.
    func cursorChanged(of surface: AnyObject) { focus.cursorChanged(of: surface) }

    private func hear(_ event: WlPointer.Event) {
        switch event {
        case .enter(let serial, let surface, let x, let y):
            focus.enter(surface?.handle, at: SurfacePoint(x: x, y: y), serial: serial)
        case .leave: focus.leave()
        case .motion(let time, let x, let y): focus.move(to: SurfacePoint(x: x, y: y), time: time)
        case .button(let serial, let time, let button, let state):
            focus.press(
                PointerButton(code: button), isDown: state == .pressed, serial: serial, time: time)
        case .frame: finishScroll()
        default:
            scroll.take(event)
            // Frames came with version 5.
            if !proxy.understands(version: 5) { finishScroll() }
        }
    }

    private func finishScroll() {
        if let scroll = scroll.finish(at: focus.point, focus.seat.modifiers) { focus.tell(scroll) }
    }
}
