import Filters
import Frames
import TestSupport
import Testing
import VulkanCore

@testable import VulkanView

/// Several pictures in one window against views of the cells' sizes, each with its picture alone.
@Suite struct CellTests {
    /// A picture and its place.
    private struct Tile {
        var specimen: Specimen
        var options: ViewOptions
        var rectangle: Placement.Rectangle
    }

    /// A view with cells, and one for pictures alone.
    private final class Bench {
        let view: OffscreenView
        let single: OffscreenView
        var cells: [ViewCell] = []

        init(_ device: VulkanDevice, _ path: DrawPath) throws {
            view = try OffscreenView(device: device, path: path)
            single = try OffscreenView(device: device, path: .fragment)
        }

        func render(_ tiles: [Tile], _ window: PixelSize) throws -> OffscreenPicture {
            while cells.count < tiles.count { cells.append(try view.makeCell()) }
            for (cell, tile) in zip(cells, tiles) { cell.options = tile.options }
            return try view.render(size: window) { _ in
                zip(cells, tiles).map { PlacedPicture($0.newest.current, of: $0, in: $1.rectangle) }
            }
        }

        /// The window's pixels, put together of single views.
        func expected(_ tiles: [Tile], _ window: PixelSize) throws -> [UInt8] {
            var bytes = (0..<window.width * window.height).flatMap { _ in [0, 0, 0, 255] as [UInt8] }
            for tile in tiles where !tile.rectangle.size.isEmpty {
                single.options = tile.options
                try single.load(tile.specimen.frame)
                let drawn = try single.render(size: tile.rectangle.size)
                let count = tile.rectangle.size.width * 4
                for row in 0..<tile.rectangle.size.height {
                    let start = ((tile.rectangle.y + row) * window.width + tile.rectangle.x) * 4
                    bytes[start..<start + count] =
                        drawn.bytes[row * drawn.stride..<row * drawn.stride + count]
                }
            }
            return bytes
        }

        func compare(_ tiles: [Tile], _ window: PixelSize, _ what: String) throws {
            let seen = try render(tiles, window).bytes
            let expected = try expected(tiles, window)
            guard seen != expected else { return }
            let place = zip(seen, expected).enumerated().first { $1.0 != $1.1 }?.offset ?? 0
            Issue.record(
                "\(view.path) differs at \(place / 4 % window.width), \(place / 4 / window.width); \(what)")
        }
    }

    private func specimen(_ noise: inout Noise, turned: Bool = true) -> Specimen {
        let formats = PixelFormat.uncompressed
        return Specimen(
            formats[Int.random(in: 0..<formats.count, using: &noise)],
            PixelSize(
                width: Int.random(in: 1...40, using: &noise), height: Int.random(in: 1...40, using: &noise)),
            padding: 4 * Int.random(in: 0...3, using: &noise), seed: Int.random(in: 0...999, using: &noise),
            rotation: Rotation.allCases[Int.random(in: 0..<4, using: &noise)],
            isMirrored: Bool.random(using: &noise))
    }

    private func options(_ noise: inout Noise) -> ViewOptions {
        ViewOptions(
            fillMode: FillMode.allCases[Int.random(in: 0..<3, using: &noise)],
            isMirrored: Bool.random(using: &noise),
            rotation: Rotation.allCases[Int.random(in: 0..<4, using: &noise)])
    }

    private func window(_ noise: inout Noise) -> PixelSize {
        PixelSize(
            width: Int.random(in: 1...120, using: &noise), height: Int.random(in: 1...90, using: &noise))
    }

    @Test(arguments: DrawPath.allCases)
    func eachCellShowsWhatAViewOfItsSizeShows(path: DrawPath) throws {
        try withValidatedDevice { device in
            let bench = try Bench(device, path)
            var noise = Noise(21)
            for step in 0..<40 {
                let window = window(&noise)
                let count = Int.random(in: 1...6, using: &noise)
                let layout =
                    step % 2 == 0
                    ? CellLayout.row(of: count, in: window) : CellLayout.grid(of: count, in: window)
                let tiles = (0..<count).map { index in
                    Tile(specimen: specimen(&noise), options: options(&noise), rectangle: layout[index])
                }
                while bench.cells.count < count { bench.cells.append(try bench.view.makeCell()) }
                for (cell, tile) in zip(bench.cells, tiles) { try cell.load(tile.specimen.frame) }
                try bench.compare(tiles, window, "step \(step): \(layout)")
            }
        }
    }

