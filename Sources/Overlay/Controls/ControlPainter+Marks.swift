/// The painting of progress, countdowns, recordings and graphs.
extension ControlPainter {
    func paintProgress(_ part: Double?, _ placed: PlacedElement) {
        let bar = Area(
            x: placed.bounds.x, y: placed.bounds.centerY - 2, width: placed.bounds.width, height: 4)
        canvas.fill(bar, radius: 2, theme.text.opacity(0.24))
        let share = min(max(part ?? 0.3, 0), 1)
        let filled = self.part(of: bar, from: part == nil ? bar.width * 0.35 : 0, width: bar.width * share)
        if filled.width >= 1 { canvas.fill(filled, radius: 2, theme.accent) }
    }

    func paintCountdown(_ seconds: Int, left: Double, _ placed: PlacedElement) {
        let circle = placed.bounds.centered(min(placed.bounds.width, placed.bounds.height))
        canvas.fill(circle, radius: circle.width / 2, theme.scrim)
        let ring = circle.inset(6, 6)
        canvas.stroke(ring, radius: ring.width / 2, width: 4, theme.text.opacity(0.24))
        canvas.arc(in: ring, from: 0, to: min(max(left, 0), 1), width: 4, theme.text)
        write("\(seconds)", .huge, in: circle, .center, by: theme.text)
    }

    func paintRecording(_ time: String, _ sign: RecordingSign, _ placed: PlacedElement) {
        let place = part(of: placed.bounds, from: 0, width: 12).centered(12)
        switch sign {
        case .dot: canvas.fill(place, radius: 6, theme.alarmDot)
        case .faintDot: canvas.fill(place, radius: 6, theme.alarmDot.opacity(0.3))
        // Nothing is recorded, so nothing is red.
        case .strokes: canvas.icon(.pause, in: place, size: 16, theme.text)
        }
        let room = part(of: placed.bounds, from: 20, width: max(placed.bounds.width - 20, 0))
        write(time, .number, in: room, by: theme.text)
    }

    func paintGraph(_ numbers: [Double?], range: ClosedRange<Double>, _ placed: PlacedElement) {
        let area = placed.bounds
        canvas.fill(area, radius: 4, theme.trough)
        let inner = area.inset(4, 6)
        let height = range.upperBound - range.lowerBound
        guard height > 0, inner.width >= 2 else { return }
        let shown = numbers.suffix(Int(inner.width)).map { number in
            number.flatMap { $0.isFinite ? min(max(($0 - range.lowerBound) / height, 0), 1) : nil }
        }
        guard shown.count > 1 else { return }
        func point(_ place: Int, _ share: Double) -> (x: Double, y: Double) {
            let x = Double(place) / Double(shown.count - 1)
            return (inner.x + inner.width * (isMirrored ? 1 - x : x), inner.bottom - inner.height * share)
        }
        var line: [(x: Double, y: Double)] = []
        canvas.clipped(to: area, radius: 4) {
            for (place, share) in shown.enumerated() {
                if let share { line.append(point(place, share)) }
                guard share == nil || place == shown.count - 1 else { continue }
                paintPart(line)
                line = []
            }
        }
    }

    /// Paints a part of a graph between two gaps; a number alone is a dot.
    private func paintPart(_ points: [(x: Double, y: Double)]) {
        if points.count == 1, let point = points.first {
            canvas.fill(Area(x: point.x - 1, y: point.y - 1, width: 2, height: 2), radius: 1, theme.text)
        } else {
            canvas.line(through: points, theme.text)
        }
    }
}
