/// The painting of sliders.
extension ControlPainter {
    func paintSlider(_ slider: SliderValue, _ placed: PlacedElement) {
        if placed.state.contains(.disabled) == false, !placed.state.contains(.pressed) { paintTouch(placed) }
        let shape = SliderShape(placed.bounds, isMirrored: isMirrored)
        let isDisabled = placed.state.contains(.disabled)
        var end = shape.words.width
        let number = typesetter.layout(slider.text, style: .number)
        let width = min(max(number.width.rounded(.up), 8), shape.words.width * 0.6)
        let place = part(of: shape.words, from: end - width, width: width)
        if let editing = placed.editing {
            let field = place.union(part(of: shape.words, from: end - max(width, 64), width: max(width, 64)))
            canvas.fill(field.inset(-6, 0), radius: 4, theme.trough)
            canvas.stroke(field.inset(-6, 0), radius: 4, width: 1, theme.accent)
            paintText(editing, in: field, placed, .number)
            end -= field.width + 12
        } else {
            write(
                slider.text, .number, in: place, .trailing, by: isDisabled ? ink(placed) : color(.secondary))
            end -= width + 8
            if slider.isChanged, !isDisabled {
                let dot = part(of: shape.words, from: end - 8, width: 8)
                canvas.fill(dot.centered(6), radius: 3, theme.accent)
                end -= 16
            }
        }
        write(
            placed.element.name, in: part(of: shape.words, from: 0, width: max(end, 0)), by: ink(placed))
        paintTrack(slider, shape, placed)
    }

    private func paintTrack(_ slider: SliderValue, _ shape: SliderShape, _ placed: PlacedElement) {
        let isDisabled = placed.state.contains(.disabled)
        canvas.fill(shape.track, radius: 2, theme.text.opacity(0.24))
        // A range with both signs is filled from zero, any other one from its beginning.
        let isSigned = slider.range.lowerBound < 0 && slider.range.upperBound > 0
        let zero =
            isSigned ? -slider.range.lowerBound / (slider.range.upperBound - slider.range.lowerBound) : 0
        let (start, knob) = (shape.x(at: zero), shape.x(at: slider.position))
        let filled = Area(
            x: min(start, knob), y: shape.track.y, width: abs(knob - start), height: shape.track.height)
        if filled.width > 0.5 {
            canvas.fill(filled, radius: 2, isDisabled ? theme.disabledText : theme.accent)
        }
        let isHeld = placed.state.contains(.pressed)
        let disc = Area(x: knob, y: shape.track.centerY, width: 0, height: 0).centered(isHeld ? 18 : 16)
        canvas.fill(disc, radius: 9, isDisabled ? theme.disabledText : .white)
        paintEdge(ofKnob: disc)
    }
}

/// The places of a slider's parts.
struct SliderShape {
    /// The line with name and number.
    let words: Area
    /// The track.
    let track: Area
    private let isMirrored: Bool

    init(_ bounds: Area, isMirrored: Bool) {
        let inner = bounds.inset(ItemFace.padding, 0)
        let room = ControlSizes.trackRoom
        words = Area(x: inner.x, y: bounds.y + 4, width: inner.width, height: bounds.height - room)
        track = Area(x: inner.x + 8, y: bounds.bottom - 14, width: max(inner.width - 16, 1), height: 4)
        self.isMirrored = isMirrored
    }

    /// The middle of the knob at a place, 0…1.
    func x(at position: Double) -> Double {
        track.x + track.width * (isMirrored ? 1 - position : position)
    }

    /// The place, 0…1, at a point.
    func position(at x: Double) -> Double {
        let place = min(max((x - track.x) / track.width, 0), 1)
        return isMirrored ? 1 - place : place
    }
}
