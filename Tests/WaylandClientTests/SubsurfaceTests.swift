import Glibc
import LinuxIO
import TestSupport
import Testing

@testable import WaylandClient

/// Subsurfaces, seen from the compositor's side: order of requests, buffers, scales, and their end.
@Suite struct SubsurfaceTests {
    private func names(_ requests: [WireRequest]) -> [String] {
        requests.map { "\($0.interface).\($0.name)" }
    }

    @Test func nothingIsMadeBeforeTheFirstOneIsAskedFor() throws {
        let (compositor, client) = try ScriptedCompositor.withWindow()
        try compositor.configure(client, serial: 1)
        #expect(compositor.count(of: "wl_subcompositor") == 0)
        let part = try Subsurface(over: client.window, size: SurfaceSize(width: 10, height: 10))
        try client.run("it") { compositor.count(of: "wl_subcompositor") == 1 }
        #expect(compositor.requests("wl_shm.create_pool").isEmpty)
        let second = try Subsurface(over: client.window, size: SurfaceSize(width: 10, height: 10))
        try client.run("another") { compositor.count(of: "wl_subsurface") == 2 }
        #expect(compositor.count(of: "wl_subcompositor") == 1)
        withExtendedLifetime((part, second)) {}
    }

    @Test func itIsOutOfStepAndHearsNothingBeforeItIsShown() throws {
        let stage = try PartStage()
        try stage.client.draw()
        #expect(!stage.client.state.isCommitWanted)
        stage.part.move(toX: -3, y: 7)
        stage.part.show()
        // Its place is the window's state: one commit of the window is wanted.
        #expect(stage.client.state.isCommitWanted)
        try stage.settle()
        let (surface, window) = try stage.surfaces
        let mine = stage.compositor.requests.filter {
            $0.object == surface || $0.interface == "wl_subsurface"
        }
        #expect(
            names(mine) == [
                "wl_subsurface.set_desync", "wl_subsurface.set_position", "wl_surface.set_input_region",
                "wl_surface.attach", "wl_surface.damage_buffer", "wl_surface.frame", "wl_surface.commit",
            ])
        #expect(mine[1].numbers == [-3, 7])
        let additions = stage.compositor.requests("wl_region.add").map(\.object)
        #expect(!additions.contains { .object($0) == mine[2].values[0] })
        try stage.client.draw()
        #expect(!stage.client.state.isCommitWanted)
        // Nothing of ours commits the window.
        try stage.settle()
        #expect(stage.compositor.requests("wl_surface.commit").count { $0.object == window } == 3)
        #expect(stage.client.loss == nil)
    }

    @Test(arguments: [120, 150, 180, 240, 213])
    func fractionalScalesHaveExactBuffersAndAViewportOfTheirOwn(parts: Int) throws {
        let stage = try PartStage { compositor, client in
            compositor.send("wp_fractional_scale_v1.preferred_scale", .number(parts))
        }
        stage.part.resize(to: SurfaceSize(width: 101, height: 41))
        stage.part.show()
        try stage.settle()
        let size = SurfaceSize(width: (101 * parts + 60) / 120, height: (41 * parts + 60) / 120)
        #expect(stage.heard.drawn.map(\.size) == [size] && stage.heard.drawn.map(\.scale120) == [parts])
        let buffer = try #require(stage.compositor.requests("wl_shm_pool.create_buffer").last)
        #expect(Array(buffer.numbers[1...]) == [size.width, size.height, 4 * size.width, 0])
        let destination = try #require(stage.compositor.requests("wp_viewport.set_destination").last)
        #expect(destination.numbers == [101, 41])
        #expect(try stage.requests("set_buffer_scale").isEmpty)
        // Another scale of the window is drawn anew, once the last picture is on the screen.
        stage.compositor.send("wp_fractional_scale_v1.preferred_scale", .number(300))
        try stage.answerFrame()
        #expect(stage.heard.drawn.last?.scale120 == 300 && stage.heard.drawn.last?.isBlank == true)
    }

    @Test(arguments: [1, 2]) func oneColourIsOnePixelThatIsStretched(scale: Int) throws {
        let stage = try PartStage(isUniform: true) { compositor, _ in
            compositor.send("wl_surface.preferred_buffer_scale", .number(scale))
        }
        stage.part.show()
        try stage.answerFrame()
        let pixel = SurfaceSize(width: 1, height: 1)
        #expect(stage.heard.drawn.map(\.size) == [pixel])
        stage.part.resize(to: SurfaceSize(width: 640, height: 480))
        try stage.answerFrame()
        #expect(stage.heard.drawn.map(\.size) == [pixel, pixel])
        let destinations = stage.compositor.requests("wp_viewport.set_destination").map(\.numbers)
        #expect(destinations.suffix(2) == [[100, 40], [640, 480]])
        // A pixel has no parts for a scale.
        #expect(try stage.requests("set_buffer_scale").isEmpty)
        let buffers = stage.compositor.requests("wl_shm_pool.create_buffer").map { Array($0.numbers[1...2]) }
        #expect(buffers.contains([1, 1]) && !buffers.contains([100, 40]))
    }

    @Test func oneColourIsDrawnWholeWhereNothingStretchesIt() throws {
        let stage = try PartStage(without: ["wp_viewporter"], isUniform: true) { compositor, _ in
            compositor.send("wl_surface.preferred_buffer_scale", .number(2))
        }
        stage.part.show()
        try stage.settle()
        #expect(stage.heard.drawn.map(\.size) == [SurfaceSize(width: 200, height: 80)])
        #expect(try stage.requests("set_buffer_scale").map(\.numbers) == [[2]])
    }

    @Test func withoutViewportsTheScaleIsWhole() throws {
        let stage = try PartStage(without: ["wp_viewporter"]) { compositor, _ in
            compositor.send("wl_surface.preferred_buffer_scale", .number(2))
        }
        stage.part.show()
        try stage.settle()
        #expect(stage.heard.drawn.map(\.size) == [SurfaceSize(width: 200, height: 80)])
        #expect(try stage.requests("set_buffer_scale").map(\.numbers) == [[2]])
    }

    @Test func onlyWhatHasChangedIsDamagedAndOlderPicturesAreBroughtUpToDate() throws {
        let stage = try PartStage()
        stage.part.show()
        try stage.answerFrame()
        var expected = stage.heard.after
        #expect(Set(expected) == [0xff00_00ff])
        // The compositor keeps the pictures as long as it can: each change has to go on from another memory.
        for number in 0..<8 {
            let changed = SurfaceRectangle(x: 10 * number, y: number, width: 7, height: 3)
            stage.heard.next = ([changed], 0xff00_0000 + UInt32(number))
            stage.part.redraw()
            if number >= 2 { try stage.release(try stage.buffers[number - 2]) }
            #expect(stage.heard.drawn.count == number + 2 && stage.heard.drawn.last?.isBlank == false)
            #expect(stage.heard.before == expected)
            expected = stage.heard.after
            try stage.answerFrame()
            let damage = try stage.requests("damage_buffer").map(\.numbers)
            #expect(damage.count == number + 2 && damage.last == [10 * number, number, 7, 3])
        }
        #expect(Set(expected).count == 9)
        #expect(Set(try stage.buffers).count == 3)
    }

    @Test func aPictureIsDrawnOncePerRefreshWithTheNewestState() throws {
        let stage = try PartStage()
        stage.part.show()
        for _ in 0..<50 { stage.part.redraw() }
        try stage.settle()
        #expect(stage.heard.drawn.count == 1)
        try stage.answerFrame()
        #expect(stage.heard.drawn.count == 2)
        try stage.answerFrame()
        #expect(stage.heard.drawn.count == 2)
    }

    @Test func picturesThatTheCompositorHasAreNotDrawnOn() throws {
        let stage = try PartStage()
        stage.part.show()
        for _ in 0..<4 {
            try stage.answerFrame()
            stage.part.redraw()
        }
        try stage.answerFrame()
        let shown = try stage.buffers
        #expect(shown.count == 3 && Set(shown).count == 3 && stage.heard.drawn.count == 3)
        try stage.release(shown[1])
        #expect(try stage.buffers == shown + [shown[1]])
        #expect(stage.compositor.count(of: "wl_shm_pool") == 1)
    }

    @Test func aPictureThatWasReleasedIsDrawnOnWithoutAnother() throws {
        let stage = try PartStage()
        stage.part.show()
        for _ in 0..<4 {
            try stage.answerFrame()
            try stage.release(try #require(try stage.buffers.last))
            stage.part.redraw()
        }
        try stage.settle()
        #expect(Set(try stage.buffers).count == 1 && stage.heard.drawn.count == 5)
        #expect(stage.heard.drawn.map(\.isBlank) == [true, false, false, false, false])
    }

    @Test func hidingTakesThePictureAwayAndLaterTheMemory() throws {
        let stage = try PartStage()
        stage.part.show()
        try stage.answerFrame()
        try stage.client.draw()
        stage.part.memoryLifetime = 100_000_000
        stage.part.hide()
        #expect(stage.client.state.isCommitWanted)
        try stage.settle()
        #expect(try stage.buffers.last == 0)
        #expect(try stage.requests("commit").count == 2)
        // Shown again at once, it is the picture that it was; in other memory as long as the compositor has the first.
        stage.part.show()
        try stage.settle()
        #expect(stage.heard.drawn.count == 1)
        #expect(try Set(stage.buffers).count == 3)
        stage.part.hide()
        try stage.release(try stage.buffers[2])
        stage.part.show()
        try stage.settle()
        #expect(stage.heard.drawn.count == 1)
        #expect(try stage.buffers.suffix(3) == [stage.buffers[2], 0, stage.buffers[2]])
        stage.part.hide()
        try stage.client.run("no memory") { stage.compositor.count(of: "wl_shm_pool") == 0 }
        // The other one is the window's picture.
        #expect(stage.compositor.count(of: "wl_buffer") == 1)
        stage.part.show()
        try stage.settle()
        #expect(stage.heard.drawn.count == 2 && stage.heard.drawn.last?.isBlank == true)
    }

    @Test func changesWhileItIsHiddenAreDrawnWhenItIsShown() throws {
        let stage = try PartStage()
        stage.part.show()
        try stage.answerFrame()
        stage.part.hide()
        stage.part.redraw()
        stage.part.move(toX: 20, y: 30)
        try stage.settle()
        #expect(stage.heard.drawn.count == 1)
        stage.part.show()
        try stage.settle()
        #expect(stage.heard.drawn.count == 2 && stage.client.state.isCommitWanted)
    }

    @Test func growingTakesOtherMemoryAndGivesTheOldBack() throws {
        let stage = try PartStage()
        stage.part.show()
        for width in stride(from: 100, to: 2000, by: 100) {
            stage.part.resize(to: SurfaceSize(width: width, height: 60))
            try stage.answerFrame()
            #expect(stage.heard.drawn.last?.size == SurfaceSize(width: width, height: 60))
            #expect(stage.compositor.count(of: "wl_shm_pool") == 1)
            // A picture that is not released yet is in nobody's way.
            if let last = try stage.buffers.dropLast().last { try stage.release(last) }
        }
        #expect(stage.compositor.requests("wl_shm.create_pool").count < 12)
        #expect(stage.compositor.count(of: "wl_buffer") <= 3 && stage.client.loss == nil)
    }

    @Test func itIsDestroyedAfterTheWindowsNextCommit() throws {
        let (compositor, client) = try ScriptedCompositor.withWindow()
        try compositor.configure(client, width: 640, height: 480, serial: 1)
        var part: Subsurface? = try Subsurface(
            over: client.window, size: SurfaceSize(width: 10, height: 10))
        part?.show()
        try client.draw()
        try client.run("a picture of it") { compositor.requests("wl_surface.damage_buffer").count == 1 }
        #expect(!client.state.isCommitWanted)
        part = nil
        #expect(client.state.isCommitWanted)
        try client.run("its end") { compositor.count(of: "wl_shm_pool") == 0 }
        #expect(compositor.requests("wl_surface.attach").last?.values.first == .object(0))
        #expect(compositor.count(of: "wl_subsurface") == 1)
        // A callback of the commit before does not count.
        let window = client.window.objects.surface.handle.identifier
        compositor.answerFrames(of: window)
        try client.run("the callback") { !client.state.isFrameCallbackOwed }
        #expect(compositor.requests("wl_subsurface.destroy").isEmpty)
        try client.draw()
        try client.run("the commit") {
            compositor.requests("wl_surface.frame").count { $0.object == window } == 2
        }
        compositor.answerFrames(of: window)
        try client.run("the subsurface's end") { compositor.count(of: "wl_subsurface") == 0 }
        #expect(client.loss == nil)
    }

    @Test func itsOrderIsToldAndWantsACommit() throws {
        let stage = try PartStage()
        let other = try Subsurface(over: stage.client.window, size: SurfaceSize(width: 10, height: 10))
        other.show()
        stage.part.show()
        try stage.client.draw()
        stage.part.place(above: other)
        #expect(stage.client.state.isCommitWanted)
        stage.part.place(above: nil)
        // Above itself it cannot be.
        stage.part.place(above: stage.part)
        try stage.settle()
        let siblings = stage.compositor.requests("wl_subsurface.place_above").map(\.values)
        let window = stage.client.window.objects.surface.handle.identifier
        #expect(siblings == [[.object(other.objects.surface.handle.identifier)], [.object(window)]])
    }

    @Test(arguments: ["wl_subcompositor", "wl_shm"])
    func whatTheCompositorLacksIsSaidAndTheWindowStays(missing: String) throws {
        let (compositor, client) = try ScriptedCompositor.withWindow(without: [missing])
        try compositor.configure(client, serial: 1)
        let error = #expect(throws: WaylandError.self) {
            try Subsurface(over: client.window, size: SurfaceSize(width: 10, height: 10))
        }
        #expect(
            error?.description
                == "nothing is shown over the picture: the compositor does not offer \(missing); use the keys"
        )
        #expect(client.loss == nil)
    }

    @Test func aSizeThatNoMemoryHoldsIsSaidAndASmallerOneIsShown() throws {
        let stage = try PartStage { compositor, _ in
            compositor.send("wp_fractional_scale_v1.preferred_scale", .number(240))
        }
        stage.part.show()
        try stage.answerFrame()
        stage.part.resize(to: SurfaceSize(width: 99_999, height: 99_999))
        try stage.answerFrame()
        #expect(stage.heard.failures.count == 1 && !stage.part.isShown)
        #expect(stage.heard.failures.first?.description.contains("no memory for 32768×32768 pixels") == true)
        #expect(try stage.buffers.last == 0)
        stage.part.resize(to: SurfaceSize(width: 50, height: 50))
        stage.part.show()
        try stage.settle()
        #expect(try stage.buffers.last != 0)
        #expect(stage.heard.failures.count == 1)
    }

    /// In a process of its own, whose files may have no more than a page.
    @Test func withoutMemoryItIsSaidAndThePictureStays() async {
        await #expect(processExitsWith: .success) {
            signal(SIGXFSZ, SIG_IGN)
            let stage = try PartStage()
            var limit = rlimit(rlim_cur: 4096, rlim_max: 4096)
            try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
            stage.part.show()
            try stage.settle()
            let words = try #require(stage.heard.failures.first?.description)
            #expect(words.contains("File too large") && words.hasSuffix("close other programs"), "\(words)")
            #expect(!stage.part.isShown && stage.client.loss == nil)
            if words.contains("File too large") { exit(0) } else { exit(3) }
        }
    }

    @Test func aCompositorThatDoesNotReadHearsTheNewestPlaceLater() throws {
        let stage = try PartStage()
        stage.part.show()
        try stage.answerFrame()
        stage.compositor.setReading(false)
        for number in 0..<50_000 {
            stage.part.move(toX: number, y: number)
            if number % 2 == 0 { stage.part.hide() } else { stage.part.show() }
        }
        stage.compositor.setReading(true)
        try stage.client.run("the newest place") {
            stage.compositor.requests("wl_subsurface.set_position").last?.numbers == [49_999, 49_999]
        }
        #expect(stage.client.loss == nil)
    }
}