    /// Frames come to one cell or another, choices change, and nothing changes at all.
    @Test(arguments: DrawPath.allCases)
    func cellsGoOnByThemselves(path: DrawPath) throws {
        try withValidatedDevice { device in
            let bench = try Bench(device, path)
            var noise = Noise(22)
            let window = PixelSize(width: 97, height: 61)
            let layout = CellLayout.grid(of: 5, in: window)
            var tiles = (0..<5).map { index in
                Tile(specimen: specimen(&noise), options: options(&noise), rectangle: layout[index])
            }
            for tile in tiles {
                bench.cells.append(try bench.view.makeCell())
                try bench.cells.last?.load(tile.specimen.frame)
            }
            for step in 0..<60 {
                let index = Int.random(in: 0..<5, using: &noise)
                switch step % 4 {
                case 0: tiles[index].options = options(&noise)
                case 1, 2:
                    let old = tiles[index].specimen.frame
                    tiles[index].specimen = Specimen(
                        old.layout.format, old.layout.size, color: old.color, seed: step,
                        rotation: old.rotation, isMirrored: old.isMirrored)
                    try bench.cells[index].load(tiles[index].specimen.frame)
                default: break
                }
                try bench.compare(tiles, window, "step \(step), cell \(index)")
            }
        }
    }

    @Test(arguments: DrawPath.allCases)
    func laterCellsLieOverEarlierOnes(path: DrawPath) throws {
        try withValidatedDevice { device in
            let bench = try Bench(device, path)
            var noise = Noise(23)
            for step in 0..<40 {
                let window = step % 4 == 0 ? window(&noise) : PixelSize(width: 80, height: 50)
                let tiles = (0..<3).map { _ in
                    let x = Int.random(in: 0..<window.width, using: &noise)
                    let y = Int.random(in: 0..<window.height, using: &noise)
                    let size = PixelSize(
                        width: Int.random(in: 0...window.width - x, using: &noise),
                        height: Int.random(in: 0...window.height - y, using: &noise))
                    return Tile(
                        specimen: specimen(&noise), options: options(&noise),
                        rectangle: Placement.Rectangle(x: x, y: y, size: size))
                }
                while bench.cells.count < 3 { bench.cells.append(try bench.view.makeCell()) }
                for (cell, tile) in zip(bench.cells, tiles) { try cell.load(tile.specimen.frame) }
                try bench.compare(tiles, window, "step \(step)")
                // One of them moves on, below or above the others.
                var next = tiles
                let old = tiles[step % 3].specimen.frame
                next[step % 3].specimen = Specimen(
                    old.layout.format, old.layout.size, color: old.color, seed: step, rotation: old.rotation,
                    isMirrored: old.isMirrored)
                try bench.cells[step % 3].load(next[step % 3].specimen.frame)
                try bench.compare(next, window, "step \(step), once more")
            }
        }
    }

