/// One panel of the chart: a bar for each program.
struct ChartPanel {
    struct Bar {
        var name: String
        var isOurs: Bool
        /// The parts of the bar, laid end to end.
        var parts: [Double]
        var label: String
        /// The limit above which the goal is missed.
        var goal: Double?
    }

    static let width = 860
    private static let rowHeight = 22
    private static let left = 190
    private static let right = 690

    private let title: String
    private let note: String
    private let bars: [Bar]

    /// The number of pixels from this panel's top to the next one's.
    var height: Int { 66 + bars.count * Self.rowHeight }

    init(processorTimeOf show: ShowCase) {
        title = "Processor time for each shown frame, \(show.kind.rawValue) (ms)"
        note = "dark: the program, light: the compositor; dashed: our goal against this program"
        let ours = show.ours
        bars = show.results.map { result in
            let parts = [result.median(\.program), result.median(\.compositor)].compactMap(\.self)
            return Bar(
                name: result.name, isOurs: result.isOurs, parts: parts,
                label: parts.isEmpty
                    ? "does not start" : Figure.plain(result.median(\.total)) + Self.comparison(ours, result),
                goal: Self.limit(show.kind, result.name).flatMap { limit in
                    result.median(\.total).map { $0 * limit }
                })
        }
    }

    init(latencyOf show: ShowCase) {
        title = "From a frame's stamp to the output, \(show.kind.rawValue) (ms)"
        note = "dark: half of the frames, light: 99 of 100; dashed: our goal against the quickest"
        let best = show.peers.compactMap { $0.latency?.p50 }.min()
        bars = show.results.map { result in
            let p50 = result.latency?.p50
            let p99 = result.latency?.p99
            return Bar(
                name: result.name, isOurs: result.isOurs,
                parts: [p50, p99.map { $0 - (p50 ?? 0) }].compactMap(\.self),
                label: "\(Figure.plain(p50, 0)), \(Figure.plain(p99, 0))",
                goal: result.isOurs ? best.map { $0 * 0.9 } : nil)
        }
    }

    init(starts: [StartResult]) {
        title = "From starting the program to its first frame on the output (ms)"
        note = "dark: warm, light: with empty caches; dashed: our goals"
        bars = starts.map { start in
            let warm = SampleStatistics.median(start.warm.compactMap(\.self))
            let cold = SampleStatistics.median(start.cold.compactMap(\.self))
            return Bar(
                name: start.name, isOurs: start.isOurs,
                parts: [warm, cold.map { max(0, $0 - (warm ?? 0)) }].compactMap(\.self),
                label: "\(Figure.plain(warm, 0)), \(Figure.plain(cold, 0))", goal: start.isOurs ? 150 : nil)
        }
    }

    private static func comparison(_ ours: ShowCase.Result?, _ peer: ShowCase.Result) -> String {
        guard !peer.isOurs, let ratio = ours?.ratio(to: peer, \.total) else { return "" }
        return " (ours \(Figure.ratio(ratio)))"
    }

    private static func limit(_ kind: ShowCase.Kind, _ name: String) -> Double? {
        let limits =
            kind == .jpeg
            ? [("videoconvert", 1.0), ("ffplay", 1.0)]
            : [("mpv", 0.6), ("glimagesink", 0.5), ("ffplay", 0.8), ("videoconvert", 1.3)]
        return limits.first { name.contains($0.0) }?.1
    }

    /// The value at which bars end: the longest one, but not so long that ours could not be seen.
    private var limit: Double {
        let lengths = bars.map { $0.parts.reduce(0, +) }
        let ours = bars.first(where: \.isOurs)?.parts.reduce(0, +) ?? 0
        let longest = lengths.max() ?? 1
        return max(1, ours > 0 ? min(longest, 8 * ours) : longest)
    }

    /// The panel as SVG.
    func svg(top: Int) -> String {
        var text = """
            <text class="panel" x="16" y="\(top + 20)">\(Self.escaped(title))</text>
            <text class="note" x="16" y="\(top + 36)">\(Self.escaped(note))</text>
            <line class="axis" x1="\(Self.left)" x2="\(Self.left)" y1="\(top + 42)" y2="\(top + 44 + bars.count * Self.rowHeight)"/>

            """
        for (row, bar) in bars.enumerated() { text += svg(bar, top: top + 44 + row * Self.rowHeight) }
        return text
    }

    private func svg(_ bar: Bar, top: Int) -> String {
        let scale = Double(Self.right - Self.left) / limit
        let name = Self.escaped(bar.name)
        var text = "<text x=\"\(Self.left - 8)\" y=\"\(top + 15)\" text-anchor=\"end\">\(name)</text>\n"
        var x = Double(Self.left)
        for (place, part) in bar.parts.enumerated() {
            let end = min(x + part * scale, Double(Self.right))
            let kind = "\(bar.isOurs ? "ours" : "peer")\(place == 0 ? " first" : " second")"
            text +=
                "<rect class=\"\(kind)\" x=\"\(Figure.plain(x))\" y=\"\(top + 3)\" "
                + "width=\"\(Figure.plain(max(0, end - x)))\" height=\"16\"/>\n"
            x = end
        }
        if let goal = bar.goal, goal < limit {
            let place = Figure.plain(Double(Self.left) + goal * scale)
            text +=
                "<line class=\"goal\" x1=\"\(place)\" x2=\"\(place)\" y1=\"\(top + 1)\" y2=\"\(top + 21)\"/>\n"
        }
        if let goal = bar.goal, goal < limit { x = max(x, Double(Self.left) + goal * scale) }
        let isCut = bar.parts.reduce(0, +) > limit * 1.001
        return text
            + "<text x=\"\(Figure.plain(x + 6))\" y=\"\(top + 15)\">\(isCut ? "… " : "")\(Self.escaped(bar.label))</text>\n"
    }

    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
