internal import Overlay

extension Element {
    /// Words of lesser weight, in as many lines as they need.
    static func remark(_ id: String, _ text: String, _ style: TextStyle = .body) -> Element {
        .label(id, text, LabelFace(style: style, tone: .secondary, lines: LabelFace.allLines))
    }
}
