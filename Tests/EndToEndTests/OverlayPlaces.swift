import Overlay
import TestSupport

@testable import LiveViewOverlay
@testable import Viewfinder

/// The places of buttons and rows over a window's picture, laid out here as the program lays them out.
struct OverlayPlaces {
    /// The window on the output.
    private let window: PixelRectangle
    private var screen = ViewerScreen()
    private let typesetter: Typesetter

    init(_ window: PixelRectangle, cameras: Int = 1, hasLastFile: Bool = false) throws {
        self.window = window
        if hasLastFile { screen.lastFile = LastFile(path: "") }
        typesetter = try Typesetter()
        screen.cameras = (0..<cameras).map { ViewerScreen.Camera(name: "\($0)", isShown: $0 == 0) }
    }

    /// The middle of a button of the bar, on the output.
    func button(_ id: String) throws -> (x: Int, y: Int) {
        try middle(of: id, in: .bar("bar", name: "", screen.bar), at: .bar)
    }

    /// The number of presses of Tab that bring the keyboard to a button of the bar.
    func steps(to id: String) throws -> Int {
        guard let place = screen.bar.firstIndex(where: { $0.id == id }) else { throw Missing(name: id) }
        return place + 1
    }

    /// The middle of a row of the timer's menu, which the bar's button opens, on the output.
    func timerRow(_ id: String) throws -> (x: Int, y: Int) {
        let bar = Element.bar("bar", name: "", screen.bar)
        let (scene, guest) = try scene(of: bar, at: .bar)
        guard let button = scene.description.find(ViewerScreen.timerButton) else {
            throw Missing(name: ViewerScreen.timerButton)
        }
        return try middle(
            of: id, in: screen.timerMenu, at: .beside(button.bounds, of: "bar", at: guest))
    }

    /// A circle in the middle of the window, such as a countdown's, on the window.
    func middle(_ side: Int) -> PixelRectangle {
        PixelRectangle(
            x: (window.width - side) / 2, y: (window.height - side) / 2, width: side, height: side)
    }

    private struct Missing: Error { let name: String }

    /// The middle of an element of a guest, on the output.
    func middle(
        of id: String, in root: Element, at place: GuestPlace
    ) throws -> (x: Int, y: Int) {
        let area = try area(of: id, in: root, at: place)
        return (window.x + Int(area.centerX), window.y + Int(area.centerY))
    }

    private func area(of id: String, in root: Element, at place: GuestPlace) throws -> Area {
        let (scene, guest) = try scene(of: root, at: place)
        guard let placed = scene.description.find(id) else { throw Missing(name: id) }
        let own = placed.bounds
        return Area(x: guest.x + own.x, y: guest.y + own.y, width: own.width, height: own.height)
    }

    /// A guest as it is shown, and its rectangle on the window.
    private func scene(of root: Element, at place: GuestPlace) throws -> (OverlayScene, Area) {
        let look = Look(theme: Theme(), typesetter: typesetter)
        let layout = GuestLayout(
            width: Double(window.width), height: Double(window.height), measures: look.theme.measures,
            isRightToLeft: false)
        let part = GuestPart(name: "guest", place: place, element: root)
        guard let guest = GuestPlan([part], in: layout, fitting: look.size).areas["guest"] else {
            throw Missing(name: root.id)
        }
        let scene = OverlayScene(root, typesetter: typesetter)
        scene.resize(width: guest.width, height: guest.height)
        return (scene, guest)
    }
}
