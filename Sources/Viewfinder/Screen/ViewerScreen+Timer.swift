internal import LinuxIO
internal import Overlay

/// The bar's button of the timer, and its menu.
extension ViewerScreen {
    /// The name of the bar's button.
    static let timerButton = "timer"
    private static let prefix = "timer="
    private static let series: [(mode: PhotographTimer.Mode, name: String)] = [
        (.burst, "burst"), (.timeLapse, "time-lapse"),
    ]

    /// The bar's button, whose symbol is what the timer is set to.
    var timerButton: Element {
        .icon(
            Self.timerButton, Self.icon(of: timer),
            name: ScreenWords.timerButton(ScreenWords.timerMode(timer)),
            key: KeyBindings.keys(of: .stepTimer), isOn: timer != .after(seconds: 0))
    }

    /// The menu: delays, among them one that was set by hand, and series.
    var timerMenu: Element {
        var delays = PhotographTimer.Mode.delays
        if case .after(let seconds) = timer, !delays.contains(seconds) { delays.append(seconds) }
        let rows = delays.sorted().map { seconds in
            timerRow(.after(seconds: seconds), "\(seconds)")
        }
        let series = Self.series.map { timerRow($0.mode, $0.name) }
        return .menu("timer-menu", name: ScreenWords.timer, rows + [.separator("timer-line")] + series)
    }

    private func timerRow(_ mode: PhotographTimer.Mode, _ name: String) -> Element {
        let detail: String? =
            switch mode {
            case .after: nil
            case .burst: Message.pictures(PhotographTimer.burst).localized
            case .timeLapse: ScreenWords.oneEach(seconds: timeLapse)
            }
        return .item(
            Self.prefix + name, ScreenWords.timerMode(mode),
            ItemFace(detail: detail, icon: Self.icon(of: mode), isChosen: mode == timer))
    }

    /// The symbol of what the shutter does.
    static func icon(of mode: PhotographTimer.Mode) -> Icon {
        switch mode {
        case .after(seconds: 3): .timer3
        case .after(seconds: 5): .timer5
        case .after(seconds: 10): .timer10
        case .after: .timer
        case .burst: .burst
        case .timeLapse: .timeLapse
        }
    }

    /// The meaning of the shutter that a row of the menu sets; nil for other elements.
    static func timer(of id: String) -> PhotographTimer.Mode? {
        guard let name = id.rest(after: prefix) else { return nil }
        return Int(name).map { .after(seconds: $0) } ?? series.first { $0.name == name }?.mode
    }
}
