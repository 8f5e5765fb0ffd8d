import Frames
import TestSupport
import Testing
import VulkanCore

@testable import VulkanView

/// The strip of triangles on which the fragment path draws: its corners lie on edges of pixels, and nothing cuts it.
@Suite struct QuadTests {
    /// A picture as high as its window, with bars on both sides.
    private func placement(_ covered: Int, of length: Int) -> Placement {
        Placement(
            frame: PixelSize(width: covered, height: 7), options: ViewOptions(),
            window: PixelSize(width: length, height: 7))
    }

    /// The first pixel whose middle lies behind an edge, as a device finds it: in single precision, on a grid of 1/16 pixel.
    private func firstPixel(behind clip: Float, of length: Int, from start: Int, roundsDown: Bool) -> Int {
        let half = Float(length) / 2
        let place = (Float(start) + half + half * clip) * 16
        let snapped = roundsDown ? place.rounded(.down) : place.rounded()
        return Int((Double(snapped) / 16 - 0.5).rounded(.up))
    }

    @Test func everyEdgeCoversFromItsPixelOn() {
        var noise = Noise(1)
        for length in 1...16384 {
            let some = (0..<4).map { _ in Int(noise.next() % UInt64(length)) + 1 }
            for covered in [1, length] + some + (length > 16380 ? Array(1...length) : []) {
                let placement = placement(covered, of: length)
                let (left, right) = (placement.rectangle.x, placement.rectangle.x + covered)
                for start in [0, 16384 - length] {
                    for roundsDown in [false, true] {
                        func first(_ vertex: Int) -> Int {
                            firstPixel(
                                behind: placement.vertices[vertex].x, of: length, from: start,
                                roundsDown: roundsDown)
                        }
                        guard first(0) == start + left, first(3) == start + right else {
                            Issue.record("\(covered) of \(length) from \(start) on")
                            return
                        }
                    }
                }
            }
        }
    }

    @Test func noPixelOutsideOfTheRectangleIsTouched() throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device, path: .fragment)
            view.background = BackgroundColor(red: 1, green: 2, blue: 3)
            let cell = try view.makeCell()
            try cell.load(FrameMaker.grey(255, size: PixelSize(width: 31, height: 17)))
            var noise = Noise(2)
            func upTo(_ most: Int) -> Int { Int(noise.next() % UInt64(most)) + 1 }
            let side = device.physical.limits.imageSide
            let sizes =
                [(side, 5), (5, side), (side - 1, 3), (1, 1)] + (0..<60).map { _ in (upTo(700), upTo(300)) }
            for (width, height) in sizes {
                let window = PixelSize(width: width, height: height)
                let place = (x: upTo(width) - 1, y: upTo(height) - 1)
                let part = Placement.Rectangle(
                    x: place.x, y: place.y,
                    size: PixelSize(width: upTo(width - place.x), height: upTo(height - place.y)))
                let covered = try #require(cell.placement(in: part.size)).rectangle.moved(into: part)
                let drawn = try view.render(size: window) { _ in
                    [PlacedPicture(cell.newest.current, of: cell, in: part)]
                }
                var wrong = 0
                for y in 0..<height {
                    for x in 0..<width {
                        let isInside =
                            (covered.x..<covered.x + covered.size.width).contains(x)
                            && (covered.y..<covered.y + covered.size.height).contains(y)
                        let isPicture = drawn.bytes[y * drawn.stride + x * 4] > 200
                        if isInside != isPicture { wrong += 1 }
                    }
                }
                #expect(wrong == 0, "\(covered) in \(window)")
            }
        }
    }
}
