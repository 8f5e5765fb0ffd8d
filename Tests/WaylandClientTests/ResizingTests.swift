import Testing

@testable import WaylandClient

/// A window that takes another size with subsurfaces over it, which come with its first picture of that size.
@Suite struct ResizingTests {
    /// A stage whose subsurface is half as wide as the window.
    private func stage(shown: Bool = true) throws -> PartStage {
        let stage = try PartStage()
        stage.part.move(toX: 0, y: 0)
        if shown { stage.part.show() }
        try stage.client.draw()
        try stage.answerFrame()
        stage.client.window.onEvent = {
            [part = stage.part, window = stage.client.window, client = stage.client] in
            client.events.append($0)
            guard case .resizing = $0 else { return }
            part.resize(to: SurfaceSize(width: window.size.width / 2, height: 40))
            part.move(toX: window.size.width / 2, y: 0)
        }
        return stage
    }

    private func end(_ stage: PartStage) { stage.client.window.onEvent = nil }

    /// What the compositor has heard since the n-th request that changes a picture or the step of the subsurface.
    private func steps(_ stage: PartStage, from count: Int = 0) throws -> [String] {
        let (part, window) = try stage.surfaces
        let names = stage.compositor.requests.compactMap { request -> String? in
            switch (request.interface, request.name, request.object) {
            case ("wl_subsurface", "set_sync", _), ("wl_subsurface", "set_desync", _): request.name
            case ("wl_subsurface", "set_position", _): "position"
            case ("wl_surface", "commit", part): "part"
            case ("wl_surface", "commit", window): "window"
            default: nil
            }
        }
        return Array(names[count...])
    }

    @Test func whatIsDrawnForAnotherSizeComesWithThePictureOfThatSize() throws {
        let stage = try stage()
        defer { end(stage) }
        let before = try steps(stage).count
        try stage.compositor.configure(stage.client, width: 1000, height: 600, serial: 2)
        #expect(stage.client.events.suffix(2) == [.resizing, .configured])
        #expect(stage.client.state.logicalSize == SurfaceSize(width: 1000, height: 600))
        try stage.settle()
        #expect(stage.heard.drawn.last?.size == SurfaceSize(width: 500, height: 40))
        try stage.client.draw()
        // The subsurface changes by itself again once the window's picture is there.
        stage.part.redraw()
        try stage.answerFrame()
        #expect(
            try steps(stage, from: before) == [
                "set_sync", "part", "position", "window", "set_desync", "part",
            ]
                || steps(stage, from: before) == [
                    "position", "set_sync", "part", "window", "set_desync", "part",
                ])
        #expect(stage.client.loss == nil)
    }

    @Test func aPictureThatHasBegunComesFirst() throws {
        let stage = try stage()
        defer { end(stage) }
        let (client, pacing) = (stage.client, stage.client.window.pacing)
        let old = client.state
        #expect(pacing.beginPicture(for: old))
        let before = try steps(stage).count
        stage.compositor.send("xdg_toplevel.configure", .number(1000), .number(600), .array([]))
        stage.compositor.send("xdg_surface.configure", .number(2))
        try stage.settle()
        #expect(client.state.logicalSize == old.logicalSize && client.window.size == old.logicalSize)
        try client.draw()
        try stage.settle()
        #expect(try steps(stage, from: before) == ["window"])
        pacing.endPicture()
        try client.run("the other size") { client.state.logicalSize == SurfaceSize(width: 1000, height: 600) }
        #expect(!pacing.beginPicture(for: old) && pacing.beginPicture(for: client.state))
        try client.draw()
        #expect(pacing.isResizing)
        pacing.endPicture()
        #expect(!pacing.isResizing)
        try stage.settle()
        #expect(
            try steps(stage, from: before).filter { $0 != "position" } == [
                "window", "set_sync", "part", "window",
            ])
    }

    @Test func aPictureThatIsNotPresentedBringsNothing() throws {
        let stage = try stage()
        defer { end(stage) }
        let (client, pacing) = (stage.client, stage.client.window.pacing)
        try stage.compositor.configure(client, width: 1000, height: 600, serial: 2)
        #expect(pacing.beginPicture(for: client.state))
        pacing.prepareCommit(for: client.state, token: 0)
        pacing.cancelCommit()
        pacing.endPicture()
        #expect(pacing.isResizing)
        #expect(pacing.beginPicture(for: client.state))
        pacing.prepareCommit(for: client.state, token: 0)
        pacing.endPicture()
        #expect(!pacing.isResizing)
    }

    @Test func noPictureBeginsWhileSubsurfacesAreDrawn() throws {
        let stage = try stage()
        defer { end(stage) }
        let (client, pacing) = (stage.client, stage.client.window.pacing)
        let before = client.state
        var seen: [(isAboutToChange: Bool, hasBegun: Bool)] = []
        client.window.onEvent = { event in
            guard case .resizing = event else { return }
            seen.append((pacing.state.isAboutToChange, pacing.beginPicture(for: pacing.state)))
        }
        stage.compositor.send("xdg_toplevel.configure", .number(1000), .number(600), .array([]))
        stage.compositor.send("xdg_surface.configure", .number(2))
        try client.run("the other size") { client.state.logicalSize != before.logicalSize }
        #expect(seen.map(\.isAboutToChange) == [true] && seen.map(\.hasBegun) == [false])
        #expect(!client.state.isAboutToChange)
    }

    @Test func sizesThatFollowFastAreAllDrawn() throws {
        let stage = try stage()
        defer { end(stage) }
        // No picture of the window is taken between them, and the compositor has not shown the subsurface's.
        for number in 1...6 {
            try stage.compositor.configure(
                stage.client, width: 1000 + 10 * number, height: 600, serial: number + 1)
        }
        try stage.settle()
        #expect(stage.heard.drawn.map(\.size.width) == [100, 505, 510, 515, 520, 525, 530])
        try stage.client.draw()
        #expect(stage.client.loss == nil)
    }

    @Test func withoutSubsurfacesThatShowSomethingNothingIsDifferent() throws {
        let stage = try stage(shown: false)
        defer { end(stage) }
        try stage.compositor.configure(stage.client, width: 1000, height: 600, serial: 2)
        #expect(!stage.client.events.contains(.resizing) && !stage.client.window.pacing.isResizing)
        try stage.settle()
        #expect(try !steps(stage).contains("set_sync"))
    }
}
