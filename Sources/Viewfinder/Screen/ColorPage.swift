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
        let ranges = ColorDescription.Range.allCases.map {
            row(Self.range + $0.rawValue, ScreenWords.range($0), wish.range == $0)
        }
        let matrices = ColorDescription.Matrix.allCases.map {
            row(Self.matrix + $0.rawValue, ScreenWords.matrix($0), wish.matrix == $0)
        }
        let hasMatrix = mode.format.model != .rgb && mode.format.model != .grey
        let mixing =
            [
                .heading("color-matrices", ScreenWords.colorMatrix),
                row(
                    Self.matrix + Self.automatic, ScreenWords.automatic, wish.matrix == nil,
                    ScreenWords.matrix(source.matrix)),
            ] + matrices
        return .panel(
            "color", title: ScreenWords.color,
            [
                found, .heading("color-ranges", ScreenWords.colorRange),
                row(
                    Self.range + Self.automatic, ScreenWords.automatic, wish.range == nil,
                    ScreenWords.range(source.range)),
            ] + ranges + (hasMatrix ? mixing : []))
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
        } else {
            return nil
        }
        return wish
    }
}
