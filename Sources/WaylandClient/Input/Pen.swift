/// A pen of a drawing tablet, or another of its tools, which does what the pointer does (`zwp_tablet_tool_v2`).
final class Pen {
    private let proxy: ZwpTabletToolV2
    private let focus: PointerFocus
    private let ended: (Pen) -> Void
    private var scroll = ScrollGathering()
    /// The events since the last frame, which tells their time.
    private var waiting: [ZwpTabletToolV2.Event] = []
    private var place = SurfacePoint(x: 0, y: 0)
    /// The serial of the last press, of which the release has none of its own.
    private var pressSerial: UInt32 = 0

    /// Listens to a tool; `ended` is called when the compositor has taken it away.
    init(_ proxy: ZwpTabletToolV2, _ seat: SeatContext, ended: @escaping (Pen) -> Void) {
        self.proxy = proxy
        self.ended = ended
        let shapes = seat.globals.cursorShape?.getTabletToolV2(tabletTool: proxy)
        let cursor = Cursor(shapes, seat.globals) { serial, surface, x, y in
            proxy.setCursor(serial: serial, surface: surface, hotspotX: x, hotspotY: y)
        }
        // A hand with a pen trembles more than one that rests on a mouse.
        focus = PointerFocus(.pen, seat, cursor, dragDistance: 6)
        proxy.listen { [weak self] in self?.hear($0) }
    }

    func release() {
        focus.release()
        proxy.destroy()
    }

    /// Follows a window that went into or out of full screen, or was resized, under the pen.
    func windowChanged(_ changed: any InputWindow) { focus.windowChanged(changed) }

    /// Follows a surface that wants another cursor.
    func cursorChanged(of surface: AnyObject) { focus.cursorChanged(of: surface) }

    private func hear(_ event: ZwpTabletToolV2.Event) {
        switch event {
        case .removed: ended(self)
        case .frame(let time):
            let events = waiting
            waiting = []
            // A frame is one moment: the pen is at its place when it does the rest.
            for case .motion(let x, let y) in events { place = SurfacePoint(x: x, y: y) }
            for case .proximityIn(let serial, _, let surface) in events {
                focus.enter(surface?.handle, at: place, serial: serial)
            }
            if events.contains(where: { if case .motion = $0 { true } else { false } }) {
                focus.move(to: place, time: time)
            }
            for event in events { perform(event, time: time) }
            if let scroll = scroll.finish(at: place, focus.seat.modifiers, time: time) {
                focus.tell(scroll)
            }
        case .proximityIn, .proximityOut, .down, .up, .motion, .wheel, .button:
            // More than a few are no frame's.
            if waiting.count < 64 { waiting.append(event) }
        default: break
        }
    }

    private func perform(_ event: ZwpTabletToolV2.Event, time: UInt32) {
        switch event {
        case .proximityOut: focus.leave()
        case .down(let serial):
            pressSerial = serial
            focus.press(.primary, isDown: true, serial: serial, time: time)
        case .up: focus.press(.primary, isDown: false, serial: pressSerial, time: time)
        case .button(let serial, let button, let state):
            focus.press(
                PointerButton(code: button), isDown: state == .pressed, serial: serial, time: time)
        case .wheel(let degrees, let clicks): scroll.turn(degrees: degrees, steps: clicks)
        default: break
        }
    }
}
