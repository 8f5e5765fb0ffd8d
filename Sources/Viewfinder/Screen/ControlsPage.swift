internal import Capture
internal import LinuxIO
internal import Overlay

/// The panel with a camera's controls: sliders, switches and choices, as the camera offers them.
struct ControlsPage: Equatable {
    /// The camera's controls.
    var controls: [CameraControl]
    /// The keys of the long choices whose entries are shown.
    var unfolded: Set<String> = []
    /// The text that is being typed; nil while none is.
    var typed: TypedText?

    private static let (prefix, fold, reset) = ("control-", "unfold=", "reset-")
    /// The most entries of a choice that is never folded.
    private static let mostEntries = 6

    var element: Element {
        let usable = controls.filter { rows(of: $0) != [] }
        guard !usable.isEmpty else {
            return .panel(
                "controls", title: ScreenWords.controls, [.remark("nothing", ScreenWords.noControls)])
        }
        let reset = Element.button(ViewerScreen.id(.resetControls), ScreenWords.resetControls)
        let all = ControlGroup.sections(of: usable).flatMap { id, heading, controls -> [Element] in
            let heading = heading.isEmpty ? [] : [Element.heading("group-\(id)", heading)]
            return heading + controls.flatMap { rows(of: $0) + resetRow(of: $0) }
        }
        return .panel("controls", title: ScreenWords.controls, pinned: [reset], all)
    }

    private func rows(of control: CameraControl) -> [Element] {
        let id = Self.prefix + control.key
        let name = Self.name(of: control)
        let disabled = Self.reason(against: control)
        guard let value = control.value?.number else { return otherRows(of: control, id) }
        switch control.kind {
        case .boolean:
            return [.toggle(id, name, isOn: value != 0).with { $0.disabledReason = disabled }]
        case .integer, .integer64:
            guard control.most > control.least else { return [] }
            let slider = SliderValue(
                Double(value), in: Double(control.least)...Double(control.most),
                step: Double(max(1, control.step)), isLogarithmic: Self.spansPowers(control),
                // What the camera chooses has not been changed by anybody.
                defaultValue: control.isChosenByCamera(among: controls)
                    ? nil : control.initial?.number.map { Double($0) })
            return [.slider(id, name, slider).with { $0.disabledReason = disabled }]
        case .menu, .integerMenu:
            let entries = control.entries.map { entry in
                Element.item(
                    "\(id)=\(entry.index)", Message.ofDriver(entry.name).localized,
                    ItemFace(isChosen: entry.index == value)
                ).with { $0.disabledReason = disabled }
            }
            guard entries.count <= Self.mostEntries else {
                return [foldingRow(of: control, value)] + (unfolded.contains(control.key) ? entries : [])
            }
            let line = Element.label("\(id)-name", name, LabelFace(lines: 2))
            return [.paragraph("\(id)-line", [line])] + entries
        default: return otherRows(of: control, id)
        }
    }

    /// The row that gives a control its first value; none for a number, whose slider does that, and for what nobody has changed.
    private func resetRow(of control: CameraControl) -> [Element] {
        guard let value = control.value?.number, let first = control.initial?.number, value != first,
            control.isSettable, !control.isChosenByCamera(among: controls)
        else { return [] }
        let words: String? =
            switch control.kind {
            case .boolean: first != 0 ? ScreenWords.on : ScreenWords.off
            case .menu, .integerMenu:
                control.entries.first { $0.index == first }.map { Message.ofDriver($0.name).localized }
            case .bitmask: ""
            default: nil
            }
        guard let words else { return [] }
        return [
            .item(
                "\(Self.reset)\(Self.prefix)\(control.key)=\(first)", ScreenWords.setBack,
                ItemFace(detail: words.isEmpty ? nil : words, lines: 2))
        ]
    }

    /// The row of a long choice, with its value: a press shows the entries, or hides them.
    private func foldingRow(of control: CameraControl, _ value: Int64) -> Element {
        let chosen = control.entries.first { $0.index == value }.map { Message.ofDriver($0.name).localized }
        return .item(
            Self.fold + control.key, control.title.localized,
            ItemFace(detail: chosen ?? "\(value)", opensMore: true, lines: 2)
        ).with { $0.isExpanded = unfolded.contains(control.key) }
    }

    /// The key of the choice that an action of the panel unfolds, or folds; nil for one that means none.
    static func folded(_ action: OverlayAction) -> String? {
        if case .activated(let id) = action { id.rest(after: fold) } else { nil }
    }

    /// True for a range in which equal ways are to be equal ratios, such as that of exposure times.
    private static func spansPowers(_ control: CameraControl) -> Bool {
        control.least > 0 && control.most / control.least >= 1000
    }

    /// The control of an element's name; nil where there is none.
    func control(of id: String) -> CameraControl? { controls.first { Self.prefix + $0.key == id } }

    /// The setting that an action of the panel means; nil for one that means none.
    func setting(_ action: OverlayAction) -> ControlSetting? {
        bits(action) ?? text(action) ?? Self.setting(action)
    }

    /// The setting that an action of the panel means; nil for one that means none.
    static func setting(_ action: OverlayAction) -> ControlSetting? {
        switch action {
        case .changed(let id, let value, _): setting(id, Self.number(value))
        case .toggled(let id, let isOn): setting(id, isOn ? 1 : 0)
        case .activated(let id):
            id.lastIndex(of: "=").flatMap { place in
                let name = String(id[..<place])
                let control = name.rest(after: reset) ?? name
                return Int64(id[id.index(after: place)...]).flatMap { setting(control, $0) }
            }
        default: nil
        }
    }

    /// The whole number that is nearest; the range of 64 bits ends between numbers of a slider.
    private static func number(_ value: Double) -> Int64 {
        Int64(exactly: value.rounded()) ?? (value > 0 ? .max : .min)
    }

    private static func setting(_ id: String, _ value: Int64) -> ControlSetting? {
        id.rest(after: prefix).map { ControlSetting(key: $0, value: .integer(value)) }
    }
}
