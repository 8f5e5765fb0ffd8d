import TestSupport

/// How the test card must look in a window: worked out from its description and the words fit, fill and stretch alone.
struct CardView {
    enum Mode: String, CaseIterable {
        case fit, fill, stretch
    }

    /// The frame's size in pixels.
    var card = (width: 640, height: 360)
    /// The window's size in pixels.
    var window: (width: Int, height: Int)
    var mode = Mode.fit
    /// Clockwise, in quarters of a turn.
    var quarterTurns = 0
    /// Left and right exchanged, after the turn.
    var isMirrored = false
    /// The part of the picture that is shown, as the viewer sees it: its corner and its share of each side.
    var detail = (x: 0.0, y: 0.0, side: 1.0)
    /// The rows at the top of the window that something covers, which are not looked at.
    var coveredRows = 0

    private static let bars = [
        Color(191, 191, 191), Color(191, 191, 0), Color(0, 191, 191), Color(0, 191, 0), Color(191, 0, 191),
        Color(191, 0, 0), Color(0, 0, 191), .black,
    ]
    private static let patches = [
        Color.black, Color(0, 0, 255), Color(255, 0, 0), Color(255, 0, 255), Color(0, 255, 0),
        Color(0, 255, 255), Color(255, 255, 0), Color(255, 255, 255),
    ]

    private var turned: (width: Double, height: Double) {
        let (width, height) = (Double(card.width), Double(card.height))
        return quarterTurns % 2 == 0 ? (width, height) : (height, width)
    }

    /// Window pixels for each pixel of the frame, in both directions; stretch has two.
    private var scale: Double {
        let ratios = (Double(window.width) / turned.width, Double(window.height) / turned.height)
        return mode == .fit ? min(ratios.0, ratios.1) : max(ratios.0, ratios.1)
    }

    /// The part of the window that the picture covers; what is left over is shared, the odd pixel right or below.
    var rectangle: PixelRectangle {
        guard mode == .fit else {
            return PixelRectangle(x: 0, y: 0, width: window.width, height: window.height)
        }
        let width = Int((turned.width * scale).rounded())
        let height = Int((turned.height * scale).rounded())
        return PixelRectangle(
            x: (window.width - width) / 2, y: (window.height - height) / 2, width: width, height: height)
    }

    /// What a picture of the window does not have as it must be; nil where all is right.
    func mismatch(in image: Image) -> String? {
        guard image.width == window.width, image.height == window.height else {
            return "\(image.width)x\(image.height) instead of \(window.width)x\(window.height)"
        }
        if mode == .fit, image.picture() != rectangle {
            return "the picture covers \(image.picture()?.description ?? "nothing") instead of \(rectangle)"
        }
        var checked = 0
        for y in stride(from: 1, to: window.height, by: max(1, window.height / 50)) where y >= coveredRows {
            for x in stride(from: 1, to: window.width, by: max(1, window.width / 97)) {
                guard let expected = color(x, y) else { continue }
                checked += 1
                if image[x, y].distance(to: expected) > 2 {
                    return "\(image[x, y]) at (\(x), \(y)) instead of \(expected)"
                }
            }
        }
        return checked > 200 ? nil : "only \(checked) places could be checked"
    }

    /// The number of the frame that a picture of the window shows; nil where it cannot be read.
    func frameNumber(in image: Image) -> UInt32? {
        guard !isMirrored, quarterTurns == 0, mode != .fill, image.picture() != nil else { return nil }
        let part = rectangle
        return FrameCounter.read(width: part.width, height: part.height) {
            image[part.x + $0, part.y + $1].green
        }
    }

    /// The color of a window's pixel; nil near the edges between colors, where the filter mixes, and where the card moves.
    private func color(_ x: Int, _ y: Int) -> Color? {
        let (u, v) = framePoint(x, y)
        // The reach of the filter and of shared color samples, in parts of the frame.
        let reach = { (pixels: Int, windowPixels: Double) in (3 + 2 / windowPixels) / Double(pixels) }
        let enlarged = min(1, scale / detail.side)
        let across = 8 * reach(card.width, enlarged)
        let down = reach(card.height, enlarged)
        let bar = u * 8
        guard u > 0, u < 1, abs(bar - bar.rounded()) > across || bar.rounded() == 0 || bar.rounded() == 8
        else { return nil }
        if v > 0, v < 0.6 - down - 2 / Double(card.height) { return Self.bars[Int(bar)] }
        if v > 0.68 + down, v < 0.76 - down - 2 / Double(card.height) { return Self.patches[Int(bar)] }
        return nil
    }

    /// Which point of the frame, 0…1 in both directions, a window's pixel shows.
    private func framePoint(_ x: Int, _ y: Int) -> (u: Double, v: Double) {
        let part = rectangle
        var s: Double
        var t: Double
        if mode == .fill {
            s = 0.5 + (Double(x) + 0.5 - Double(window.width) / 2) / (turned.width * scale)
            t = 0.5 + (Double(y) + 0.5 - Double(window.height) / 2) / (turned.height * scale)
        } else {
            s = (Double(x - part.x) + 0.5) / Double(part.width)
            t = (Double(y - part.y) + 0.5) / Double(part.height)
        }
        guard 0...1 ~= s, 0...1 ~= t else { return (-1, -1) }
        (s, t) = (detail.x + s * detail.side, detail.y + t * detail.side)
        if isMirrored { s = 1 - s }
        return switch quarterTurns {
        case 0: (s, t)
        case 1: (t, 1 - s)
        case 2: (1 - s, 1 - t)
        default: (1 - t, s)
        }
    }
}
