/// A seat's touch screen: the first finger on a window does what the pointer's left button does.
final class Touch {
    private let proxy: WlTouch
    private let seat: WlSeat
    private unowned let globals: any InputGlobals
    private weak var window: (any InputWindow)?
    /// The finger that is down, by the compositor's number; others mean nothing meanwhile.
    private var finger: Int32?
    // A finger is no more exact than this, even where it shall stay.
    private var gestures = PointerGestures(dragDistance: 12)

    init(_ proxy: WlTouch, seat: WlSeat, globals: any InputGlobals) {
        self.proxy = proxy
        self.seat = seat
        self.globals = globals
        proxy.listen { [weak self] in self?.hear($0) }
    }

    func release() {
        if proxy.understands(version: 3) { proxy.release() } else { proxy.handle.discard() }
    }

    private func hear(_ event: WlTouch.Event) {
        switch event {
        case .down(let serial, let time, let surface, let id, let x, let y):
            // Nobody tells that a finger has left a window that is gone.
            guard finger == nil || finger == id || window == nil,
                let touched = surface.flatMap({ globals.inputWindow(of: $0.handle) })
            else { return }
            if touched !== window { gestures.leave() }
            (finger, window) = (id, touched)
            gestures.enter(x: x, y: y)
            press(isDown: true, serial: serial, time: time)
        case .motion(_, let id, let x, let y):
            guard id == finger, let window else { return }
            window.perform(gestures.move(toX: x, y: y, in: window.geometry), of: seat)
        case .up(let serial, let time, let id):
            guard id == finger else { return }
            finger = nil
            press(isDown: false, serial: serial, time: time)
        case .cancel:
            finger = nil
            gestures.leave()
        default: break
        }
    }

    private func press(isDown: Bool, serial: UInt32, time: UInt32) {
        guard let window else { return }
        let action = gestures.press(.left, isDown: isDown, serial: serial, time: time, in: window.geometry)
        window.perform(action, of: seat)
    }
}
