internal import Glibc

/// The paths of icons that take more than a line or two.
extension Icon {
    static let cameraParts: [IconPart] = [
        .path([
            .move(7.1, 4), .line(12.9, 4), .line(14.3, 6), .line(15.75, 6), .arc(15.75, 8, 2, -90, 0),
            .line(17.75, 14), .arc(15.75, 14, 2, 0, 90), .line(4.25, 16), .arc(4.25, 14, 2, 90, 180),
            .line(2.25, 8), .arc(4.25, 8, 2, 180, 270), .line(5.7, 6), .close,
        ]),
        .circle(10, 10.75, 2.9),
    ]

    static let switchParts: [IconPart] = [
        .arc(10, 10, 7, 190, 318), .arc(10, 10, 7, 10, 138), .lines([15.5, 1.75, 15.4, 5.4, 11.7, 5.3]),
        .lines([4.5, 18.25, 4.6, 14.6, 8.3, 14.7]), .circle(10, 10, 2.25),
    ]

    static let turnParts: [IconPart] = [
        .box(3, 9.25, 8.5, 8.5, radius: 1.5),
        .path([.move(7, 5.25), .line(10.5, 5.25), .arc(10.5, 9.75, 4.5, -90, 0), .line(15, 13.5)]),
        .lines([12.25, 11.25, 15, 14, 17.75, 11.25]),
    ]

    /// A clock without hands, and the button on it.
    static let timerCase: [IconPart] = [.circle(10, 11.25, 6.5), .lines([8, 2, 12, 2])]

    static let three: [IconPart] = [
        .path([.move(8.1, 8.25), .line(11.9, 8.25), .line(10, 10.55), .arc(10, 12.4, 1.85, -90, 150)])
    ]

    static let five: [IconPart] = [
        .path([
            .move(11.8, 8.25), .line(8.6, 8.25), .line(8.4, 11.05), .arc(9.9, 12.3, 1.95, -140, 150),
        ])
    ]

    static let ten: [IconPart] = [
        .lines([7, 9.25, 8.1, 8.25, 8.1, 14.25]), .box(10.3, 8.25, 2.9, 6, radius: 1.45),
    ]

    static let speaker: [IconPart] = [
        .path([
            .move(2.25, 8.25), .curve(2.25, 7.7, 2.7, 7.25, 3.25, 7.25), .line(5.5, 7.25), .line(9.5, 3.75),
            .line(9.5, 16.25), .line(5.5, 12.75), .line(3.25, 12.75),
            .curve(2.7, 12.75, 2.25, 12.3, 2.25, 11.75),
            .close,
        ])
    ]

    static let microphoneParts: [IconPart] = [
        .box(7.5, 2.25, 5, 9.25, radius: 2.5), .arc(10, 9, 5.25, 0, 180), .lines([10, 14.25, 10, 17.5]),
        .lines([7, 17.5, 13, 17.5]),
    ]

    static let folderParts: [IconPart] = [
        .path([
            .move(4.25, 4), .line(7.5, 4), .line(9.5, 6.25), .line(15.75, 6.25), .arc(15.75, 8.25, 2, -90, 0),
            .line(17.75, 14), .arc(15.75, 14, 2, 0, 90), .line(4.25, 16), .arc(4.25, 14, 2, 90, 180),
            .line(2.25, 6), .arc(4.25, 6, 2, 180, 270), .close,
        ])
    ]

    static let keyboardParts: [IconPart] =
        [.box(1.75, 4.75, 16.5, 10.5, radius: 2), .lines([7, 12.25, 13, 12.25])]
        + [5, 8.33, 11.67, 15].map { .dot($0, 8.25, 1) }

    static let paletteParts: [IconPart] = [
        .path([
            .move(10, 2.75), .curve(5.9, 2.75, 2.75, 5.9, 2.75, 10), .curve(2.75, 14.1, 6, 17.25, 10, 17.25),
            .curve(11.8, 17.25, 12.2, 15.8, 11.5, 14.6), .curve(10.8, 13.3, 11.6, 12, 13, 12),
            .line(14.75, 12), .curve(16.2, 12, 17.25, 11, 17.25, 9.5), .curve(17.25, 5.6, 14, 2.75, 10, 2.75),
            .close,
        ]),
        .dot(6.25, 10, 1.1), .dot(8, 6.5, 1.1), .dot(12, 6.25, 1.1),
    ]

    /// A wheel of eight teeth around a hole.
    static let gearParts: [IconPart] = {
        let teeth = 8
        let points = (0..<teeth).flatMap { tooth -> [Double] in
            [(-0.30, 5.6), (-0.20, 7.6), (0.20, 7.6), (0.30, 5.6)].flatMap { offset, radius in
                let angle = (Double(tooth) + offset) / Double(teeth) * 2 * .pi
                return [10 + radius * sin(angle), 10 - radius * cos(angle)]
            }
        }
        return [.lines(points, closed: true), .circle(10, 10, 2.5)]
    }()
}
