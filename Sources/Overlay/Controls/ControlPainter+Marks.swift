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

    func paintRecording(_ time: String, isDotShown: Bool, _ placed: PlacedElement) {
        let dot = part(of: placed.bounds, from: 0, width: 12).centered(12)
        canvas.fill(dot, radius: 6, isDotShown ? theme.alarmDot : theme.alarmDot.opacity(0.3))
        let room = part(of: placed.bounds, from: 20, width: max(placed.bounds.width - 20, 0))
        write(time, .number, in: room, by: theme.text)
    }

    func paintGraph(_ numbers: [Double], range: ClosedRange<Double>, _ placed: PlacedElement) {
        let area = placed.bounds
        canvas.fill(area, radius: 4, theme.trough)
        let inner = area.inset(4, 6)
        let height = range.upperBound - range.lowerBound
        let shown = numbers.suffix(Int(inner.width)).map { $0.isFinite ? $0 : range.lowerBound }
        guard shown.count > 1, height > 0, inner.width >= 2 else { return }
        let points = shown.enumerated().map { place, number in
            let share = min(max((number - range.lowerBound) / height, 0), 1)
            let x = Double(place) / Double(shown.count - 1)
            return (
                x: inner.x + inner.width * (isMirrored ? 1 - x : x), y: inner.bottom - inner.height * share
            )
        }
        canvas.clipped(to: area, radius: 4) { canvas.line(through: points, theme.accent) }
    }
}
