import Testing

@testable import Overlay

/// What pointer, fingers and keys do.
struct InputTests {
    private static let second: Int64 = 1_000_000_000

    private func panel(_ height: Double = 900) throws -> OverlayScene {
        let scene = OverlayScene(Samples().panel, typesetter: try Typesetter())
        scene.resize(width: 320, height: height)
        return scene
    }

    private func middle(_ scene: OverlayScene, _ id: String) throws -> (x: Double, y: Double) {
        let bounds = try #require(scene.description.find(id)).visible
        return (bounds.centerX, bounds.centerY)
    }

    private func click(_ scene: OverlayScene, _ id: String, at time: Int64 = 0) throws -> [OverlayAction] {
        let place = try middle(scene, id)
        return scene.handle(.pressed(.primary, x: place.x, y: place.y), at: time)
            + scene.handle(.released(.primary, x: place.x, y: place.y), at: time)
    }

    @Test func whatIsHitIsWhatIsDrawn() throws {
        let scene = try panel(400)
        let description = scene.description
        for x in stride(from: 0.5, to: 320, by: 7) {
            for y in stride(from: 0.5, to: 400, by: 7) {
                let hit = description.control(at: x, y)
                let drawn = description.elements.filter { $0.element.isControl && $0.visible.contains(x, y) }
                #expect(hit?.element.id == drawn.last?.element.id)
                #expect(drawn.count <= 1)
            }
        }
    }

    /// A panel with a field, a row, and two grids of two columns, which scroll.
    private func grids() throws -> OverlayScene {
        func tiles(_ names: ClosedRange<Int>) -> [Element] {
            names.map { .thumbnail("\($0)", nil, name: "Tile \($0)") }
        }
        let scene = OverlayScene(
            .panel(
                "p", title: "Panel", pinned: [.field("f", name: "Field", text: "", placeholder: "")],
                [
                    .item("row", "Row"), .box("one", Box(.grid(cellWidth: 132)), tiles(1...3)),
                    .heading("h", "Heading"), .box("two", Box(.grid(cellWidth: 132)), tiles(4...9)),
                ]), typesetter: try Typesetter())
        scene.resize(width: 320, height: 400)
        return scene
    }

    @Test func arrowsGoThroughGridsByTheirRows() throws {
        let scene = try grids()
        func press(_ key: OverlayKey) -> String? {
            #expect(scene.handle(.key(key, []), at: 0) == [])
            return scene.focusedElement?.element.id
        }
        scene.setFocus("1")
        #expect(press(.right) == "2")
        // Below there is no neighbour in the same column.
        #expect(press(.down) == "3")
        #expect(press(.down) == "4" && press(.right) == "5" && press(.down) == "7" && press(.down) == "9")
        #expect(press(.down) == "9", "it is the last one")
        #expect(scene.focusedElement.map { $0.clip.contains($0.bounds) } == true)
        #expect(press(.up) == "7" && press(.up) == "5" && press(.up) == "3" && press(.up) == "1")
        #expect(press(.up) == "row")
    }

    @Test func downLeavesAFieldForWhatIsBelowInSight() throws {
        let scene = try grids()
        scene.setFocus("f")
        #expect(scene.handle(.key(.down, []), at: 0) == [])
        #expect(scene.focusedElement?.element.id == "row" && scene.focusedElement?.editing == nil)
        _ = scene.handle(.scrolled(steps: 4, x: 160, y: 300), at: 1)
        scene.setFocus("f")
        #expect(scene.handle(.key(.down, []), at: 2) == [])
        #expect(scene.focusedElement.map { !$0.visible.isEmpty && $0.element.id != "row" } == true)
        // Up is nobody's.
        scene.setFocus("f")
        #expect(scene.handle(.key(.up, []), at: 3) == [.unused(.key(.up, []))])
    }

    @Test func theKeyboardReachesEverything() throws {
        for (name, element) in Samples().all {
            let scene = OverlayScene(element, typesetter: try Typesetter())
            scene.resize(width: 330, height: 300)
            let order = scene.description.focusOrder
            var seen: [String] = []
            for _ in order {
                #expect(scene.handle(.key(.tab, []), at: 0) == [])
                let focused = try #require(scene.focusedElement)
                seen.append(focused.element.id)
                #expect(focused.state.isSuperset(of: [.focused, .focusShown]))
                // All of it is in sight, with its ring.
                #expect(focused.clip.contains(focused.bounds), "\(name): \(focused.element.id)")
            }
            #expect(seen == order, "\(name)")
            for id in order.reversed() {
                #expect(scene.focusedElement?.element.id == id)
                _ = scene.handle(.key(.tab, .shift), at: 0)
            }
        }
    }

    @Test func aButtonActsWhenItIsLetGoOnIt() throws {
        let scene = try panel()
        #expect(try click(scene, "reset") == [.activated("reset")])
        let place = try middle(scene, "reset")
        #expect(scene.handle(.pressed(.primary, x: place.x, y: place.y), at: 0) == [])
        #expect(scene.description.find("reset")?.state.contains(.pressed) == true)
        #expect(scene.handle(.released(.primary, x: 5, y: 5), at: 0) == [])
        #expect(scene.description.find("reset")?.state.contains(.pressed) == false)
        scene.setFocus("reset")
        #expect(scene.handle(.key(.enter, []), at: 0) == [.activated("reset")])
        #expect(scene.handle(.typed(" "), at: 0) == [.activated("reset")])
    }

