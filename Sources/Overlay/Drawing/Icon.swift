/// A symbol of our own, drawn on a square of 20 units with lines of 1.5.
public enum Icon: String, Sendable, CaseIterable {
    case camera, shutter, record, stop, switchCamera, timer, filters, more, mirror, turn
    case fit, fill, stretch, fullScreen, leaveFullScreen, close, minimize, maximize, restore
    case sound, soundOff, pause, play, folder, search, reset, check, warning, information
    case keyboard, settings, lock, movie, sliders, palette, next, down
    case timer3, timer5, timer10, burst, timeLapse, microphone, microphoneOff

    /// The paths, in the order in which they are drawn.
    var parts: [IconPart] {
        switch self {
        case .camera: Self.cameraParts
        case .shutter: [.circle(10, 10, 7.25), .dot(10, 10, 4.75)]
        case .record: [.dot(10, 10, 6.5)]
        case .stop: [.box(5, 5, 10, 10, radius: 2, filled: true)]
        case .switchCamera: Self.switchParts
        case .timer: Self.timerCase + [.lines([10, 7.5, 10, 11.25, 12.5, 12.75])]
        case .timer3: Self.timerCase + Self.three
        case .timer5: Self.timerCase + Self.five
        case .timer10: Self.timerCase + Self.ten
        case .burst:
            [
                .box(2.25, 7.5, 10.25, 10.25, radius: 2), .lines([5.5, 4.75, 15.25, 4.75, 15.25, 14.5]),
                .lines([8.5, 2, 18, 2, 18, 11.5]),
            ]
        case .timeLapse:
            (0..<6).map { .arc(10, 10, 7.25, Double($0) * 60, Double($0) * 60 + 32) }
                + [.lines([10, 6, 10, 10, 12.75, 11.75])]
        case .filters:
            [.circle(10, 6.75, 4.25), .circle(6.75, 12.5, 4.25), .circle(13.25, 12.5, 4.25)]
        case .more: [.dot(4.25, 10, 1.6), .dot(10, 10, 1.6), .dot(15.75, 10, 1.6)]
        case .mirror:
            [
                .lines([10, 2.5, 10, 4.5]), .lines([10, 8, 10, 12]), .lines([10, 15.5, 10, 17.5]),
                .lines([7, 5, 7, 15, 2.25, 15], closed: true),
                .lines([13, 5, 13, 15, 17.75, 15], closed: true, filled: true),
            ]
        case .turn: Self.turnParts
        case .fit: [.box(2.25, 4.25, 15.5, 11.5, radius: 2), .box(6.5, 4.25, 7, 11.5, radius: 0.5)]
        case .fill:
            [
                .box(2.25, 4.25, 15.5, 11.5, radius: 2), .lines([8.5, 8, 6, 10, 8.5, 12]),
                .lines([11.5, 8, 14, 10, 11.5, 12]), .lines([6, 10, 14, 10]),
            ]
        case .stretch:
            [
                .lines([2.25, 4, 2.25, 16]), .lines([17.75, 4, 17.75, 16]), .lines([5.25, 10, 14.75, 10]),
                .lines([7.75, 7.25, 5, 10, 7.75, 12.75]), .lines([12.25, 7.25, 15, 10, 12.25, 12.75]),
            ]
        case .fullScreen:
            [
                .lines([3, 7, 3, 3, 7, 3]), .lines([13, 3, 17, 3, 17, 7]), .lines([17, 13, 17, 17, 13, 17]),
                .lines([7, 17, 3, 17, 3, 13]),
            ]
        case .leaveFullScreen:
            [
                .lines([7, 3, 7, 7, 3, 7]), .lines([17, 7, 13, 7, 13, 3]), .lines([13, 17, 13, 13, 17, 13]),
                .lines([3, 13, 7, 13, 7, 17]),
            ]
        case .close: [.lines([5, 5, 15, 15]), .lines([15, 5, 5, 15])]
        case .minimize: [.lines([5, 13.5, 15, 13.5])]
        case .maximize: [.box(4.75, 4.75, 10.5, 10.5, radius: 1.5)]
        case .restore:
            [
                .box(4.25, 7.25, 8.5, 8.5, radius: 1.5),
                .path([
                    .move(7.75, 4.25), .line(14.25, 4.25), .arc(14.25, 5.75, 1.5, -90, 0),
                    .line(15.75, 12.25),
                ]),
            ]
        case .sound: Self.speaker + [.arc(11, 10, 3, -50, 50), .arc(11, 10, 6.25, -50, 50)]
        case .soundOff: Self.speaker + [.lines([13, 7.75, 17.5, 12.25]), .lines([17.5, 7.75, 13, 12.25])]
        case .microphone: Self.microphoneParts
        case .microphoneOff: Self.microphoneParts + [.lines([3.25, 2.5, 16.75, 17.5])]
        case .pause:
            [.box(5, 4, 3.5, 12, radius: 1, filled: true), .box(11.5, 4, 3.5, 12, radius: 1, filled: true)]
        case .play: [.lines([6, 4, 16, 10, 6, 16], closed: true, filled: true)]
        case .folder: Self.folderParts
        case .search: [.circle(8.75, 8.75, 5.5), .lines([12.75, 12.75, 17, 17])]
        case .reset:
            [.arc(10, 10.5, 6.25, -140, 150), .lines([4.5, 2.75, 4.75, 6.75, 8.75, 6.5])]
        case .check: [.lines([4, 10.5, 8.25, 14.75, 16, 6])]
        case .warning:
            [
                .path([
                    .move(8.7, 3.6), .curve(9.28, 2.6, 10.72, 2.6, 11.3, 3.6), .line(17.6, 14.5),
                    .curve(18.18, 15.5, 17.46, 16.75, 16.3, 16.75), .line(3.7, 16.75),
                    .curve(2.54, 16.75, 1.82, 15.5, 2.4, 14.5), .close,
                ]), .lines([10, 7.5, 10, 11]), .dot(10, 13.75, 1),
            ]
        case .information: [.circle(10, 10, 7.25), .lines([10, 9.25, 10, 13.75]), .dot(10, 6.4, 1)]
        case .keyboard: Self.keyboardParts
        case .settings: Self.gearParts
        case .lock:
            [
                .box(4.25, 8.75, 11.5, 8.5, radius: 2),
                .path([
                    .move(6.75, 8.75), .line(6.75, 6.25), .arc(10, 6.25, 3.25, 180, 360), .line(13.25, 8.75),
                ]),
                .dot(10, 13, 1.2),
            ]
        case .movie:
            [
                .box(2.25, 5.25, 10.5, 9.5, radius: 2),
                .lines([12.75, 9, 17.5, 6.25, 17.5, 13.75, 12.75, 11]),
            ]
        case .sliders:
            [
                .lines([2.5, 5, 10.25, 5]), .circle(12.5, 5, 2.25), .lines([14.75, 5, 17.5, 5]),
                .lines([2.5, 14.5, 5.25, 14.5]), .circle(7.5, 14.5, 2.25), .lines([9.75, 14.5, 17.5, 14.5]),
            ]
        case .palette: Self.paletteParts
        case .next: [.lines([8, 5, 13, 10, 8, 15])]
        case .down: [.lines([5, 8, 10, 13, 15, 8])]
        }
    }

    /// True for what points along a line of text, and so points the other way where that reads from right to left.
    var followsReading: Bool { self == .next || self == .sound || self == .soundOff }
}