    @Test(arguments: DrawPath.allCases)
    func cellsWithoutAPictureAndPlacesWithoutACellAreBlack(path: DrawPath) throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device, path: path)
            let (first, second) = (try view.makeCell(), try view.makeCell())
            let size = PixelSize(width: 6, height: 4)
            func white() -> Frame {
                FrameMaker.frame(FrameLayout(format: .bgrx, size: size)) { bytes in
                    for index in bytes.indices { bytes[index] = 255 }
                }
            }
            let window = PixelSize(width: 20, height: 10)
            func draw() throws -> [Bool] {
                let drawn = try view.render(size: window) { _ in
                    [
                        PlacedPicture(first.newest.current, of: first, in: .init(x: 0, y: 0, size: size)),
                        PlacedPicture(second.newest.current, of: second, in: .init(x: 14, y: 6, size: size)),
                    ]
                }
                return [drawn.pixel(0, 0), drawn.pixel(10, 5), drawn.pixel(19, 9)].map {
                    $0 == [255, 255, 255, 255]
                }
            }
            #expect(try draw() == [false, false, false])
            try second.load(white())
            #expect(try draw() == [false, false, true])
            try first.load(white())
            #expect(try draw() == [true, false, true])
            // The view's own picture is another one.
            #expect(try view.render(size: window).pixel(0, 0) == [0, 0, 0, 255])
            #expect(try draw() == [true, false, true])
        }
    }

    /// The processor would see what has been written into the frame's own memory since.
    @Test func aCellWithTheSamePictureIsNotDrawnAgain() throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device, path: .host)
            let cells = [try view.makeCell(), try view.makeCell()]
            let size = PixelSize(width: 8, height: 8)
            var memory: UnsafeMutableRawBufferPointer?
            func frame(_ code: UInt8, color: ColorDescription) -> Frame {
                FrameMaker.frame(FrameLayout(format: .grey, size: size), color: color) { bytes in
                    for index in bytes.indices { bytes[index] = code }
                    memory = bytes
                }
            }
            let full = ColorDescription(matrix: .bt601, range: .full)
            try cells[1].load(frame(10, color: full))
            try cells[0].load(frame(20, color: full))
            let first = try #require(memory)
            let layout = CellLayout.row(of: 2, in: PixelSize(width: 16, height: 8))
            func draw() throws -> [UInt8] {
                let drawn = try view.render(size: layout.window) { _ in
                    zip(cells, layout.cells).map { PlacedPicture($0.newest.current, of: $0, in: $1) }
                }
                return [drawn.pixel(0, 0)[0], drawn.pixel(15, 7)[0]]
            }
            #expect(try draw() == [20, 10])
            for index in first.indices { first[index] = 99 }
            try cells[1].load(frame(30, color: full))
            #expect(try draw() == [20, 30])
            // Another place needs another drawing of all.
            cells[1].options.rotation = .half
            #expect(try draw() == [99, 30])
        }
    }

    @Test(arguments: DrawPath.allCases)
    func aSteadyStreamInCellsMakesNothing(path: DrawPath) throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device, path: path)
            let cells = try (0..<3).map { _ in try view.makeCell() }
            let size = PixelSize(width: 32, height: 18)
            let frames = (0..<2).map { Specimen(.nv12, size, seed: $0).frame }
            let layout = CellLayout.row(of: 3, in: PixelSize(width: 101, height: 30))
            func draw(_ step: Int) throws {
                try cells[step % 3].load(frames[step % 2])
                _ = try view.render(size: layout.window) { _ in
                    zip(cells, layout.cells).map { PlacedPicture($0.newest.current, of: $0, in: $1) }
                }
            }
            for step in 0..<12 { try draw(step) }
            let made = device.createdObjects
            for step in 0..<50 { try draw(step) }
            #expect(device.createdObjects == made)
        }
    }

    @Test(arguments: DrawPath.allCases)
    func eachCellHasFiltersOfItsOwn(path: DrawPath) throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device, path: path)
            let cells = try (0..<2).map { _ in try view.makeCell() }
            let stages = cells.map { _ in FilterStage(device: device, ring: view.ring) }
            stages[1].operations = [ColorInversion()]
            let size = PixelSize(width: 16, height: 16)
            let grey = FrameMaker.frame(
                FrameLayout(format: .grey, size: size), color: ColorDescription(matrix: .bt601, range: .full)
            ) { bytes in
                for index in bytes.indices { bytes[index] = 100 }
            }
            let layout = CellLayout.row(of: 2, in: PixelSize(width: 32, height: 16))
            for _ in 0..<3 {
                for (cell, stage) in zip(cells, stages) { try cell.load(grey, for: stage.use) }
                let drawn = try view.render(size: layout.window) { (commands) throws(VulkanError) in
                    var placed: [PlacedPicture] = []
                    for (index, cell) in cells.enumerated() {
                        let picture = try stages[index].record(cell.newest, commands)
                        placed.append(PlacedPicture(picture, of: cell, in: layout[index]))
                    }
                    return placed
                }
                #expect(
                    (99...101).contains(drawn.pixel(3, 3)[0]) && (154...156).contains(drawn.pixel(20, 3)[0]))
            }
        }
    }

    @Test func aCellMayEndWhileItsDrawingIsUnderWay() throws {
        try withValidatedDevice { device in
            for path in DrawPath.allCases {
                let view = try OffscreenView(device: device, path: path)
                let size = PixelSize(width: 24, height: 16)
                for step in 0..<4 {
                    let cell = try view.makeCell()
                    try cell.load(Specimen(.nv12, size, seed: step).frame)
                    _ = try view.render(size: size) { _ in
                        [PlacedPicture(cell.newest.current, of: cell, in: .init(x: 0, y: 0, size: size))]
                    }
                }
            }
        }
    }

    @Test func cellsOfOthersAndPlacesOutsideAreRefused() throws {
        try withValidatedDevice { device in
            let (view, other) = (try OffscreenView(device: device), try OffscreenView(device: device))
            let (own, foreign) = (try view.makeCell(), try other.makeCell())
            let window = PixelSize(width: 10, height: 10)
            func refusal(_ cell: ViewCell, _ x: Int, _ y: Int, _ width: Int, _ height: Int) -> VulkanError
                .Kind?
            {
                do {
                    _ = try view.render(size: window) { _ in
                        [
                            PlacedPicture(
                                nil, of: cell,
                                in: .init(x: x, y: y, size: PixelSize(width: width, height: height)))
                        ]
                    }
                    return nil
                } catch {
                    if case .vulkan(let error) = error { return error.kind }
                    return nil
                }
            }
            #expect(refusal(foreign, 0, 0, 5, 5) == .unsupported)
            for (x, y, width, height) in [
                (-1, 0, 5, 5), (6, 0, 5, 5), (0, 6, 5, 5), (0, 0, .max, 1), (.max, 0, 5, 5),
            ] {
                #expect(refusal(own, x, y, width, height) == .unsupported)
            }
            #expect(refusal(own, 5, 5, 5, 5) == nil)
            #expect(refusal(own, 500, 5, 0, 5) == nil)
        }
    }
}
