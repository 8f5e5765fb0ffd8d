internal import Capture
internal import Frames
internal import Overlay
internal import VulkanView

/// The panel with what is known of the stream: graphs of the last half minute, the camera, and its way to the screen.
struct InformationPage: Equatable {
    /// The source's name.
    var camera = ""
    /// The mode that is shown; nil before the first picture.
    var mode: CaptureMode?
    /// The facts of the drawing; nil before the first picture.
    var view: ViewReport?
    /// The measurements.
    var history = RateHistory()

    var element: Element {
        let rate = mode?.rate?.value
        let size = mode.map { mode in
            [ScreenWords.size(mode.size), mode.rate.map(ScreenWords.rate)].compactMap(\.self)
                .joined(separator: ", ")
        }
        let graphs =
            graph("shown", ScreenWords.shownRate, history.shown, upTo: rate ?? 30, ScreenWords.measuredRate)
            + graph(
                "age", history.isOnScreen ? ScreenWords.ageOnScreen : ScreenWords.latency, history.age,
                upTo: 50, ScreenWords.milliseconds)
            + graph("lost", ScreenWords.lostPictures, history.lost, upTo: 5, ScreenWords.measuredRate)
        let lines =
            line("camera", ScreenWords.camera, camera) + line("size", ScreenWords.pictureSize, size)
            + line("format", ScreenWords.format, mode.map { "\($0.fourCC)" })
            + line("color", ScreenWords.color, mode.map { ScreenWords.color($0.color, $0.format) })
            + line("device", ScreenWords.graphicsDevice, view.map { "\($0.device) (\($0.path.rawValue))" })
            + line("route", ScreenWords.route, view?.importRoute)
            + reason(view?.importReason)
        return .panel("information", title: ScreenWords.informationPanel, graphs + lines)
    }

    /// A graph below its name and its last number.
    private func graph(
        _ id: String, _ name: String, _ numbers: [Double?], upTo least: Double,
        _ words: (Double) -> String
    ) -> [Element] {
        let last = numbers.last.flatMap(\.self).map(words)
        let title = Element.remark("information-\(id)-name", name).with { $0.grows = true }
        let number = Element.label(
            "information-\(id)-number", last ?? "–",
            LabelFace(style: .number, lines: LabelFace.allLines, isFirm: true))
        let top = Self.round(max(least, numbers.compactMap(\.self).max() ?? 0) * 1.1)
        return [
            .box("information-\(id)-top", Box(.row, horizontalPadding: 12, stacks: true), [title, number]),
            .graph("information-\(id)", name: ScreenWords.graph(name), numbers, range: 0...top),
        ]
    }

    /// Rounds up to one, two or five of a power of ten, so that a graph's height does not change with each number.
    static func round(_ number: Double) -> Double {
        guard number.isFinite else { return number }
        var power = 1.0
        while power * 10 <= number { power *= 10 }
        return [1, 2, 5, 10].map { $0 * power }.first { $0 >= number } ?? number
    }

    private func line(_ id: String, _ name: String, _ value: String?) -> [Element] {
        guard let value, !value.isEmpty else { return [] }
        let head = Element.remark("information-\(id)-name", name).with { $0.width = 88 }
        // As wide as a panel has room for, so that a long value takes more lines and nothing of its name.
        let words = Element.label("information-\(id)", value, LabelFace(lines: LabelFace.allLines)).with {
            $0.width = 176
            $0.grows = true
        }
        let row = Box(.row, horizontalPadding: 12, wraps: true)
        return [.box("information-\(id)-line", row, [head, words])]
    }

    private func reason(_ words: String?) -> [Element] {
        guard let words else { return [] }
        let remark = Element.remark("information-reason", ScreenWords.technical(words), .caption)
            .with { $0.grows = true }
        return [.box("information-reason-line", Box(.row, horizontalPadding: 12), [remark])]
    }
}
