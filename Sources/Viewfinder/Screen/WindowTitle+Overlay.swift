internal import LinuxIO
internal import Overlay

/// The facts of the title on the picture, where no title bar is seen.
extension WindowTitle {
    /// The words beside the camera's name in the header: its state, the filters, and the information.
    ///
    /// - Parameter hasInformation: False where a mark has the information.
    /// - Returns: The words; nil for none.
    func headerDetail(hasInformation: Bool) -> String? {
        let parts = [state.word?.localized, filters, hasInformation ? information?.text : nil]
        let words = parts.compactMap(\.self)
        return words.isEmpty ? nil : words.joined(separator: "; ")
    }

    /// The mark with the information, which stays until it is no longer wanted; nil while it is not.
    var informationMark: Element? {
        guard let lines = information?.lines else { return nil }
        let labels = lines.enumerated().map { number, line in
            Element.label(
                "information-mark-\(number)", line, LabelFace(style: .number, lines: LabelFace.allLines))
        }
        return .box(
            "information-mark",
            Box(.column, spacing: 2, horizontalPadding: 12, verticalPadding: 6, ground: .card),
            name: lines.joined(separator: ", "), labels)
    }
}
