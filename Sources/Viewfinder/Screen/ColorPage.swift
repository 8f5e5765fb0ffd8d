internal import Capture
internal import Frames
internal import Overlay

/// The panel with the meaning of the picture's numbers: what the source says of it, and what a person sets in its place.
struct ColorPage: Equatable {
    /// The mode that is shown; nil before the first picture.
    var mode: CaptureMode?
    /// The wish that holds.
    var wish = ColorWish()
    /// True for a source that cannot be opened anew with another meaning.
    var isFixed = false

    private static let (range, matrix, automatic) = ("color-range=", "color-matrix=", "automatic")
    private static let (primaries, transfer) = ("color-primaries=", "color-transfer=")

    var element: Element {
        guard let mode else { return .panel("color", title: ScreenWords.color, []) }
        let source = mode.sourceColor
        let found = Element.paragraph(
            "color-found",
            [
                .label(
                    "color-source", ScreenWords.sourceSays(ScreenWords.color(source, mode.format)),
                    LabelFace(lines: LabelFace.allLines)),
                .remark("color-reason", ScreenWords.because(mode.sourceColorReason), .caption),
            ])
        let hasMatrix = mode.format.model != .rgb && mode.format.model != .grey
        return .panel(
            "color", title: ScreenWords.color,
            [found]
                + choices(Self.range, ScreenWords.colorRange, wish.range, source.range, ScreenWords.range)
                + (hasMatrix
                    ? choices(
                        Self.matrix, ScreenWords.colorMatrix, wish.matrix, source.matrix, ScreenWords.matrix)
                    : [])
                + choices(
                    Self.primaries, ScreenWords.colorPrimaries, wish.primaries, source.primaries,
                    ScreenWords.primaries)
                + choices(
                    Self.transfer, ScreenWords.colorTransfer, wish.transfer, source.transfer,
                    ScreenWords.transfer))
    }

    /// The rows of one fact: a heading, the source's own choice, and each choice that a person can set.
    private func choices<Fact: RawRepresentable<String> & CaseIterable & Equatable>(
        _ id: String, _ title: String, _ chosen: Fact?, _ told: Fact, _ name: (Fact) -> String
    ) -> [Element] {
        [
            .heading(id + "heading", title),
            row(id + Self.automatic, ScreenWords.automatic, chosen == nil, name(told)),
        ] + Fact.allCases.map { row(id + $0.rawValue, name($0), chosen == $0) }
    }

    private func row(_ id: String, _ name: String, _ isChosen: Bool, _ detail: String? = nil) -> Element {
        .item(id, name, ItemFace(detail: detail, isChosen: isChosen))
            .with { $0.disabledReason = isFixed ? ScreenWords.colorIsFixed : nil }
    }

    /// The wish that an action of the panel makes of another one; nil for an action that means none.
    static func wish(_ action: OverlayAction, after wish: ColorWish) -> ColorWish? {
        guard case .activated(let id) = action else { return nil }
        var wish = wish
        if let name = id.rest(after: range) {
            wish.range = ColorDescription.Range(rawValue: name)
        } else if let name = id.rest(after: matrix) {
            wish.matrix = ColorDescription.Matrix(rawValue: name)
        } else if let name = id.rest(after: primaries) {
            wish.primaries = ColorDescription.Primaries(rawValue: name)
        } else if let name = id.rest(after: transfer) {
            wish.transfer = ColorDescription.Transfer(rawValue: name)
        } else {
            return nil
        }
        return wish
    }
}
