/// Pinches on a touchpad (`zwp_pointer_gesture_pinch_v1`), given to what is under the pointer.
final class TouchpadPinch {
    private let proxy: ZwpPointerGesturePinchV1
    private let focus: PointerFocus
    private var scale = 1.0

    init(_ proxy: ZwpPointerGesturePinchV1, _ focus: PointerFocus) {
        self.proxy = proxy
        self.focus = focus
        proxy.listen { [weak self] in self?.hear($0) }
    }

    func release() { proxy.destroy() }

    private func hear(_ event: ZwpPointerGesturePinchV1.Event) {
        switch event {
        case .begin:
            scale = 1
            tell(.began)
        case .update(_, let across, let down, let scale, let rotation):
            if scale > 0 { self.scale = scale }
            tell(.changed, across: across, down: down, rotation: rotation)
        case .end(_, _, let isCancelled): tell(isCancelled == 0 ? .ended : .cancelled)
        }
    }

    private func tell(_ phase: Pinch.Phase, across: Double = 0, down: Double = 0, rotation: Double = 0) {
        focus.tell(
            Pinch(
                phase: phase, point: focus.point, across: across, down: down, scale: scale,
                rotation: rotation, device: .pointer))
    }
}
