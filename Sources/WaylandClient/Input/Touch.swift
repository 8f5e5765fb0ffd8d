/// A seat's touch screen: the first finger on a window does what the pointer's main button does, and those on its parts are the parts'.
final class Touch {
    /// A finger on a part.
    private struct PartFinger {
        weak var part: (any InputPart)?
    }

    /// The most fingers on parts: a compositor that never lifts them is heard no further.
    private static let mostFingers = 64

    private let proxy: WlTouch
    private let seat: SeatContext
    private weak var window: (any InputWindow)?
    /// The finger that is down on the window, by the compositor's number; others mean nothing meanwhile, or make a pinch.
    private var finger: Int32?
    private var secondFinger: Int32?
    private var pinch: TouchPinch?
    private var fingersOnParts: [Int32: PartFinger] = [:]
    // A finger is no more exact than this, even where it shall stay.
    private var gestures = PointerGestures(dragDistance: 12)

    init(_ proxy: WlTouch, _ seat: SeatContext) {
        self.proxy = proxy
        self.seat = seat
        proxy.listen { [weak self] in self?.hear($0) }
    }

    func release() {
        cancel()
        if proxy.understands(version: 3) { proxy.release() } else { proxy.handle.discard() }
    }

    private func hear(_ event: WlTouch.Event) {
        switch event {
        case .down(let serial, let time, let surface, let id, let x, let y):
            guard let surface else { return }
            let point = SurfacePoint(x: x, y: y)
            if let part = seat.globals.inputPart(of: surface.handle) {
                guard fingersOnParts.count < Self.mostFingers else { return }
                fingersOnParts[id] = PartFinger(part: part)
                part.tell(.touchBegan(id: Int(id), at: point, time: time, seat.grant(serial)))
            } else if let touched = seat.globals.inputWindow(of: surface.handle) {
                begin(id, on: touched, at: point, serial: serial, time: time)
            }
        case .motion(let time, let id, let x, let y):
            move(id, to: SurfacePoint(x: x, y: y), time: time)
        case .up(let serial, let time, let id): lift(id, serial: serial, time: time)
        case .cancel: cancel()
        default: break
        }
    }

    private func begin(
        _ id: Int32, on touched: any InputWindow, at point: SurfacePoint, serial: UInt32, time: UInt32
    ) {
        // Nobody tells that a finger has left a window that is gone.
        if let window, finger != nil, finger != id {
            guard touched === window, pinch == nil, window.gestures.pinchesAreTold else { return }
            let second = TouchPinch(gestures.point, point)
            perform(gestures.leave())
            (secondFinger, pinch) = (id, second)
            return window.tell(.pinched(second.moment(.began)))
        }
        if touched !== window { perform(gestures.leave()) }
        (finger, window) = (id, touched)
        gestures.enter(point)
        press(isDown: true, serial: serial, time: time)
    }

    private func move(_ id: Int32, to point: SurfacePoint, time: UInt32) {
        if let finger = fingersOnParts[id] {
            finger.part?.tell(.touchMoved(id: Int(id), to: point, time: time))
        } else if pinch != nil, id == finger || id == secondFinger {
            if let moment = pinch?.move(isFirst: id == finger, to: point) { window?.tell(.pinched(moment)) }
        } else if id == finger, let window {
            perform(gestures.move(to: point, isTaken: window.gestures.dragsMoveWindow))
        }
    }

    private func lift(_ id: Int32, serial: UInt32, time: UInt32) {
        if let finger = fingersOnParts.removeValue(forKey: id) {
            finger.part?.tell(.touchEnded(id: Int(id), time: time))
        } else if let pinch, id == finger || id == secondFinger {
            (self.pinch, secondFinger) = (nil, nil)
            // The finger that stays means nothing until it is lifted, too.
            if id == finger { finger = nil }
            window?.tell(.pinched(pinch.moment(.ended)))
        } else if id == finger {
            finger = nil
            press(isDown: false, serial: serial, time: time)
        }
    }

    private func cancel() {
        let pinch = pinch
        let parts = fingersOnParts.values.compactMap(\.part)
        (finger, secondFinger, self.pinch, fingersOnParts) = (nil, nil, nil, [:])
        perform(gestures.leave())
        if let pinch { window?.tell(.pinched(pinch.moment(.cancelled))) }
        for (number, part) in parts.enumerated()
        where !parts[..<number].contains(where: { $0 === part }) { part.tell(.touchesCancelled) }
    }

    private func press(isDown: Bool, serial: UInt32, time: UInt32) {
        guard let window else { return }
        perform(
            gestures.press(.primary, isDown: isDown, serial: serial, time: time, in: window.geometry))
    }

    private func perform(_ action: PointerGestures.Action?) {
        window?.perform(action, at: gestures.point, by: .touch, of: seat)
    }
}
