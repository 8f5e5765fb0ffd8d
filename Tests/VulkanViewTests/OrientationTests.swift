import Frames
import TestSupport
import Testing
import VulkanCore
import VulkanView

/// Where each pixel lands, against arrays turned and mirrored step by step.
@Suite struct OrientationTests {
    /// A picture as rows of pixels.
    private typealias Rows = [[[UInt8]]]

    private static let formats: [PixelFormat] = [.bgrx, .rgb24, .grey, .yuyv, .nv12, .i411]

    @Test(arguments: formats)
    func everyTurnAndMirroringIsExactPixelForPixel(format: PixelFormat) throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device)
            let size = PixelSize(width: 7, height: 5)
            try view.load(Specimen(format, size).frame)
            let upright = rows(try view.render(size: size))
            for rotation in Rotation.allCases {
                for isMirrored in [false, true] {
                    let expected = turned(upright, rotation, isMirrored)
                    for mode in FillMode.allCases {
                        view.options = ViewOptions(fillMode: mode, isMirrored: isMirrored, rotation: rotation)
                        let seen = rows(try view.render(size: self.size(of: expected)))
                        #expect(seen == expected, "\(rotation) \(isMirrored) \(mode)")
                    }
                }
            }
        }
    }

    @Test func theFramesOwnTurnComesBeforeTheViewers() throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device)
            let size = PixelSize(width: 5, height: 3)
            try view.load(Specimen(.bgrx, size).frame)
            let upright = rows(try view.render(size: size))
            for first in Rotation.allCases {
                for wasMirrored in [false, true] {
                    try view.load(Specimen(.bgrx, size, rotation: first, isMirrored: wasMirrored).frame)
                    for second in Rotation.allCases {
                        for isMirrored in [false, true] {
                            view.options = ViewOptions(isMirrored: isMirrored, rotation: second)
                            let expected = turned(turned(upright, first, wasMirrored), second, isMirrored)
                            let seen = rows(try view.render(size: self.size(of: expected)))
                            #expect(seen == expected, "\(first) \(wasMirrored) \(second) \(isMirrored)")
                        }
                    }
                }
            }
        }
    }

    @Test func fitPutsExactlyBlackBarsAroundTheWholePicture() throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device)
            let size = PixelSize(width: 6, height: 4)
            try view.load(Specimen(.nv12, size).frame)
            let upright = rows(try view.render(size: size))
            for rotation in Rotation.allCases {
                for isMirrored in [false, true] {
                    view.options = ViewOptions(isMirrored: isMirrored, rotation: rotation)
                    let picture = turned(upright, rotation, isMirrored)
                    let shown = self.size(of: picture)
                    for (wider, higher) in [(1, 0), (2, 0), (5, 0), (0, 1), (0, 4), (0, 7)] {
                        let window = PixelSize(width: shown.width + wider, height: shown.height + higher)
                        let seen = rows(try view.render(size: window))
                        #expect(seen == framed(picture, window))
                    }
                }
            }
        }
    }

    @Test func fillAtOneToOneCutsWholePixels() throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device)
            let size = PixelSize(width: 9, height: 6)
            try view.load(Specimen(.yuyv, size).frame)
            let upright = rows(try view.render(size: size))
            for rotation in Rotation.allCases {
                for isMirrored in [false, true] {
                    view.options = ViewOptions(fillMode: .fill, isMirrored: isMirrored, rotation: rotation)
                    let picture = turned(upright, rotation, isMirrored)
                    let shown = self.size(of: picture)
                    for less in 1...4 {
                        let window = PixelSize(width: shown.width - less, height: shown.height)
                        let seen = rows(try view.render(size: window))
                        // An odd rest may be cut on either side.
                        let candidates = [less / 2, less - less / 2].map { start in
                            picture.map { Array($0[start..<start + window.width]) }
                        }
                        #expect(candidates.contains(seen))
                    }
                }
            }
        }
    }

    private func rows(_ picture: OffscreenPicture) -> Rows {
        (0..<picture.size.height).map { y in (0..<picture.size.width).map { picture.pixel($0, y) } }
    }

    private func size(of rows: Rows) -> PixelSize { PixelSize(width: rows[0].count, height: rows.count) }

    /// Quarter turns one after the other, then the mirroring.
    private func turned(_ rows: Rows, _ rotation: Rotation, _ isMirrored: Bool) -> Rows {
        var rows = rows
        for _ in 0..<rotation.rawValue / 90 {
            rows = rows[0].indices.map { column in rows.reversed().map { $0[column] } }
        }
        return isMirrored ? rows.map { $0.reversed() } : rows
    }

    private func framed(_ picture: Rows, _ window: PixelSize) -> Rows {
        let black: [UInt8] = [0, 0, 0, 255]
        let (left, top) = ((window.width - picture[0].count) / 2, (window.height - picture.count) / 2)
        return (0..<window.height).map { y in
            (0..<window.width).map { x in
                let (column, row) = (x - left, y - top)
                guard picture.indices.contains(row), picture[row].indices.contains(column) else {
                    return black
                }
                return picture[row][column]
            }
        }
    }
}
