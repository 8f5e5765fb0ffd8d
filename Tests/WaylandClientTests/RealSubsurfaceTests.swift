import LinuxIO
import Synchronization
import TestSupport
import Testing

@testable import WaylandClient

/// Subsurfaces in real compositors: what is on the screen, and what the pointer does there.
@Suite(.serialized) struct RealSubsurfaceTests {
    private static let floating = ["for_window [app_id=.*] floating enable, border none"]
    private static let red: UInt32 = 0xffff_0000
    /// Black of half the strength.
    private static let shade: UInt32 = 0x8000_0000

    /// A subsurface of 104×40, whose left half is red and whose right half darkens what is below.
    private func makePart(_ client: TestClient) throws -> Subsurface {
        let part = try Subsurface(over: client.window, size: SurfaceSize(width: 104, height: 40))
        part.onDraw = { memory in
            let half = memory.size.width / 2
            memory.fill(memory.bounds, with: Self.shade)
            memory.fill(
                SurfaceRectangle(x: 0, y: 0, width: half, height: memory.size.height), with: Self.red)
            return [memory.bounds]
        }
        return part
    }

    /// Expects the subsurface at a place of a screenshot of the window, in pixels, and outside of it the picture as it was.
    private func mismatch(
        _ image: Image, _ before: Image, at place: PixelRectangle, margin: Int = 0
    ) -> String? {
        guard image.width == before.width, image.height == before.height else { return "another size" }
        let half = place.width / 2
        let (right, bottom) = (place.x + place.width, place.y + place.height)
        // Row by row: a comparison of all pixels by themselves takes seconds.
        for y in 0..<image.height {
            let row = image.cropped(to: PixelRectangle(x: 0, y: y, width: image.width, height: 1))
            let old = before.cropped(to: PixelRectangle(x: 0, y: y, width: image.width, height: 1))
            if margin > 0, abs(y - place.y) <= margin || abs(y - bottom) <= margin { continue }
            guard (place.y..<bottom).contains(y) else {
                if row != old { return "another picture in row \(y)" }
                continue
            }
            for x in 0..<image.width {
                let edges = [place.x, place.x + half, right]
                if margin > 0, edges.contains(where: { abs(x - $0) <= margin }) { continue }
                let color = row[x, 0]
                if !(place.x..<right).contains(x) {
                    if color != old[x, 0] { return "\(color) outside, at \(x), \(y)" }
                } else if x < place.x + half {
                    if color != Color(255, 0, 0) { return "\(color) in the red part, at \(x), \(y)" }
                } else if color.distance(to: Color(64, 64, 64)) > 1 {
                    return "\(color) in the shade, at \(x), \(y)"
                }
            }
        }
        return nil
    }

    private func expect(
        _ client: TestClient, _ what: String, _ check: () throws -> String?
    ) throws {
        var last: String?
        try client.run(what) {
            if client.state.isCommitWanted { try client.draw() }
            last = try check()
            return last == nil
        }
    }

    @Test(arguments: [1, 1.25, 2])
    func itIsOverThePictureAndNowhereElse(scale: Double) throws {
        let sway = try HeadlessSway(
            width: 1600, height: 1200, scale: scale, configuration: Self.floating)
        let client = try TestClient(display: sway.socketPath)
        try client.appear()
        let window = try #require(try sway.windows().first).content
        let margin = scale == 1.25 ? 1 : 0
        func place(_ x: Int, _ y: Int) -> PixelRectangle {
            PixelRectangle(
                x: Int(Double(x) * scale), y: Int(Double(y) * scale), width: Int(104 * scale),
                height: Int(40 * scale))
        }
        let before = try sway.screenshot(of: window)
        let part = try makePart(client)
        part.move(toX: 48, y: 32)
        part.show()
        try expect(client, "the subsurface") {
            mismatch(try sway.screenshot(of: window), before, at: place(48, 32), margin: margin)
        }
        part.move(toX: 400, y: 240)
        try expect(client, "another place") {
            mismatch(try sway.screenshot(of: window), before, at: place(400, 240), margin: margin)
        }
        part.hide()
        try expect(client, "the picture alone") {
            try sway.screenshot(of: window) == before ? nil : "another picture"
        }
        part.show()
        try expect(client, "the subsurface again") {
            mismatch(try sway.screenshot(of: window), before, at: place(400, 240), margin: margin)
        }
        #expect(client.loss == nil)
    }

