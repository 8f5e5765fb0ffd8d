import Filters
import Frames
import TestSupport
import Testing
import VulkanCore
import VulkanView

/// The choices beside fill mode, turn and mirroring: another turn than the frame's own, size changes, and rest.
@Suite struct ViewOptionTests {
    /// Which of four colours is seen in each quarter of the window.
    private func quarters(_ picture: OffscreenPicture) -> [[UInt8]] {
        let (width, height) = (picture.size.width, picture.size.height)
        return [
            picture.pixel(1, 1), picture.pixel(width - 2, 1), picture.pixel(1, height - 2),
            picture.pixel(width - 2, height - 2),
        ]
    }

    /// A picture whose quarters differ.
    private func frame(_ rotation: Rotation, _ isMirrored: Bool) -> Frame {
        let size = PixelSize(width: 8, height: 8)
        return FrameMaker.frame(
            FrameLayout(format: .bgrx, size: size), rotation: rotation, isMirrored: isMirrored
        ) { bytes in
            for y in 0..<8 {
                for x in 0..<8 {
                    let place = 4 * (y * 8 + x)
                    bytes[place] = x < 4 ? 0 : 255
                    bytes[place + 1] = y < 4 ? 0 : 255
                    bytes[place + 2] = 0
                }
            }
        }
    }

    @Test(arguments: [false, true]) func anotherTurnTakesThePlaceOfTheFramesOwn(isFiltered: Bool) throws {
        try withValidatedDevice { device in
            let (view, plain) = (try FilteredView(device: device), try FilteredView(device: device))
            if isFiltered {
                // Twice the opposite is the picture itself, turned upright by the filters.
                view.stage.operations = [ColorInversion(), ColorInversion()]
            }
            let window = PixelSize(width: 8, height: 8)
            for own in Rotation.allCases {
                for wasMirrored in [false, true] {
                    for other in Rotation.allCases {
                        for rotation in Rotation.allCases {
                            for isMirrored in [false, true] {
                                var options = ViewOptions(isMirrored: isMirrored, rotation: rotation)
                                plain.options = options
                                try plain.load(frame(other, wasMirrored))
                                options.frameRotation = other
                                view.options = options
                                try view.load(frame(own, wasMirrored))
                                #expect(
                                    quarters(try view.render(size: window))
                                        == quarters(try plain.render(size: window)),
                                    "\(other) for \(own), \(wasMirrored), then \(rotation), \(isMirrored)")
                            }
                        }
                    }
                }
            }
        }
    }

    @Test func theSizeIsToldWhenItChanges() throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device)
            var told: [PixelSize] = []
            view.own.onSizeChange = { told.append($0) }
            let window = PixelSize(width: 16, height: 16)
            _ = try view.render(size: window)
            #expect(told == [])
            let size = PixelSize(width: 8, height: 4)
            for (rotation, aspect) in [
                (Rotation.none, Rational(1)), (.none, Rational(1)), (.clockwise90, Rational(1)),
                (.none, Rational(2)),
            ] {
                try view.load(Specimen(.nv12, size, sampleAspect: aspect, rotation: rotation).frame)
                for _ in 0..<2 { _ = try view.render(size: window) }
            }
            let expected = [size, PixelSize(width: 4, height: 8), PixelSize(width: 16, height: 4)]
            #expect(told == expected)
            view.options.frameRotation = .clockwise270
            _ = try view.render(size: window)
            #expect(told == expected + [PixelSize(width: 4, height: 16)])
            // Somebody else hears it anew, and may choose how the picture is drawn.
            view.own.onSizeChange = { _ in view.options.rotation = .clockwise90 }
            _ = try view.render(size: window)
            #expect(view.options.rotation == .clockwise90)
        }
    }

    @Test func cellsTellTheirSizesByThemselves() throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device)
            let cells = [try view.makeCell(), try view.makeCell()]
            var told: [String] = []
            for (index, cell) in cells.enumerated() {
                cell.onSizeChange = { told.append("\(index): \($0)") }
                try cell.load(Specimen(.nv12, PixelSize(width: 8, height: 6 + index)).frame)
            }
            #expect(cells[1].uprightSize == PixelSize(width: 8, height: 7))
            let layout = CellLayout.row(of: 2, in: PixelSize(width: 20, height: 10))
            for _ in 0..<2 {
                _ = try view.render(size: layout.window) { _ in
                    zip(cells, layout.cells).map { PlacedPicture($0.newest.current, of: $0, in: $1) }
                }
            }
            #expect(told == ["0: 8x6", "1: 8x7"])
        }
    }

    @Test(arguments: DrawPath.allCases) func aRestingViewTakesNoFramesAndShowsTheBackground(path: DrawPath)
        throws
    {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device, path: path)
            let size = PixelSize(width: 8, height: 8)
            view.background = BackgroundColor(red: 9, green: 8, blue: 7)
            try view.load(frame(.none, false))
            let drawn = try view.render(size: size)
            view.own.isEnabled = false
            try view.load(frame(.half, false))
            let resting = try view.render(size: size)
            #expect(resting.bytes == (0..<64).flatMap { _ in [9, 8, 7, 255] as [UInt8] })
            view.own.isEnabled = true
            // The frame that came meanwhile was not taken.
            #expect(try view.render(size: size) == drawn)
        }
    }
}
