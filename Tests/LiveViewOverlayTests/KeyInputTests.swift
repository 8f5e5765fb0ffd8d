import Overlay
import Testing
import WaylandClient

@testable import LiveViewOverlay

/// The keys of a window as scenes have them.
@Suite struct KeyInputTests {
    private func key(_ name: String, _ modifiers: Modifiers = [], latin: String? = nil) throws -> KeyPress {
        KeyPress(
            keysym: try #require(Keysym(name: name)),
            latinKeysym: try latin.map { try #require(Keysym(name: $0)) }, modifiers: modifiers)
    }

    @Test func controlAndASelectAllOnEachLayout() throws {
        #expect(OverlayInput(try key("a", .control)) == .key(.selectAll, [.control]))
        #expect(OverlayInput(try key("Greek_alpha", .control, latin: "a")) == .key(.selectAll, [.control]))
        #expect(OverlayInput(try key("A", [.control, .shift])) == nil)
        #expect(OverlayInput(try key("a")) == nil)
    }

    @Test func commandsAreNoText() throws {
        for modifiers: Modifiers in [.control, .alt, .logo, [.control, .shift]] {
            #expect(OverlayInput(typedBy: try key("w", modifiers)) == nil)
            #expect(OverlayInput(try key("space", modifiers)) == nil)
            #expect(OverlayInput(try key("Return", modifiers)) == nil)
        }
        #expect(OverlayInput(typedBy: try key("w")) == .typed("w"))
        #expect(OverlayInput(typedBy: try key("W", .shift)) == .typed("W"))
        #expect(OverlayInput(try key("Left", .control)) == .key(.left, [.control]))
        #expect(OverlayInput(try key("Left", .alt)) == nil)
    }

    @Test func whatPressesDoesNotRepeat() {
        let repeating: [OverlayKey] = [
            .tab, .left, .right, .up, .down, .pageUp, .pageDown, .backspace, .delete,
        ]
        for key in repeating { #expect(OverlayInput.key(key, []).repeats(whileTyping: false)) }
        for key: OverlayKey in [.enter, .escape, .menu, .selectAll] {
            #expect(!OverlayInput.key(key, []).repeats(whileTyping: true))
        }
        #expect(OverlayInput.key(.space, []).repeats(whileTyping: true))
        #expect(!OverlayInput.key(.space, []).repeats(whileTyping: false))
        #expect(OverlayInput.typed("a").repeats(whileTyping: true))
    }
}