    @Test func aSwitchTurns() throws {
        let scene = try panel()
        #expect(try click(scene, "auto") == [.toggled("auto", false)])
        #expect(scene.description.find("auto")?.state.contains(.checked) == false)
        scene.setFocus("auto")
        #expect(scene.handle(.key(.space, []), at: 0) == [.toggled("auto", true)])
    }

    @Test func whatIsDisabledDoesNothingAndSaysWhy() throws {
        let scene = try panel()
        #expect(try click(scene, "gain") == [])
        scene.setFocus("gain")
        #expect(scene.handle(.key(.right, []), at: 0) == [])
        let place = try middle(scene, "gain")
        _ = scene.handle(.pointerMoved(x: place.x, y: place.y), at: 0)
        _ = scene.advance(to: Self.second)
        #expect(scene.tooltip?.text.contains("The camera sets it itself.") == true)
    }

    @Test(arguments: [false, true])
    func aSliderFollowsThePointer(isRightToLeft: Bool) throws {
        let appearance = Appearance(isRightToLeft: isRightToLeft)
        let scene = OverlayScene(
            .slider("s", "Name", SliderValue(0, in: 0...100, step: 1)), theme: Theme(appearance),
            typesetter: try Typesetter(appearance))
        scene.resize(width: 200, height: 48)
        let shape = SliderShape(Area(width: 200, height: 48), isMirrored: isRightToLeft)
        let y = shape.track.centerY
        let begin = scene.handle(.pressed(.primary, x: shape.x(at: 0.25), y: y), at: 0)
        #expect(begin == [.changed("s", 25, isFinal: false)])
        #expect(
            scene.handle(.pointerMoved(x: shape.x(at: 0.5), y: y + 300), at: 1) == [
                .changed("s", 50, isFinal: false)
            ])
        #expect(scene.handle(.pointerMoved(x: shape.x(at: 0.5), y: y), at: 2) == [])
        #expect(
            scene.handle(.pointerMoved(x: shape.x(at: 1) + (isRightToLeft ? -500 : 500), y: y), at: 3) == [
                .changed("s", 100, isFinal: false)
            ])
        #expect(scene.handle(.released(.primary, x: 0, y: 0), at: 4) == [.changed("s", 100, isFinal: true)])
        #expect(scene.description.find("s")?.element.value == "100")
        // Arrows point along the lines of text.
        _ = scene.handle(.key(isRightToLeft ? .right : .left, []), at: 5)
        #expect(scene.description.find("s")?.element.value == "99")
    }

    @Test func aSliderObeysWheelKeysAndDoublePress() throws {
        let scene = OverlayScene(
            .slider("s", "Name", SliderValue(50, in: 0...100, step: 1, defaultValue: 30)),
            typesetter: try Typesetter())
        scene.resize(width: 200, height: 48)
        scene.setFocus("s")
        for (key, value) in [
            (OverlayKey.right, 51.0), (.up, 52), (.left, 51), (.down, 50), (.pageUp, 60), (.pageDown, 50),
            (.end, 100), (.home, 0),
        ] {
            #expect(scene.handle(.key(key, []), at: 0) == [.changed("s", value, isFinal: true)])
        }
        #expect(scene.handle(.key(.home, []), at: 0) == [])
        #expect(scene.handle(.scrolled(steps: -1, x: 50, y: 20), at: 0) == [.changed("s", 1, isFinal: true)])
        #expect(scene.handle(.scrolled(steps: 1, x: 50, y: 20), at: 0) == [.changed("s", 0, isFinal: true)])
        for time in [Int64(0), 200_000_000] {
            let actions = scene.handle(.pressed(.primary, x: 50, y: 8), at: time)
            #expect(actions == (time == 0 ? [] : [.changed("s", 30, isFinal: true)]))
            _ = scene.handle(.released(.primary, x: 50, y: 8), at: time)
        }
    }

    @Test func theDotOfAChangedNumberTakesItBack() throws {
        let scene = try panel()
        let bounds = try #require(scene.description.find("brightness")).bounds
        let number = try Typesetter().layout("40", style: .number).width.rounded(.up)
        let words = SliderShape(bounds, isMirrored: false).words
        let actions = scene.handle(.pressed(.primary, x: words.right - number - 12, y: words.centerY), at: 0)
        #expect(actions == [.changed("brightness", 0, isFinal: true)])
    }

    @Test func aTypedNumberOpensAFieldAndIsSet() throws {
        let scene = try panel()
        scene.setFocus("contrast")
        #expect(scene.handle(.typed("1"), at: 0) == [])
        #expect(scene.description.find("contrast")?.editing?.text == "1")
        #expect(scene.handle(.typed("7x"), at: 0) == [])
        #expect(scene.handle(.key(.enter, []), at: 0) == [.changed("contrast", 17, isFinal: true)])
        #expect(scene.description.find("contrast")?.editing == nil)
        _ = scene.handle(.typed("999"), at: 0)
        #expect(scene.handle(.key(.escape, []), at: 0) == [])
        #expect(scene.description.find("contrast")?.element.value == "17")
        _ = scene.handle(.typed("999"), at: 0)
        #expect(scene.handle(.key(.tab, []), at: 0) == [.changed("contrast", 64, isFinal: true)])
    }

    @Test func aFieldThatIsNoSearchKeepsItsTextWhenItIsLeft() throws {
        let field = Element.field("name", name: "Name", text: "warm", placeholder: "Name", icon: .palette)
        let scene = OverlayScene(field, typesetter: try Typesetter())
        scene.resize(width: 320, height: 40)
        scene.setFocus("name")
        #expect(scene.handle(.key(.escape, []), at: 0) == [.cancelled("name")])
    }

    @Test func aFieldThatIsLeftTellsTheTextThatNobodyHasHeardOf() throws {
        let field = Element.field("name", name: "Name", text: "warm", placeholder: "Name", icon: .palette)
        let scene = OverlayScene(field, typesetter: try Typesetter())
        scene.resize(width: 320, height: 40)
        scene.setFocus("name")
        #expect(scene.leaveFocus() == [], "nothing was typed")
        scene.setFocus("name")
        _ = scene.handle(.typed("er"), at: 0)
        #expect(scene.leaveFocus() == [.left("name", "er")])
        scene.setFocus("name")
        _ = scene.handle(.typed("cold"), at: 0)
        _ = scene.handle(.key(.enter, []), at: 0)
        #expect(scene.leaveFocus() == [], "it was told as a whole")
    }

    @Test func whatIsTypedIsForgottenOnceItIsMeantForNothingMore() throws {
        let scene = try panel()
        scene.setFocus("search")
        _ = scene.handle(.typed("x"), at: 0)
        scene.giveTypingUp()
        #expect(scene.focusedElement == nil && !scene.hasDraft && scene.leaveFocus() == [])
        scene.setFocus("contrast")
        scene.giveTypingUp()
        #expect(scene.focusedElement?.element.id == "contrast", "nothing is typed there")
    }

    @Test func downLeavesAFieldAsTabDoes() throws {
        let field = Element.field("name", name: "Name", text: "", placeholder: "Name", icon: .palette)
        let column = Element.box("box", Box(.column), [field, .button("below", "Below")])
        let scene = OverlayScene(column, typesetter: try Typesetter())
        scene.resize(width: 320, height: 120)
        for (key, text) in [(OverlayKey.down, "x"), (.tab, "y")] {
            scene.setFocus("name")
            _ = scene.handle(.typed(text), at: 0)
            #expect(scene.hasDraft)
            #expect(scene.handle(.key(key, []), at: 0) == [.left("name", text)])
            #expect(!scene.hasDraft && scene.focusedElement?.element.id == "below")
        }
    }

    @Test(arguments: [false, true])
    func theDotOfAChangedNumberSaysWhatItSets(isRightToLeft: Bool) throws {
        let value = SliderValue(200, in: 0...255, step: 1, defaultValue: 128)
        let typesetter = try Typesetter(Appearance(isRightToLeft: isRightToLeft))
        let scene = OverlayScene(.slider("brightness", "Brightness", value), typesetter: typesetter)
        scene.resize(width: 300, height: 48)
        let second: Int64 = 1_000_000_000
        // At the name first: the way to the dot is within the same control.
        let (start, end) = isRightToLeft ? (280.0, 0.0) : (20.0, 300.0)
        _ = scene.handle(.pointerMoved(x: start, y: 10), at: 0)
        _ = scene.advance(to: second)
        #expect(scene.tooltip == nil)
        let places = stride(from: 0.0, to: 100, by: 4).map { abs(end - $0) }
        var found: Double?
        for (turn, x) in places.enumerated() where found == nil {
            let time = Int64(turn + 2) * second
            _ = scene.handle(.pointerMoved(x: x, y: 10), at: time)
            _ = scene.advance(to: time + second / 2)
            if scene.tooltip != nil { found = x }
        }
        let x = try #require(found)
        #expect(scene.tooltip?.text == "Set back to 128")
        #expect(
            scene.handle(.pressed(.primary, x: x, y: 10), at: 99 * second) == [
                .changed("brightness", 128, isFinal: true)
            ])
        _ = scene.handle(.released(.primary, x: x, y: 10), at: 99 * second)
        _ = scene.handle(.pointerMoved(x: x, y: 11), at: 100 * second)
        _ = scene.advance(to: 101 * second)
        #expect(scene.tooltip == nil, "there is no dot any more")
    }

    @Test func aSliderThatIsDrawnStaysWithTheHandWhateverItsOwnerKnows() throws {
        let value = SliderValue(128, in: 0...255, step: 1, defaultValue: 128)
        let described = Element.slider("brightness", "Brightness", value)
        let scene = OverlayScene(described, typesetter: try Typesetter())
        scene.resize(width: 300, height: 48)
        func last(_ actions: [OverlayAction]) -> Double {
            guard case .changed("brightness", let number, _)? = actions.last else {
                return .nan
            }
            return number
        }
        let first = last(scene.handle(.pressed(.primary, x: 200, y: 36), at: 0))
        // The camera has another control changed meanwhile, and tells of all.
        scene.root = described
        #expect(scene.description.find("brightness")?.element.value == "\(Int(first))")
        let second = last(scene.handle(.pointerMoved(x: 240, y: 36), at: 1))
        scene.root = described
        #expect(second > first)
        #expect(
            scene.handle(.released(.primary, x: 240, y: 36), at: 2) == [
                .changed("brightness", second, isFinal: true)
            ])
        scene.root = described
        #expect(scene.description.find("brightness")?.element.value == "128")
    }

    @Test func aFieldIsTypedIn() throws {
        let scene = OverlayScene(Samples().filters, typesetter: try Typesetter())
        scene.resize(width: 320, height: 400)
        #expect(scene.handle(.typed("a"), at: 0) == [.unused(.typed("a"))])
        _ = try click(scene, "search")
        #expect(scene.handle(.typed("blür"), at: 0) == [.edited("search", "blür")])
        #expect(scene.handle(.key(.left, []), at: 0) == [])
        #expect(scene.handle(.key(.backspace, []), at: 0) == [.edited("search", "blr")])
        #expect(scene.handle(.key(.home, .shift), at: 0) == [])
        #expect(scene.handle(.typed("c"), at: 0) == [.edited("search", "cr")])
        #expect(scene.handle(.key(.space, []), at: 0) == [.edited("search", "c r")])
        #expect(scene.handle(.key(.left, .control), at: 0) == [])
        #expect(scene.handle(.key(.delete, []), at: 0) == [.edited("search", " r")])
        #expect(scene.handle(.key(.selectAll, []), at: 0) == [])
        #expect(scene.handle(.typed("\u{1b}\n"), at: 0) == [])
        #expect(scene.handle(.typed("x"), at: 0) == [.edited("search", "x")])
        #expect(scene.handle(.key(.enter, []), at: 0) == [.submitted("search", "x")])
        // What was searched for goes first, then the keys leave the field.
        #expect(scene.handle(.key(.escape, []), at: 0) == [.edited("search", "")])
        #expect(scene.handle(.typed("y"), at: 0) == [.edited("search", "y")])
        #expect(scene.handle(.key(.escape, []), at: 0) == [.edited("search", "")])
        #expect(scene.handle(.key(.escape, []), at: 0) == [.cancelled("search")])
        #expect(scene.handle(.typed("q"), at: 0) == [.unused(.typed("q"))])
        #expect(scene.handle(.key(.escape, []), at: 0) == [.unused(.key(.escape, []))])
    }

    @Test(arguments: [false, true])
    func theCaretGoesWhereThePointerPresses(isRightToLeft: Bool) throws {
        let appearance = Appearance(isRightToLeft: isRightToLeft)
        let typesetter = try Typesetter(appearance)
        let text = isRightToLeft ? "مرحبا" : "Vignette"
        let scene = OverlayScene(
            .field("f", name: "Field", text: text, placeholder: ""), theme: Theme(appearance),
            typesetter: typesetter)
        scene.resize(width: 240, height: 40)
        let layout = typesetter.layout(text)
        let start = isRightToLeft ? 240 - 36 - layout.width : 36
        for characters in 0...text.count {
            let x = start + layout.caret(before: text.prefix(characters).utf8.count)
            _ = scene.handle(.pressed(.primary, x: x, y: 20), at: Int64(characters) * Self.second)
            _ = scene.handle(.released(.primary, x: x, y: 20), at: Int64(characters) * Self.second)
            #expect(scene.focusedElement?.editing?.caret == characters)
        }
        // A drag selects what lies between, and what is typed takes its place.
        let (from, to) = (layout.caret(before: 0), layout.caret(before: text.prefix(2).utf8.count))
        _ = scene.handle(.pressed(.primary, x: start + from, y: 20), at: 20 * Self.second)
        _ = scene.handle(.pointerMoved(x: start + to, y: 20), at: 20 * Self.second)
        #expect(scene.handle(.typed("x"), at: 20 * Self.second) == [.edited("f", "x" + text.dropFirst(2))])
    }

    @Test func keysStayTheProgramsUntilTheKeyboardChoseAControl() throws {
        let scene = try panel()
        for key in [OverlayKey.left, .right, .space, .enter, .escape, .pageUp, .home] {
            #expect(scene.handle(.key(key, []), at: 0) == [.unused(.key(key, []))])
        }
        _ = try click(scene, "reset")
        #expect(scene.handle(.key(.space, []), at: 0) == [.unused(.key(.space, []))])
        #expect(scene.handle(.typed("m"), at: 0) == [.unused(.typed("m"))])
    }

    @Test func arrowsStayInARow() throws {
        let scene = OverlayScene(Samples().bar, typesetter: try Typesetter())
        scene.resize(width: 400, height: 56)
        scene.setFocus("last")
        var seen = ["last"]
        for _ in 0..<9 {
            _ = scene.handle(.key(.right, []), at: 0)
            seen.append(scene.focusedElement?.element.id ?? "")
        }
        #expect(
            seen == [
                "last", "switch", "shutter", "movie", "timer", "filters", "more", "more", "more", "more",
            ])
    }

    @Test func aTooltipComesAfterHalfASecond() throws {
        let scene = OverlayScene(Samples().bar, typesetter: try Typesetter())
        scene.resize(width: 400, height: 56)
        let place = try middle(scene, "shutter")
        #expect(scene.nextMoment == nil)
        _ = scene.handle(.pointerMoved(x: place.x, y: place.y), at: 1000)
        #expect(scene.nextMoment == 500_001_000)
        _ = scene.advance(to: 500_000_999)
        #expect(scene.tooltip == nil)
        _ = scene.advance(to: 500_001_000)
        let tooltip = try #require(scene.tooltip)
        #expect(tooltip.text == "Photograph" && tooltip.key == "S" && tooltip.id == "shutter")
        #expect(scene.nextMoment == nil)
        _ = scene.handle(.pointerLeft, at: 600_000_000)
        #expect(scene.tooltip == nil)
    }

    @Test func theGroundIsForTheWindow() throws {
        let scene = OverlayScene(Samples().header, typesetter: try Typesetter())
        scene.resize(width: 600, height: 40)
        for (time, count) in [(Int64(0), 1), (200_000_000, 2)] {
            #expect(
                scene.handle(.pressed(.primary, x: 300, y: 20), at: time) == [
                    .groundPressed(.primary, x: 300, y: 20, count: count)
                ])
            _ = scene.handle(.released(.primary, x: 300, y: 20), at: time)
        }
        #expect(
            scene.handle(.pressed(.secondary, x: 300, y: 20), at: 0) == [
                .groundPressed(.secondary, x: 300, y: 20, count: 1)
            ])
        _ = scene.handle(.pressed(.primary, x: 300, y: 20), at: 5 * Self.second)
        #expect(scene.handle(.pointerMoved(x: 304, y: 20), at: 5 * Self.second) == [])
        #expect(scene.handle(.pointerMoved(x: 310, y: 20), at: 5 * Self.second) == [.groundDragged])
        #expect(scene.handle(.pointerMoved(x: 320, y: 20), at: 5 * Self.second) == [])
    }

    /// A chain of three rows, with one before and one behind that stay.
    private func chain() throws -> OverlayScene {
        let rows = ["first", "one", "two", "three", "last"].map { id in
            Element.item(id, id).with { $0.isMovable = id.hasSuffix("e") || id == "two" }
        }
        let scene = OverlayScene(.box("chain", Box(.column, spacing: 0), rows), typesetter: try Typesetter())
        scene.resize(width: 200, height: 200)
        return scene
    }

    @Test func aRowOfSeveralPartsIsMovedByItsItem() throws {
        let rows = ["one", "two", "three"].map { id in
            let parts = [
                Element.item("\(id)-item", id).with { $0.grows = true },
                .icon("\(id)-out", .close, name: "out"),
            ]
            return Element.box(id, Box(.row, spacing: 0), parts).with { $0.isMovable = true }
        }
        let scene = OverlayScene(.box("chain", Box(.column, spacing: 0), rows), typesetter: try Typesetter())
        scene.resize(width: 200, height: 120)
        func drag(_ id: String, to y: Double) throws -> [OverlayAction] {
            let place = try middle(scene, id)
            return scene.handle(.pressed(.primary, x: place.x, y: place.y), at: 0)
                + scene.handle(.pointerMoved(x: place.x, y: y), at: 1)
                + scene.handle(.released(.primary, x: place.x, y: y), at: 2)
        }
        #expect(try drag("one-item", to: 119) == [.moved("one", before: nil)])
        #expect(try drag("one-out", to: 1) == [])
        #expect(scene.root.children.map(\.id) == ["two", "three", "one"])
        scene.setFocus("one-item")
        #expect(scene.handle(.key(.up, .control), at: 3) == [.moved("one", before: "three")])
        #expect(scene.focusedElement?.element.id == "one-item")
        #expect(scene.handle(.key(.enter, []), at: 3) == [.activated("one-item")])
    }

    @Test func arrowsGoThroughRowsThatCanBeMovedWhateverIsUnfolded() throws {
        let rows = ["one", "two", "three"].map { id in
            let parts = [
                Element.item("\(id)-item", id).with { $0.grows = true },
                .icon("\(id)-out", .close, name: "out"),
            ]
            let settings = [
                Element.slider("\(id)-slider", "Slider", SliderValue(1, in: 0...2)),
                .toggle("\(id)-toggle", "Toggle", isOn: true),
            ]
            return Element.box(
                id, Box(.column, spacing: 0), [.box("\(id)-top", Box(.row), parts)] + settings
            ).with { $0.isMovable = true }
        }
        let panel = Element.panel(
            "panel", title: "Panel", pinned: [.field("field", name: "Field", text: "", placeholder: "")],
            [.box("chain", Box(.column, spacing: 0), rows), .item("keep", "Keep"), .item("last", "Last")])
        let scene = OverlayScene(panel, typesetter: try Typesetter())
        scene.resize(width: 320, height: 300)
        func press(_ key: OverlayKey) -> String? {
            #expect(scene.handle(.key(key, []), at: 0) == [])
            return scene.focusedElement?.element.id
        }
        scene.setFocus("one-item")
        #expect(press(.down) == "two-item" && press(.down) == "three-item")
        #expect(scene.focusedElement.map { $0.clip.contains($0.bounds) } == true)
        #expect(press(.down) == "keep" && press(.down) == "last" && press(.down) == "last")
        // Back into the chain, where no slider takes the keys.
        #expect(press(.up) == "keep" && press(.up) == "three-toggle")
        scene.setFocus("three-out")
        #expect(press(.up) == "two-out" && press(.left) == "two-item" && press(.up) == "one-item")
        #expect(press(.up) == "field")
        // In the field Down leaves for what is below in sight.
        #expect(press(.down) == "one-item")
    }

    @Test func rowsAreMovedByPointerAndKeys() throws {
        let scene = try chain()
        func drag(_ id: String, to y: Double) throws -> [OverlayAction] {
            let place = try middle(scene, id)
            return scene.handle(.pressed(.primary, x: place.x, y: place.y), at: 0)
                + scene.handle(.pointerMoved(x: place.x, y: y), at: 1)
                + scene.handle(.released(.primary, x: place.x, y: y), at: 2)
        }
        #expect(try drag("one", to: 135) == [.moved("one", before: "three")])
        #expect(scene.description.focusOrder == ["first", "two", "one", "three", "last"])
        #expect(try drag("two", to: 199) == [.moved("two", before: nil)])
        #expect(scene.description.focusOrder == ["first", "one", "three", "two", "last"])
        #expect(try drag("two", to: 199) == [])
        #expect(try drag("first", to: 199) == [])
        scene.setFocus("two")
        #expect(scene.handle(.key(.up, .control), at: 3) == [.moved("two", before: "three")])
        #expect(scene.handle(.key(.down, .control), at: 3) == [.moved("two", before: nil)])
        #expect(scene.handle(.key(.down, .control), at: 3) == [])
        #expect(scene.description.focusOrder == ["first", "one", "three", "two", "last"])
        // The place is shown while the row is held.
        let place = try middle(scene, "one")
        _ = scene.handle(.pressed(.primary, x: place.x, y: place.y), at: 4)
        _ = scene.handle(.pointerMoved(x: place.x, y: 135), at: 4)
        #expect(scene.description.find("two")?.state.contains(.dropBefore) == true)
        #expect(scene.handle(.pointerLeft, at: 5) == [])
        #expect(
            scene.handle(.released(.primary, x: place.x, y: place.y), at: 5) == [.moved("one", before: "two")]
        )
    }

    @Test func aThumbnailIsDraggedAway() throws {
        let scene = OverlayScene(Samples().bar, typesetter: try Typesetter())
        scene.resize(width: 400, height: 56)
        let place = try middle(scene, "last")
        _ = scene.handle(.pressed(.primary, x: place.x, y: place.y), at: 0)
        #expect(scene.handle(.pointerMoved(x: place.x + 9, y: place.y), at: 0) == [.dragged("last")])
        #expect(scene.handle(.released(.primary, x: place.x, y: place.y), at: 0) == [])
    }

    @Test func assistiveProgramsPressAndSet() throws {
        let scene = try panel()
        #expect(scene.activate("auto") == [.toggled("auto", false)])
        #expect(scene.activate("gain") == [] && scene.activate("nothing") == [])
        #expect(scene.set("contrast", to: 1000) == [.changed("contrast", 64, isFinal: true)])
        #expect(scene.set("contrast", to: .infinity) == [])
        #expect(scene.set("gain", to: 1) == [])
        let slider = try #require(scene.description.find("contrast")).element
        #expect(
            slider.role == .slider && slider.value == "64" && slider.range == 0...64
                && slider.name == "Contrast")
    }

    @Test func fingersScrollAndStay() throws {
        let scene = try panel(300)
        let before = try #require(scene.description.find("contrast")).bounds.y
        // A finger that comes down on a slider and goes up moves the rows.
        #expect(scene.handle(.touchBegan(7, x: 160, y: 220), at: 0) == [])
        #expect(scene.handle(.touchBegan(8, x: 20, y: 20), at: 0) == [])
        #expect(scene.handle(.touchMoved(8, x: 20, y: 200), at: 0) == [])
        #expect(scene.handle(.touchMoved(7, x: 160, y: 190), at: 0) == [])
        #expect(scene.handle(.touchEnded(7), at: 0) == [])
        #expect(try #require(scene.description.find("contrast")).bounds.y == before - 30)
        // One that goes to the side moves the knob.
        let slider = try #require(scene.description.find("contrast")).bounds
        #expect(scene.handle(.touchBegan(7, x: 160, y: slider.bottom - 10), at: 0) == [])
        let slid = scene.handle(.touchMoved(7, x: 200, y: slider.bottom - 8), at: 0)
        guard case .changed("contrast", _, isFinal: false) = try #require(slid.first) else {
            Issue.record("\(slid)")
            return
        }
        #expect(scene.handle(.touchEnded(7), at: 0).count == 1)
        // A finger on a row moves the rows, and presses none.
        scene.root = Samples().menu
        scene.resize(width: 260, height: 120)
        _ = scene.handle(.touchBegan(1, x: 100, y: 100), at: Self.second)
        #expect(scene.handle(.touchMoved(1, x: 100, y: 40), at: Self.second) == [])
        #expect(scene.handle(.touchEnded(1), at: Self.second) == [])
        #expect(try #require(scene.description.find("off")).bounds.y < -40)
        // A finger that stays asks for the menu, and then presses nothing.
        _ = scene.handle(.touchBegan(1, x: 100, y: 60), at: 2 * Self.second)
        #expect(scene.nextMoment == 2 * Self.second + 500_000_000)
        let asked = scene.advance(to: 3 * Self.second)
        guard case .menuAsked = try #require(asked.first) else {
            Issue.record("\(asked)")
            return
        }
        #expect(scene.handle(.touchEnded(1), at: 3 * Self.second) == [])
    }

    @Test func aFingerThatStaysOnTheGroundIsTheSecondaryButton() throws {
        let scene = OverlayScene(.header(title: "Door"), typesetter: try Typesetter())
        scene.resize(width: 640, height: 40)
        #expect(scene.handle(.touchBegan(1, x: 300, y: 20), at: 0).count == 1)
        #expect(
            scene.advance(to: 500_000_000) == [.groundPressed(.secondary, x: 300, y: 20, count: 1)])
        #expect(scene.nextMoment == nil && scene.handle(.touchEnded(1), at: Self.second) == [])
        // One that moves the window asks for nothing.
        _ = scene.handle(.touchBegan(1, x: 300, y: 20), at: 2 * Self.second)
        #expect(scene.handle(.touchMoved(1, x: 320, y: 20), at: 2 * Self.second) == [.groundDragged])
        #expect(scene.advance(to: 3 * Self.second) == [])
    }

    @Test func aNumberThatIsTypedIsSetWhenTheFocusGoesElsewhere() throws {
        let scene = try panel()
        scene.setFocus("contrast")
        #expect(scene.handle(.typed("7"), at: 0) == [])
        guard case .changed("contrast", 7, isFinal: true)? = scene.leaveFocus().first else {
            Issue.record("\(scene.description)")
            return
        }
        #expect(scene.focusedElement == nil && scene.leaveFocus() == [])
    }

    @Test func theWheelScrollsAndPassesOverSliders() throws {
        let scene = try panel(300)
        let place = try middle(scene, "light")
        #expect(scene.handle(.scrolled(steps: 1, x: place.x, y: place.y), at: 0) == [])
        // Now a slider lies there; the same turn of the wheel goes on.
        #expect(scene.description.control(at: place.x, place.y)?.element.id == "brightness")
        #expect(scene.handle(.scrolled(steps: 1, x: place.x, y: place.y), at: 100_000_000) == [])
        for step in 0..<40 {
            _ = scene.handle(.scrolled(steps: 5, x: place.x, y: place.y), at: 100_000_000 + Int64(step))
        }
        let last = try #require(scene.description.find("apply"))
        #expect(last.clip.contains(last.bounds))
    }

    private func value(_ scene: OverlayScene, _ id: String) -> String? {
        scene.description.find(id)?.element.value
    }

    private func y(_ scene: OverlayScene, _ id: String) throws -> Double {
        try #require(scene.description.find(id)).bounds.y
    }

    @Test func theWheelSetsASliderOnlyForThoseWhoAreAtIt() throws {
        let scene = try panel(300)
        let place = try middle(scene, "brightness")
        func turn(_ steps: Double, _ modifiers: OverlayModifiers = [], at time: Int64) -> [OverlayAction] {
            scene.handle(.scrolled(steps: steps, x: place.x, y: place.y, modifiers), at: time)
        }
        let before = try y(scene, "brightness")
        // A wheel, and a touchpad.
        #expect(turn(0.125, at: 0) == [] && turn(0.125, at: Self.second) == [])
        #expect(try y(scene, "brightness") == before - 12 && value(scene, "brightness") == "40")
        _ = turn(-1, at: 2 * Self.second)
        // With Ctrl it is meant, even while the rows move.
        #expect(turn(-1, .control, at: 2 * Self.second) == [.changed("brightness", 41, isFinal: true)])
        // Another slider that was pressed does not count.
        _ = try click(scene, "contrast", at: 3 * Self.second)
        #expect(turn(0.25, at: 5 * Self.second) == [] && turn(-0.25, at: 6 * Self.second) == [])
        // The words of a slider are pressed, and its number stays.
        let words = try y(scene, "brightness") + 6
        _ = scene.handle(.pressed(.primary, x: 40, y: words), at: 7 * Self.second)
        _ = scene.handle(.released(.primary, x: 40, y: words), at: 7 * Self.second)
        #expect(turn(1, at: 8 * Self.second) == [.changed("brightness", 40, isFinal: true)])
        #expect(try y(scene, "brightness") == before)
        scene.setFocus(nil)
        #expect(turn(1, at: 9 * Self.second) == [])
        _ = turn(-1, at: 10 * Self.second)
        scene.setFocus("brightness")
        #expect(turn(1, at: 11 * Self.second) == [.changed("brightness", 39, isFinal: true)])
        // Where all of a panel is in sight, nothing scrolls.
        scene.setFocus(nil)
        scene.resize(width: 320, height: 1200)
        #expect(turn(1, at: 12 * Self.second) == [.changed("brightness", 38, isFinal: true)])
    }

    @Test(arguments: [false, true])
    func aScrollBarIsDraggedAndTurnsPages(isRightToLeft: Bool) throws {
        let appearance = Appearance(isRightToLeft: isRightToLeft)
        let scene = OverlayScene(
            Samples().panel, theme: Theme(appearance), typesetter: try Typesetter(appearance))
        scene.resize(width: 320, height: 300)
        let rows = try #require(scene.description.find("controls-rows"))
        func bar() throws -> ScrollBar {
            let container = try #require(scene.description.find("controls-rows"))
            return try #require(ScrollBar(container, isMirrored: isRightToLeft))
        }
        let x = isRightToLeft ? 10.0 : 310
        let start = try y(scene, "light")
        func offset() throws -> Double { try start - y(scene, "light") }
        #expect(scene.holds(x, rows.bounds.y + 1) && scene.description.control(at: x, 100) == nil)
        // The pointer is seen to be on it, and stays so on the whole way.
        let top = try bar().thumb
        _ = scene.handle(.pointerMoved(x: x, y: top.centerY), at: 0)
        #expect(scene.description.find("controls-rows")?.state.contains(.hovered) == true)
        #expect(scene.handle(.pressed(.primary, x: x, y: top.centerY), at: 0) == [])
        #expect(try offset() == 0, "a press moves nothing")
        #expect(scene.handle(.pointerMoved(x: 160, y: top.centerY + 20), at: 1) == [])
        let (thumb, part) = (try bar().thumb, try offset())
        #expect(abs(thumb.y - top.y - 20) < 0.5 && part > 20)
        #expect(scene.handle(.pointerMoved(x: x, y: 5000), at: 2) == [])
        let last = try #require(scene.description.find("apply"))
        #expect(last.clip.contains(last.bounds))
        let room = try bar().thumb.bottom
        #expect(abs(room - (rows.bounds.bottom - 4)) < 0.01)
        #expect(scene.handle(.released(.primary, x: x, y: 5000), at: 3) == [])
        #expect(scene.handle(.pointerMoved(x: x, y: top.centerY), at: 4) == [])
        let (end, way) = (try offset(), try bar().thumb.y - top.y)
        #expect(end > part && abs(part / end - 20 / way) < 0.01)
        // Beside the thumb a press turns a page; what is held does not turn more.
        #expect(scene.handle(.pressed(.primary, x: x, y: rows.bounds.y + 5), at: 5) == [])
        #expect(scene.handle(.pointerMoved(x: x, y: rows.bounds.y + 9), at: 6) == [])
        #expect(scene.handle(.released(.primary, x: x, y: rows.bounds.y + 9), at: 7) == [])
        let page = try end - offset()
        #expect(page > rows.bounds.height * 0.7 && page < rows.bounds.height)
        // The focus stays where it was.
        #expect(scene.focusedElement == nil)
        // What is opened anew begins at its beginning.
        scene.scrollToStart()
        #expect(try offset() == 0)
        // Without more rows than have room there is no bar.
        scene.resize(width: 320, height: 1200)
        #expect(!scene.holds(x, 100))
    }

    @Test func theHighlightFollowsWhatIsUnderThePointer() throws {
        let scene = OverlayScene(Samples().menu, typesetter: try Typesetter())
        scene.resize(width: 260, height: 120)
        func hovered() -> [String] {
            scene.description.elements.filter { $0.state.contains(.hovered) }.map(\.element.id)
        }
        let place = try middle(scene, "off")
        _ = scene.handle(.pointerMoved(x: place.x, y: place.y), at: 0)
        #expect(hovered() == ["off"])
        for step in 1...8 {
            _ = scene.handle(.scrolled(steps: 1, x: place.x, y: place.y), at: Int64(step))
            #expect(hovered() == [scene.description.control(at: place.x, place.y)?.element.id ?? ""])
        }
        #expect(hovered() != ["off"])
        // Without a move before it, too: a menu that has come under the pointer.
        let other = OverlayScene(Samples().menu, typesetter: try Typesetter())
        other.resize(width: 260, height: 120)
        _ = other.handle(.scrolled(steps: 1, x: place.x, y: place.y), at: 0)
        #expect(other.description.control(at: place.x, place.y)?.state.contains(.hovered) == true)
    }

    @Test func whatWasPressedShowsNoTooltipUntilThePointerHasLeftIt() throws {
        let scene = OverlayScene(Samples().bar, typesetter: try Typesetter())
        scene.resize(width: 400, height: 56)
        let (place, other) = (try middle(scene, "timer"), try middle(scene, "more"))
        func move(_ place: (x: Double, y: Double), at time: Int64) {
            _ = scene.handle(.pointerMoved(x: place.x, y: place.y), at: time)
        }
        func tooltip(at time: Int64) -> String? {
            _ = scene.advance(to: time)
            return scene.tooltip?.id
        }
        move(place, at: 0)
        #expect(try click(scene, "timer", at: 1) == [.activated("timer")])
        #expect(tooltip(at: Self.second) == nil)
        // A compositor that places surfaces anew takes the pointer away for a moment.
        _ = scene.handle(.pointerLeft, at: 2 * Self.second)
        move(place, at: 2 * Self.second)
        move((place.x + 3, place.y), at: 2 * Self.second)
        #expect(tooltip(at: 3 * Self.second) == nil)
        // On another button, and back.
        move(other, at: 4 * Self.second)
        #expect(tooltip(at: 5 * Self.second) == "more")
        move(place, at: 6 * Self.second)
        #expect(tooltip(at: 7 * Self.second) == "timer")
        // Away, and back elsewhere.
        _ = try click(scene, "timer", at: 8 * Self.second)
        _ = scene.handle(.pointerLeft, at: 9 * Self.second)
        move((place.x + 6, place.y), at: 10 * Self.second)
        #expect(tooltip(at: 11 * Self.second) == "timer")
    }

    @Test func theSameInputGivesTheSameActions() throws {
        let typesetter = try Typesetter()
        func run(_ seed: UInt64) throws -> ([OverlayAction], [UInt32]) {
            let scene = OverlayScene(Samples().panel, typesetter: typesetter)
            scene.resize(width: 320, height: 400)
            var (random, actions) = (Generator(state: seed), [OverlayAction]())
            for step in 0..<300 {
                let (x, y) = (Double(random.next() % 340) - 10, Double(random.next() % 420) - 10)
                let keys: [OverlayKey] = [
                    .tab, .left, .right, .up, .down, .enter, .escape, .space, .home, .backspace, .menu,
                    .selectAll,
                ]
                let inputs: [OverlayInput] = [
                    .pointerMoved(x: x, y: y), .pressed(.primary, x: x, y: y),
                    .released(.primary, x: x, y: y), .pointerLeft,
                    .scrolled(steps: x / 100, x: x, y: y), .touchBegan(1, x: x, y: y),
                    .touchMoved(1, x: y, y: x), .touchEnded(1),
                    .touchCancelled, .typed(["5", "a", "é", "\u{0}", "-"][step % 5]),
                    .pressed(.secondary, x: x, y: y),
                    .key(keys[Int(random.next() % UInt64(keys.count))], step % 4 == 0 ? .shift : []),
                    .pointerMoved(x: .nan, y: .infinity), .scrolled(steps: .nan, x: x, y: y),
                ]
                actions += scene.handle(
                    inputs[Int(random.next() % UInt64(inputs.count))], at: Int64(step) * 50_000_000)
                actions += scene.advance(to: Int64(step) * 50_000_000)
            }
            let sheet = Sheet(scene)
            try sheet.draw(scene)
            return (actions, sheet.pixels)
        }
        for seed in 1...5 as ClosedRange<UInt64> {
            let (one, two) = (try run(seed), try run(seed))
            #expect(one.0 == two.0 && one.1 == two.1)
            #expect(!one.0.isEmpty)
        }
    }
}