    @Test func itFollowsTheScaleOfTheWindow() throws {
        let sway = try HeadlessSway(width: 1600, height: 1200, configuration: Self.floating)
        let client = try TestClient(display: sway.socketPath)
        try client.appear()
        let part = try makePart(client)
        var scales: [Int] = []
        let draw = part.onDraw
        part.onDraw = { memory in
            scales.append(memory.scale120)
            return draw?(memory) ?? []
        }
        part.show()
        try client.settle()
        try sway.command("output * scale 2")
        try client.run("the scale") { scales.last == 240 }
        try client.settle()
        #expect(scales.first == 120 && client.loss == nil)
    }

    @Test func itIsOverThePictureOfWestonToo() throws {
        let weston = try HeadlessWeston(width: 900, height: 500)
        let folder = try #require(weston.environment["XDG_RUNTIME_DIR"] ?? nil)
        let display = try #require(weston.environment["WAYLAND_DISPLAY"] ?? nil)
        let client = try TestClient(display: "\(folder)/\(display)")
        try client.appear()
        try client.run("the picture") { try weston.screenshot()[450, 250] == Color(128, 128, 128) }
        let before = try weston.screenshot()
        let part = try makePart(client)
        for (x, y) in [(48, 32), (601, 303)] {
            part.move(toX: x, y: y)
            part.show()
            try expect(client, "the subsurface") {
                mismatch(
                    try weston.screenshot(), before, at: PixelRectangle(x: x, y: y, width: 104, height: 40))
            }
            part.hide()
            try expect(client, "the picture alone") {
                try weston.screenshot() == before ? nil : "another picture"
            }
        }
        #expect(client.loss == nil)
    }

    /// The render thread commits the window whenever it is asked to, and the main thread moves the subsurface.
    @Test func itsPlaceComesWithTheRenderThreadsCommits() throws {
        let sway = try HeadlessSway(configuration: Self.floating)
        let client = try TestClient(display: sway.socketPath)
        try client.appear()
        let content = try #require(try sway.windows().first).content
        let before = try sway.screenshot(of: content)
        let buffer = try client.makeBuffer(client.state.bufferSize, grey: 128)
        let (pacing, surface) = (client.window.pacing, client.window.objects.surface)
        let changed = try Wakeup()
        let isOver = Atomic(false)
        pacing.onChange { changed.ring() }
        let thread = try SystemThread(name: "renderer") {
            while !isOver.load(ordering: .acquiring) {
                let state = pacing.state
                if state.isCommitWanted {
                    pacing.prepareCommit(for: state, token: 0)
                    surface.attach(buffer: buffer, x: 0, y: 0)
                    surface.damage(x: 0, y: 0, width: .max, height: .max)
                    surface.commit()
                }
                changed.wait(until: MonotonicClock.now() + 3_000_000)
            }
        }
        var part: Subsurface? = try makePart(client)
        part?.show()
        for step in 0...200 {
            part?.move(toX: step, y: step / 2)
            if step % 3 == 0 { part?.redraw() }
            try client.run(milliseconds: 2)
        }
        var last: String?
        try client.run("the last place") {
            last = mismatch(
                try sway.screenshot(of: content), before,
                at: PixelRectangle(x: 200, y: 100, width: 104, height: 40))
            return last == nil
        }
        part = nil
        try client.run("its end") { try sway.screenshot(of: content) == before }
        isOver.store(true, ordering: .releasing)
        thread.join(within: 5)
        #expect(client.loss == nil && !client.state.isCommitWanted)
    }

