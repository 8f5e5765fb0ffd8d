/// The parts of one scroll, which come as several events before a frame; pure.
struct ScrollGathering {
    private var across = 0.0
    private var down = 0.0
    /// 120ths of steps.
    private var stepsAcross = 0
    private var stepsDown = 0
    private var source = Scroll.Source.unknown
    private var isEnded = false
    private var time: UInt32 = 0
    private var isEmpty = true

    /// Takes an event of the pointer; those that are no part of a scroll are passed over.
    mutating func take(_ event: WlPointer.Event) {
        switch event {
        case .axis(let time, let axis, let value): move(axis, value, time)
        case .axisSource(let source): self.source = Scroll.Source(source)
        case .axisStop(let time, _): (isEnded, isEmpty, self.time) = (true, false, time)
        case .axisDiscrete(let axis, let steps): step(axis, Int(steps) * 120)
        case .axisValue120(let axis, let parts): step(axis, Int(parts))
        default: break
        }
    }

    /// Takes the wheel of a pen: steps, and degrees in the place of units.
    mutating func turn(degrees: Double, steps: Int32) {
        source = .wheel
        move(.verticalScroll, degrees, 0)
        step(.verticalScroll, Int(steps) * 120)
    }

    /// Makes the scroll and begins anew; nil when there was none.
    mutating func finish(
        at point: SurfacePoint, _ modifiers: Modifiers, time: UInt32? = nil
    ) -> Scroll? {
        defer { self = ScrollGathering() }
        guard !isEmpty else { return nil }
        return Scroll(
            point: point, across: across, down: down, stepsAcross: Double(stepsAcross) / 120,
            stepsDown: Double(stepsDown) / 120, source: source, isEnded: isEnded, time: time ?? self.time,
            modifiers: modifiers)
    }

    private mutating func move(_ axis: WlPointer.Axis, _ value: Double, _ time: UInt32) {
        (isEmpty, self.time) = (false, time)
        if axis == .horizontalScroll { across += value } else { down += value }
    }

    private mutating func step(_ axis: WlPointer.Axis, _ parts: Int) {
        isEmpty = false
        if axis == .horizontalScroll { stepsAcross += parts } else { stepsDown += parts }
    }
}

extension Scroll.Source {
    fileprivate init(_ source: WlPointer.AxisSource) {
        switch source {
        case .wheel: self = .wheel
        case .finger: self = .finger
        case .continuous: self = .continuous
        case .wheelTilt: self = .wheelTilt
        default: self = .unknown
        }
    }
}
