/// The painting of sliders.
extension ControlPainter {
    func paintSlider(_ slider: SliderValue, _ placed: PlacedElement) {
        if placed.state.contains(.disabled) == false, !placed.state.contains(.pressed) { paintTouch(placed) }
        let shape = SliderShape(placed.bounds, isMirrored: isMirrored)
        let isDisabled = placed.state.contains(.disabled)
        var end = shape.words.width
        let words = SliderWords(placed.element.name, slider, width: end, typesetter)
        let width = words.numberWidth
        var place = part(of: shape.words, from: end - width, width: width)
        var name = part(of: shape.words, from: 0, width: words.nameWidth)
        if words.isStacked {
            name.height -= words.numberHeight
            (place.y, place.height) = (name.bottom, words.numberHeight)
        }
        if let editing = placed.editing {
            var field = part(of: shape.words, from: end - max(width, 64), width: max(width, 64))
            (field.y, field.height) = (place.y, place.height)
            field = place.union(field)
            canvas.fill(field.inset(-6, 0), radius: 4, theme.trough)
            canvas.stroke(field.inset(-6, 0), radius: 4, width: 1, theme.accent)
            paintText(editing, in: field, placed, .number)
            // The name gives way while a number is typed beside it, and the row keeps its height.
            if !words.isStacked {
                end -= field.width + 12
                name = part(of: shape.words, from: 0, width: max(min(words.nameWidth, end), 0))
            }
        } else {
            writeLines(
                slider.text, .number, in: place, .trailing, by: isDisabled ? ink(placed) : color(.secondary))
            end -= width + 8
            if slider.isChanged, !isDisabled {
                var dot = part(of: shape.words, from: end - 8, width: 8)
                (dot.y, dot.height) = (place.y, place.height)
                canvas.fill(dot.centered(6), radius: 3, theme.accent)
            }
        }
        if placed.editing != nil, !words.isStacked {
            write(placed.element.name, in: name, by: ink(placed))
        } else {
            writeLines(placed.element.name, in: name, by: ink(placed))
        }
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

/// The room of a slider's name and number: the number is never cut, and the name takes more lines beside it, or stands above it.
struct SliderWords {
    /// The width of the number as it is.
    let numberWidth: Double
    /// The height of the number's lines.
    let numberHeight: Double
    /// The width that the name may take, which stays while the number changes.
    let nameWidth: Double
    /// The height of the name's lines.
    let nameHeight: Double
    /// True where the number stands below the name.
    let isStacked: Bool

    /// The part of the width up to which a number stands beside the name.
    private static let most = 0.6

    init(_ name: String, _ slider: SliderValue, width: Double, _ typesetter: Typesetter) {
        let natural = max(typesetter.width(of: slider.text, .number), 8)
        let reserved = max(Self.reserved(slider, typesetter), natural)
        isStacked = reserved > width * Self.most
        numberWidth = min(natural, max(width, 8))
        nameWidth = max(
            isStacked ? width : width - reserved - 8 - (slider.defaultValue == nil ? 0 : 16), 1)
        nameHeight = typesetter.height(of: name, .body, in: nameWidth)
        numberHeight = typesetter.height(of: slider.text, .number, in: max(width, 8))
    }

    /// The height of name and number.
    var height: Double { isStacked ? nameHeight + numberHeight : max(nameHeight, numberHeight) }

    /// The width of the widest number of the range.
    static func reserved(_ slider: SliderValue, _ typesetter: Typesetter) -> Double {
        [slider.range.lowerBound, slider.range.upperBound].map { end in
            typesetter.width(of: slider.setting(end).text, .number)
        }.max() ?? 0
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