    @Test(arguments: [1, 1.25])
    func thePointerIsHeardWhereItIs(scale: Double) throws {
        let sway = try HeadlessSway(width: 1600, height: 1200, scale: scale, configuration: Self.floating)
        let client = try TestClient(display: sway.socketPath)
        try client.appear()
        let window = try #require(try sway.windows().first).content
        let part = try makePart(client)
        part.inputRegion = [SurfaceRectangle(x: 0, y: 0, width: 52, height: 40)]
        var heard: [SurfaceInput] = []
        part.onInput = { heard.append($0) }
        part.move(toX: 48, y: 32)
        part.show()
        try client.draw()
        try client.settle()
        let pointer = try VirtualPointer(sway)
        func move(_ x: Int, _ y: Int) throws {
            try pointer.move(
                toX: Int(Double(window.x + x) * scale), y: Int(Double(window.y + y) * scale))
            try client.run(milliseconds: 60)
        }
        try move(300, 200)
        try move(48 + 12, 32 + 8)
        try move(48 + 16, 32 + 20)
        try pointer.click()
        try pointer.scroll(down: 2)
        try client.run("all of it") {
            if case .scrolled = heard.last { true } else { false }
        }
        // The half that hears nothing gives it to the window.
        try move(48 + 80, 32 + 20)
        func isNear(_ place: SurfacePoint, _ x: Double, _ y: Double) -> Bool {
            place.distance(to: SurfacePoint(x: x, y: y)) < 0.01
        }
        guard heard.count == 6, case .entered(let first, .pointer) = heard[0],
            case .moved(let second, _) = heard[1],
            case .button(.primary, true, let pressed, _, let grant) = heard[2],
            case .button(.primary, false, _, _, _) = heard[3], case .scrolled(let scroll) = heard[4],
            heard[5] == .left
        else { throw TestFailure(description: "\(heard)") }
        #expect(isNear(first, 12, 8) && isNear(second, 16, 20) && isNear(pressed, 16, 20))
        #expect(scroll.stepsDown == 2 && scroll.down == 30 && scroll.source == .wheel && grant.serial > 0)
        let last = client.events.last { if case .pointerMoved = $0 { true } else { false } }
        guard case .pointerMoved(let place, .pointer)? = last else {
            throw TestFailure(description: "\(client.events)")
        }
        #expect(isNear(place, 128, 52) && client.loss == nil)
    }

    /// As a title bar does it: with the press that came to the subsurface.
    @Test func aDragOnItMovesTheWindow() throws {
        let sway = try HeadlessSway(configuration: Self.floating)
        let client = try TestClient(display: sway.socketPath)
        try client.appear()
        let before = try #require(try sway.windows().first).content
        let part = try makePart(client)
        part.inputRegion = nil
        part.onInput = { [window = client.window] in
            if case .button(.primary, true, _, _, let grant) = $0 { window.beginMove(grant) }
        }
        part.move(toX: 48, y: 32)
        part.show()
        try client.draw()
        try client.settle()
        let pointer = try VirtualPointer(sway)
        let start = (x: before.x + 60, y: before.y + 40)
        try pointer.move(toX: start.x, y: start.y)
        try client.run(milliseconds: 60)
        try pointer.press()
        try client.run(milliseconds: 60)
        try pointer.move(toX: start.x + 30, y: start.y + 20)
        try client.run("the window's new place") {
            try pointer.move(toX: start.x + 55, y: start.y + 40)
            return try sway.windows().first?.content
                == PixelRectangle(
                    x: before.x + 55, y: before.y + 40, width: before.width, height: before.height)
        }
        try pointer.release()
        part.onInput = nil
    }

    @Test func swayTellsItsDecorationAndTakesEveryAct() throws {
        let sway = try HeadlessSway(configuration: ["for_window [app_id=.*] floating enable"])
        let client = try TestClient(display: sway.socketPath)
        try client.appear()
        #expect(client.window.decoration == .compositor && client.window.isActivated)
        client.window.setDecorationWanted(false)
        client.window.minimize()
        client.window.setMaximized(true)
        try client.settle()
        #expect(client.loss == nil)
    }
}
