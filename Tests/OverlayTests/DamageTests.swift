import Overlay
import Testing

/// What is drawn again: as little as differs, and never less.
struct DamageTests {
    /// Acts that change something, one after the other.
    private static let acts: [@Sendable (OverlayScene, Int64) -> Void] = [
        { scene, time in _ = scene.handle(.pointerMoved(x: 40, y: 30), at: time) },
        { scene, time in _ = scene.handle(.pressed(.primary, x: 160, y: 120), at: time) },
        { scene, time in _ = scene.handle(.pointerMoved(x: 200, y: 121), at: time) },
        { scene, time in _ = scene.handle(.released(.primary, x: 200, y: 121), at: time) },
        { scene, time in _ = scene.handle(.key(.tab, []), at: time) },
        { scene, time in _ = scene.handle(.key(.right, []), at: time) },
        { scene, time in _ = scene.handle(.key(.tab, .shift), at: time) },
        { scene, time in _ = scene.handle(.key(.space, []), at: time) },
        { scene, time in _ = scene.handle(.scrolled(steps: 2, x: 20, y: 160), at: time) },
        { scene, time in _ = scene.handle(.typed("12"), at: time) },
        { scene, time in _ = scene.handle(.pointerLeft, at: time) },
        { scene, _ in scene.root.update("contrast") { $0.name = "Kontrast" } },
        { scene, _ in scene.root.update("flicker") { $0.disabledReason = "No." } },
        { scene, time in _ = scene.handle(.scrolled(steps: -9, x: 20, y: 160), at: time) },
    ]

    @Test(arguments: [120, 150, 160, 240], [false, true])
    func whatIsDrawnAgainIsWhatAllWouldBe(scale: Int, isRightToLeft: Bool) throws {
        let appearance = Appearance(isRightToLeft: isRightToLeft)
        let typesetter = try Typesetter(appearance)
        let scene = OverlayScene(
            Samples(appearance: appearance).panel, theme: Theme(appearance), typesetter: typesetter)
        scene.resize(width: 320, height: 420, scale: scale)
        let sheets = [Sheet(scene, filledWith: 0xdead_beef), Sheet(scene, filledWith: 0x1234_5678)]
        var shown = [UInt32](repeating: 0, count: sheets[0].pixels.count)
        var random = Generator(state: UInt64(scale))
        var partial = 0
        for step in 0..<60 {
            Self.acts[Int(random.next() % UInt64(Self.acts.count))](scene, Int64(step) * 300_000_000)
            // Sometimes the other memory is still being read.
            let buffer = random.next() % 3 == 0 ? 1 : 0
            let sheet = sheets[buffer]
            let damage = try sheet.draw(scene, buffer: buffer)
            partial += damage.contains { $0.width * $0.height * 4 < sheet.pixels.count } ? 1 : 0
            // The compositor's picture changes in the damage only.
            for y in 0..<sheet.height {
                for x in 0..<sheet.width where sheet.pixels[y * sheet.width + x] != shown[y * sheet.width + x]
                {
                    let isTold = damage.contains {
                        x >= $0.x && x < $0.x + $0.width && y >= $0.y && y < $0.y + $0.height
                    }
                    guard !isTold else { continue }
                    Issue.record("step \(step): \(x), \(y) changed outside of \(damage)")
                    return
                }
            }
            shown = sheet.pixels
            let fresh = OverlaySceneCopy(scene)
            let whole = Sheet(scene)
            try fresh.draw(into: whole)
            #expect(whole.pixels == sheet.pixels, "step \(step)")
        }
        #expect(partial > 10)
    }

    @Test func nothingIsDrawnWhereNothingChanged() throws {
        let scene = OverlayScene(Samples().panel, typesetter: try Typesetter())
        scene.resize(width: 320, height: 420)
        let sheet = Sheet(scene)
        #expect(try sheet.draw(scene).count == 1)
        #expect(try sheet.draw(scene).isEmpty)
        scene.root = Samples().panel
        #expect(try sheet.draw(scene).isEmpty)
        scene.forget()
        #expect(try sheet.draw(scene) == [PixelArea(width: 320, height: 420)])
    }

    @Test func whatComesSoftlyIsSeenThroughAsAWhole() throws {
        let scene = OverlayScene(Samples().panel, typesetter: try Typesetter())
        scene.resize(width: 320, height: 420)
        let (whole, part) = (Sheet(scene), Sheet(scene))
        try whole.draw(scene)
        for opacity in [0, 0.25, 0.5, 0.9] {
            scene.opacity = opacity
            #expect(try part.draw(scene) == [PixelArea(width: 320, height: 420)])
            let worst =
                zip(whole.pixels, part.pixels).map { one, two in
                    [24, 16, 8, 0].map { shift -> Double in
                        let (full, seen) = (one >> UInt32(shift) & 255, two >> UInt32(shift) & 255)
                        return abs(Double(full) * opacity - Double(seen))
                    }.max() ?? 0
                }.max() ?? 0
            #expect(worst <= 1.5, "\(opacity)")
        }
        scene.opacity = 1
        try part.draw(scene)
        #expect(part.pixels == whole.pixels)
    }

    @Test func whatScrollsStaysInItsPlace() throws {
        let scene = OverlayScene(Samples().panel, typesetter: try Typesetter())
        scene.resize(width: 320, height: 420)
        let sheet = Sheet(scene)
        try sheet.draw(scene)
        let before = sheet.pixels
        let rows = try #require(scene.description.find("controls-rows")).bounds
        for step in 1...20 {
            _ = scene.handle(.scrolled(steps: 0.3, x: 2, y: 200), at: Int64(step))
            try sheet.draw(scene)
            for place in before.indices
            where !rows.contains(Double(place % 320) + 0.5, Double(place / 320) + 0.5) {
                guard sheet.pixels[place] != before[place] else { continue }
                Issue.record("step \(step): \(place % 320), \(place / 320) changed")
                return
            }
        }
        #expect(sheet.pixels != before)
    }

    @Test func aChangeOfOneControlIsAsLargeAsIt() throws {
        let scene = OverlayScene(Samples().panel, typesetter: try Typesetter())
        scene.resize(width: 320, height: 420)
        let sheet = Sheet(scene)
        try sheet.draw(scene)
        scene.root.update("contrast") { $0.content = .face(.slider(SliderValue(5, in: 0...64, step: 1))) }
        let damage = try sheet.draw(scene)
        let bounds = try #require(scene.description.find("contrast")).bounds
        #expect(damage.count == 1)
        #expect(damage.allSatisfy { Double($0.height) <= bounds.height + 8 && Double($0.y) >= bounds.y - 4 })
    }

    @Test func namesThatOccurTwiceAreDrawnWhole() throws {
        let twice = Element.box("box", Box(.column), [.label("a", "One"), .label("a", "Two")])
        let scene = OverlayScene(twice, typesetter: try Typesetter())
        scene.resize(width: 100, height: 60)
        let sheet = Sheet(scene)
        try sheet.draw(scene)
        scene.root = .box("box", Box(.column), [.label("a", "One"), .label("a", "Three")])
        #expect(try sheet.draw(scene) == [PixelArea(width: 100, height: 60)])
    }
}

/// All of a scene, drawn at once into memory of its own, whatever other memory shows.
private struct OverlaySceneCopy {
    let scene: OverlayScene

    init(_ scene: OverlayScene) { self.scene = scene }

    func draw(into sheet: Sheet) throws { try sheet.draw(scene, buffer: Int.random(in: 1000...Int.max)) }
}

/// Numbers that look like chance, the same in each run (SplitMix64).
struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
