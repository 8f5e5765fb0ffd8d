/// The words of the timer.
extension ScreenWords {
    static var timer: String { words("Timer", "The title of the menu with what the shutter does") }
    static var countdown: String {
        words("Countdown", "The number in the middle of the picture, for assistive programs")
    }
    static var stop: String { words("Stop", "The round button of the bar; it ends a countdown or a series") }

    /// The name of the bar's button.
    static func timerButton(_ mode: String) -> String {
        words("Timer: STATE", "A button of the bar: opens a menu; STATE is a row of that menu")
            .replacing("STATE", with: mode)
    }

    /// The words of what the shutter does.
    static func timerMode(_ mode: PhotographTimer.Mode) -> String {
        switch mode {
        case .after(seconds: 0): words("Off", "A row of the timer's menu: pictures are taken at once")
        case .after(let seconds):
            words("COUNT seconds", "A row of the timer's menu: pictures are taken so much later")
                .replacing("COUNT", with: "\(seconds)")
        case .burst: words("Burst", "A row of the timer's menu: several pictures, one after the other, fast")
        case .timeLapse: words("Time lapse", "A row of the timer's menu: pictures at intervals")
        }
    }

    /// The pace of a time lapse.
    static func oneEach(seconds: Int) -> String {
        seconds == 1
            ? words("one each second", "The pace of a time lapse")
            : words("one each COUNT seconds", "The pace of a time lapse").replacing(
                "COUNT", with: "\(seconds)")
    }
}
