internal import Capture
internal import LinuxIO
internal import Overlay

/// A text that is being typed for a control.
struct TypedText: Equatable {
    /// The control's key.
    let key: String
    /// The text until now.
    let text: String
    /// True once the camera was asked to take it.
    var isSent = false
}

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
    func otherRows(of control: CameraControl, _ id: String) -> [Element] {
        let name = Self.name(of: control)
        let disabled = Self.reason(against: control)
        let line = Element.label("\(id)-name", name, LabelFace(lines: 2))
        switch control.kind {
        case .button:
            // Any value does it.
            return [.button("\(id)=0", name).with { $0.disabledReason = disabled }]
        case .bitmask:
            guard let value = control.value?.number else { return [] }
            let bits = (0..<32).filter { control.most >> $0 & 1 == 1 }
            let switches = bits.map { bit in
                Element.toggle(
                    "\(id)\(Self.bitSign)\(bit)", ScreenWords.bit(bit), isOn: value >> bit & 1 == 1
                )
                .with { $0.disabledReason = disabled }
            }
            return switches.isEmpty ? [] : [.paragraph("\(id)-line", [line])] + switches
        case .text:
            guard case .text(let text)? = control.value else { return [] }
            guard !control.isSettable else {
                let draft = typed.flatMap { $0.key == control.key ? $0.text : nil }
                return [
                    .paragraph("\(id)-line", [line]),
                    .field(
                        id, name: name, text: draft ?? text,
                        placeholder: ScreenWords.typeText, icon: .keyboard),
                ]
            }
            let words = Message(verbatim: text.isEmpty ? "–" : text).localized
            let face = LabelFace(tone: .secondary, lines: 4)
            let reason = disabled.map { [Element.label("\(id)-reason", $0, face)] } ?? []
            return [.paragraph("\(id)-line", [line, .label("\(id)-text", words, face)] + reason)]
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

    /// The setting that a text means which was typed to its end; nil for another action, and for the text that the control has.
    func text(_ action: OverlayAction) -> ControlSetting? {
        switch action {
        case .submitted(let id, let text), .left(let id, let text):
            guard let control = control(of: id), control.kind == .text, control.value != .text(text) else {
                return nil
            }
            if case .left = action, typed != TypedText(key: control.key, text: text) { return nil }
            return ControlSetting(key: control.key, value: .text(text))
        default: return nil
        }
    }

    /// The setting that the text means which was typed and not told as a whole; nil for none.
    var unsent: ControlSetting? {
        typed.flatMap { $0.isSent ? nil : ControlSetting(key: $0.key, value: .text($0.text)) }
    }

    /// Forgets the text that the camera was asked to take, once it has answered.
    mutating func forgetTyped(_ setting: ControlSetting) {
        if typed?.isSent == true, typed?.key == setting.key { typed = nil }
    }

    /// The page while a text is being typed, or after it was given up; nil for another action.
    func typing(_ action: OverlayAction) -> ControlsPage? {
        var page = self
        switch action {
        case .edited(let id, let text):
            guard let control = control(of: id) else { return nil }
            page.typed = control.value == .text(text) ? nil : TypedText(key: control.key, text: text)
        case .cancelled(let id):
            guard control(of: id) != nil else { return nil }
            page.typed = nil
        default: return nil
        }
        return page
    }

    /// False for a setting that does something once, which is not to be done again at the next start.
    func isKept(_ setting: ControlSetting) -> Bool {
        controls.first { $0.key == setting.key }?.kind != .button
    }
}
