import Logging
import Overlay
import TestSupport
import Testing

@testable import LiveViewOverlay
@testable import WaylandClient

/// A scripted compositor with a window of 640×480, and an overlay over it with a bar of two buttons.
final class OverlayStage {
    let compositor: ScriptedCompositor
    let client: TestClient
    let overlay: LiveViewOverlay
    let log = LogLines()
    var actions: [OverlayAction] = []
    private var seatName: UInt32 { client.connection.registry.seats.first?.name ?? 0 }

    init(
        without missing: Set<String> = [], with more: [(interface: String, version: Int)] = [],
        header: HeaderPolicy = .never, isMotionReduced: Bool = true
    ) throws {
        (compositor, client) = try ScriptedCompositor.withWindow(without: missing, with: more)
        compositor.send("wl_seat.capabilities", .number(7))
        try compositor.configure(client, width: 640, height: 480, serial: 1)
        try client.run("its devices") { [compositor] in compositor.object("wl_touch") > 0 }
        overlay = LiveViewOverlay(
            over: client.window, loop: client.loop, appearance: Appearance(isMotionReduced: isMotionReduced),
            logger: log.logger)
        overlay.headerPolicy = header
        overlay.bar = [
            .icon("one", .camera, name: "One").with { $0.rank = 3 },
            .icon("two", .camera, name: "Two").with { $0.rank = 3 },
        ]
        overlay.onAction = { [weak self] in self?.actions.append($0) }
        try client.draw()
        overlay.begin()
        overlay.fonts.begin(overlay.wishes)
        try settleFonts()
    }

    /// Waits until the fonts of the look are there.
    func settleFonts() throws { try client.run("its fonts") { [overlay] in !overlay.fonts.isAtWork } }

    /// The name of the element with the keyboard's focus.
    var focus: String? { overlay.focusedGuest?.scene.focusedElement?.element.id }

    /// The names of the guests that are shown.
    var shown: Set<String> { Set(overlay.guests.values.filter(\.isShown).map(\.name)) }

    /// Presses a key of the window.
    ///
    /// - Returns: True where the overlay used it.
    @discardableResult
    func press(_ name: String, _ modifiers: Modifiers = [], isRepeat: Bool = false) throws -> Bool {
        let key = KeyPress(
            keysym: try #require(Keysym(name: name)), modifiers: modifiers, isRepeat: isRepeat)
        return overlay.hear(.key(key))
    }

    func move(_ x: Double, _ y: Double) {
        _ = overlay.hear(.pointerMoved(SurfacePoint(x: x, y: y), .pointer))
    }

    func click(_ x: Double, _ y: Double, _ device: InputDevice = .pointer) {
        let click = Click(
            point: SurfacePoint(x: x, y: y), device: device, time: 0, modifiers: [],
            grant: InputGrant(serial: 1, seat: seatName))
        _ = overlay.hear(.clicked(click))
    }

    /// The middle of an element on its guest, and its height.
    func place(of id: String, in name: String) throws -> (x: Double, y: Double, height: Double) {
        let bounds = try #require(overlay.guests[name]?.scene.description.find(id)).bounds
        return (bounds.centerX, bounds.centerY, bounds.height)
    }

    /// Waits until each side has heard everything so far.
    func settle() throws { try compositor.settle(client) }

    /// Puts a finger on the guest whose surface was made first.
    func touch(_ x: Double, _ y: Double) throws {
        try settle()
        let made = try #require(compositor.requests("wl_subcompositor.get_subsurface").first)
        compositor.send(
            "wl_touch.down", .number(21), .number(0), made.values[1], .number(0), .fixed(x), .fixed(y))
        compositor.send("wl_touch.frame")
        try settle()
    }

    func lift() throws {
        compositor.send("wl_touch.up", .number(22), .number(0), .number(0))
        compositor.send("wl_touch.frame")
        try settle()
    }
}
