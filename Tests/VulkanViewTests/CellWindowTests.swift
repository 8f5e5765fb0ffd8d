import Frames
import TestSupport
import Testing
import VulkanCore
import VulkanView
import WaylandClient

/// Several pictures in a real window under a headless compositor, with validation.
@Suite(.serialized) struct CellWindowTests {
    private let floating = ["for_window [app_id=.*] floating enable, border none"]
    private static let size = PixelSize(width: 161, height: 90)

    private func frame(_ code: UInt8) -> Frame {
        FrameMaker.grey(code, size: PixelSize(width: 80, height: 90))
    }

    @Test(arguments: DrawPath.allCases) func aRowOfPicturesIsPresentedAtOnce(path: DrawPath) throws {
        let sway = try HeadlessSway(configuration: floating)
        try withValidatedInstance(windowSystem: true) { instance, logger in
            let windowed = try WindowedView(instance, logger, in: sway, size: Self.size, path: path)
            let view = windowed.view
            let cells = [try view.makeCell(), try view.makeCell()]
            func seen(_ x: Int, _ y: Int) throws -> UInt8 {
                try sway.screenshot(of: #require(try sway.windows().first).content)[x, y].red
            }
            func draw(_ place: (borrowing Drawing) throws -> Void) throws {
                try windowed.turn(until: "a presented picture") {
                    let state = windowed.window.pacing.state
                    if state.isFrameCallbackOwed { return false }
                    guard let drawing = try view.begin(size: windowed.size) else { return false }
                    try place(drawing)
                    return try view.present(drawing) {
                        windowed.window.pacing.prepareCommit(for: state, token: 0)
                    } == .presented
                }
            }
            let layout = CellLayout.row(of: 2, in: Self.size)
            for (cell, rectangle) in zip(cells, layout.cells) {
                for _ in 0..<2 {
                    let color = ColorDescription(matrix: .bt601, range: .full)
                    try view.warm(
                        cell, format: .grey, size: PixelSize(width: 80, height: 90), color: color,
                        rectangle: rectangle, window: Self.size)
                }
            }
            // One that ends before anything of it is shown leaves nothing under way behind.
            try view.warm(
                try view.makeCell(), format: .nv12, size: Self.size,
                color: .assumed(for: .nv12, height: 90), rectangle: layout[0], window: Self.size)
            try view.prepare(size: Self.size)
            let made = view.report.createdObjects
            try cells[0].load(frame(100))
            try cells[1].load(frame(200))
            try draw { drawing in
                for (cell, rectangle) in zip(cells, layout.cells) {
                    try view.place(cell.newest.current, of: cell, in: rectangle, of: drawing)
                }
            }
            // Memory and images for the pictures' own samples, and for their comparison with what the processor sees.
            #expect(view.report.createdObjects - made <= 18)
            try windowed.turn(until: "two pictures") { try seen(20, 45) == 100 && seen(140, 45) == 200 }
            // A small picture over the view's own.
            try view.load(frame(50))
            view.options.fillMode = .stretch
            try draw { drawing in
                try view.place(view.newest.current, in: drawing)
                let corner = Placement.Rectangle(x: 100, y: 40, size: PixelSize(width: 40, height: 45))
                try view.place(cells[1].newest.current, of: cells[1], in: corner, of: drawing)
            }
            try windowed.turn(until: "a picture in a picture") {
                try seen(20, 45) == 50 && seen(150, 80) == 50 && seen(120, 60) == 200
            }
            // Nothing of a drawing that was dropped is left in the next one.
            try windowed.turn(until: "an image of the window") {
                guard let drawing = try view.begin(size: windowed.size) else { return false }
                try view.place(view.newest.current, in: drawing)
                return true
            }
            try draw { _ in }
            try windowed.turn(until: "a black window") { try seen(20, 45) == 0 && seen(120, 60) == 0 }
        }
    }
}
