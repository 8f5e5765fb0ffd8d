/// The report as a chart: panels of horizontal bars, ours first.
struct Chart {
    private let panels: [ChartPanel]
    private let notes: [String]

    init(_ report: Report) {
        notes = [report.machine.hardware, report.machine.software]
        var panels: [ChartPanel] = []
        for kind in [ShowCase.Kind.small, .full, .jpeg] {
            guard let show = report.show(kind) else { continue }
            panels.append(ChartPanel(processorTimeOf: show))
            if kind != .jpeg { panels.append(ChartPanel(latencyOf: show)) }
        }
        if !report.starts.isEmpty { panels.append(ChartPanel(starts: report.starts)) }
        self.panels = panels
    }

    /// The chart as SVG; its colours follow the reader's light or dark theme.
    var svg: String {
        var y = 88
        var body = ""
        for panel in panels {
            body += panel.svg(top: y)
            y += panel.height
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(ChartPanel.width) \(y + 8)" \
            width="\(ChartPanel.width)" height="\(y + 8)" role="img" aria-labelledby="title">
            <title id="title">Viewfinder beside other programs</title>
            <style>
            text { font: 13px system-ui, sans-serif; fill: #1f2328 }
            .heading { font-size: 18px; font-weight: 600 }
            .panel { font-size: 14px; font-weight: 600 }
            .note { font-size: 11px; fill: #59636e }
            .paper { fill: #ffffff }
            .ours { fill: #0969da } .ours.second { fill: #80b9f5 }
            .peer { fill: #8c959f } .peer.second { fill: #c9d0d7 }
            .goal { stroke: #cf222e; stroke-width: 1.5; stroke-dasharray: 4 3 }
            .axis { stroke: #d1d9e0 }
            @media (prefers-color-scheme: dark) {
            text { fill: #f0f6fc } .note { fill: #9198a1 } .paper { fill: #0d1117 }
            .ours { fill: #4493f8 } .ours.second { fill: #1f5fb0 }
            .peer { fill: #7d8590 } .peer.second { fill: #454c55 }
            .goal { stroke: #ff7b72 } .axis { stroke: #3d444d }
            }
            </style>
            <rect class="paper" width="100%" height="100%"/>
            <text class="heading" x="16" y="30">Viewfinder beside other programs: 1920×1080 frames, less is better</text>
            <text class="note" x="16" y="50">\(ChartPanel.escaped(notes[0]))</text>
            <text class="note" x="16" y="66">\(ChartPanel.escaped(notes[1]))</text>
            \(body)</svg>

            """
    }
}
