internal import Capture
internal import LinuxIO
internal import Overlay

/// The rows of the kinds of controls that are neither switches, choices nor numbers: buttons, bits and texts.
extension ControlsPage {
    /// The sign between a control's name and a bit's number in an element's name.
    private static let bitSign: Character = "#"

    /// Describes the rows of such a control.
    ///
    /// - Parameters:
    ///   - control: The control.
    ///   - id: The beginning of the elements' names.
    /// - Returns: The rows; none for a kind that cannot be shown.
    static func otherRows(of control: CameraControl, _ id: String) -> [Element] {
        let name = name(of: control)
        let disabled = reason(against: control)
        let line = Element.label("\(id)-name", name, LabelFace(lines: 2))
        switch control.kind {
        case .button:
            // Any value does it.
            return [.button("\(id)=0", name).with { $0.disabledReason = disabled }]
        case .bitmask:
            guard let value = control.value?.number else { return [] }
            let bits = (0..<32).filter { control.most >> $0 & 1 == 1 }
            let switches = bits.map { bit in
                Element.toggle("\(id)\(bitSign)\(bit)", ScreenWords.bit(bit), isOn: value >> bit & 1 == 1)
                    .with { $0.disabledReason = disabled }
            }
            return switches.isEmpty ? [] : [.paragraph("\(id)-line", [line])] + switches
        case .text:
            guard case .text(let text)? = control.value else { return [] }
            let words = Message(verbatim: text.isEmpty ? "–" : text).localized
            return [
                .paragraph(
                    "\(id)-line",
                    [line, .label("\(id)-text", words, LabelFace(tone: .secondary, lines: 4))])
            ]
        default: return []
        }
    }

    /// The control's name, with a word where the camera chooses the value until another one is set.
    static func name(of control: CameraControl) -> String {
        guard control.isSettable, control.remarks.contains(.inactive) else { return control.title.localized }
        return Message(
            "{control} (automatic)", ["control": control.title],
            comment: "A row of the panel of controls: the camera chooses the value now"
        ).localized
    }

    /// The words why a control cannot be set; nil for one that can.
    static func reason(against control: CameraControl) -> String? {
        guard !control.isSettable else { return nil }
        return control.remarks.contains(.grabbed) ? ScreenWords.controlIsHeld : ScreenWords.controlIsRead
    }

    /// The setting that a switch of a bit means, with the other bits as they are; nil for another action.
    func bits(_ action: OverlayAction) -> ControlSetting? {
        guard case .toggled(let id, let isOn) = action, let sign = id.lastIndex(of: Self.bitSign),
            let bit = Int64(id[id.index(after: sign)...]), (0..<32).contains(bit),
            let control = control(of: String(id[..<sign])), let value = control.value?.number
        else { return nil }
        return ControlSetting(
            key: control.key, value: .integer(isOn ? value | 1 << bit : value & ~(1 << bit)))
    }

    /// False for a setting that does something once, which is not to be done again at the next start.
    func isKept(_ setting: ControlSetting) -> Bool {
        controls.first { $0.key == setting.key }?.kind != .button
    }
}
