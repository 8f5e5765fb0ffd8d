import Foundation
import LinuxIO
import Synchronization
import TestSupport
import Testing

@testable import WaylandClient

/// The clipboard, seen from the compositor's side.
@Suite struct ScriptedClipboardTests {
    private static let text = "text/plain;charset=utf-8"

    /// Shows a window on which a key was pressed.
    private func stage() throws -> PartStage {
        let compositor = try ScriptedCompositor(
            globals: ScriptedCompositor.everything + [("wl_data_device_manager", 3)])
        let stage = try PartStage(compositor)
        for (serial, state) in [(31, 1), (32, 0)] {
            compositor.send("wl_keyboard.key", .number(serial), .number(0), .number(46), .number(state))
        }
        try stage.settle()
        return stage
    }

    // MARK: - Copying

    private let data = [
        SharedData(kind: "image/png") { [1, 2, 3] }, .files(["/home/a b/ü%.png"]),
    ]

    @Test func whatIsCopiedIsHandedOverInEachOfItsKinds() throws {
        let stage = try stage()
        #expect(stage.client.window.copy(data))
        try stage.settle()
        let compositor = stage.compositor
        let source = compositor.object("wl_data_source")
        let kinds = compositor.requests("wl_data_source.offer").map(\.values)
        #expect(kinds == [[.string("image/png")], [.string("text/uri-list")]])
        let chosen = compositor.requests("wl_data_device.set_selection").map(\.values)
        #expect(chosen == [[.object(source), .number(32)]])
        for _ in 0..<100 {
            #expect(try stage.askForData(of: "image/png").readToEnd() == Data([1, 2, 3]))
        }
        #expect(
            try stage.askForData(of: "text/uri-list").readToEnd()
                == Data("file:///home/a%20b/%C3%BC%25.png\r\n".utf8))
        #expect(try stage.askForData(of: "text/plain").readToEnd() ?? Data() == Data())
    }

    @Test func aProgramThatReadsNothingHoldsNobodyUp() throws {
        let stage = try stage()
        let large = [UInt8](repeating: 7, count: 1 << 20)
        #expect(stage.client.window.copy([SharedData(kind: "image/png") { large }]))
        try stage.settle()
        let asleep = try (0..<4).map { _ in try stage.askForData(of: "image/png") }
        #expect(try stage.askForData(of: "image/png").readToEnd() == Data(large))
        let gone = try stage.askForData(of: "image/png")
        try gone.close()
        // Those that read late have it all, too.
        for pipe in asleep { #expect(try pipe.readToEnd() == Data(large)) }
    }

    @Test func nothingIsLeftOfWhatIsNoLongerOnTheClipboard() throws {
        let stage = try stage()
        #expect(stage.client.window.copy(data))
        #expect(stage.client.window.copy(data))
        try stage.settle()
        #expect(stage.compositor.count(of: "wl_data_source") == 1)
        stage.compositor.send("wl_data_source.cancelled")
        try stage.settle()
        #expect(stage.compositor.count(of: "wl_data_source") == 0)
    }

    @Test func withoutAClipboardOrAPressNothingIsCopiedOrPasted() throws {
        let bare = try PartStage()
        #expect(!bare.client.window.copy(data) && !bare.client.window.pasteText { _ in })
        let unpressed = try PartStage(
            ScriptedCompositor(globals: ScriptedCompositor.everything + [("wl_data_device_manager", 3)]))
        #expect(!unpressed.client.window.copy(data) && !unpressed.client.window.pasteText { _ in })
        let stage = try stage()
        #expect(!stage.client.window.pasteText { _ in })
        stage.compositor.send("wl_registry.global_remove", .number(5))
        try stage.settle()
        #expect(!stage.client.window.copy(data))
    }

    // MARK: - Pasting

    /// Offers data of some kinds on the clipboard.
    private func offer(_ stage: PartStage, _ kinds: String...) throws {
        let offer = stage.compositor.make("wl_data_offer", by: "wl_data_device.data_offer")
        for kind in kinds { stage.compositor.send("offer", from: offer, [.string(kind)]) }
        stage.compositor.send("wl_data_device.selection", .object(offer))
        try stage.settle()
    }

    /// The texts that were pasted.
    private final class Pasted { var texts: [String] = [] }

    /// Asks for the text, which others are to write.
    private func paste(_ stage: PartStage) throws -> (Pasted, FileHandle) {
        let pasted = Pasted()
        #expect(stage.client.window.pasteText { pasted.texts.append($0) })
        try stage.settle()
        let number = try #require(stage.compositor.takePipe())
        return (pasted, FileHandle(fileDescriptor: number, closeOnDealloc: true))
    }

    @Test(arguments: [
        (["text/html", "text/plain;charset=utf-8", "text/plain"], "text/plain;charset=utf-8"),
        (["STRING", "text/plain", "UTF8_STRING"], "UTF8_STRING"), (["text/plain"], "text/plain"),
        (["TEXT", "text/plain;charset=UTF-8"], "text/plain;charset=UTF-8"),
    ])
    func theTextIsReadInItsBestKind(kinds: [String], best: String) throws {
        let stage = try stage()
        let offer = stage.compositor.make("wl_data_offer", by: "wl_data_device.data_offer")
        for kind in kinds { stage.compositor.send("offer", from: offer, [.string(kind)]) }
        stage.compositor.send("wl_data_device.selection", .object(offer))
        try stage.settle()
        let (pasted, pipe) = try paste(stage)
        #expect(stage.compositor.requests("wl_data_offer.receive").map(\.values.first) == [.string(best)])
        try pipe.write(contentsOf: Data("Grüße".utf8))
        try pipe.write(contentsOf: Data(", Ada".utf8))
        try pipe.close()
        try stage.client.run("the text") { pasted.texts == ["Grüße, Ada"] }
    }

    @Test func ofALongTextTheBeginningIsPastedInWholeCharacters() throws {
        let stage = try stage()
        try offer(stage, Self.text)
        let (pasted, pipe) = try paste(stage)
        // The limit lies in the midst of a character of three bytes.
        let words = "ab" + String(repeating: "€", count: 30_000)
        let writer = try SystemThread(name: "writer") { try? pipe.write(contentsOf: Data(words.utf8)) }
        signal(SIGPIPE, SIG_IGN)
        try stage.client.run("the text") { pasted.texts == ["ab" + String(repeating: "€", count: 21_844)] }
        writer.join(within: 10)
    }

    @Test func aProgramThatWritesNothingIsGivenUpAndAnotherTextIsPasted() throws {
        let stage = try stage()
        try offer(stage, Self.text)
        let (first, silent) = try paste(stage)
        #expect(!stage.client.window.pasteText { _ in })
        try silent.write(contentsOf: Data("half".utf8))
        try stage.client.run("its end", within: 5) {
            stage.client.window.pasteText { first.texts.append($0) }
        }
        #expect(first.texts.isEmpty)
        try stage.settle()
        let second = FileHandle(
            fileDescriptor: try #require(stage.compositor.takePipe()), closeOnDealloc: true)
        try second.write(contentsOf: Data("whole".utf8))
        try second.close()
        try stage.client.run("the text") { first.texts == ["whole"] }
        _ = silent
    }

    @Test func whatIsNoTextAndWhatIsGoneIsNotPasted() throws {
        let stage = try stage()
        try offer(stage, "image/png", "text/uri-list")
        #expect(!stage.client.window.pasteText { _ in })
        try offer(stage, Self.text)
        let (pasted, pipe) = try paste(stage)
        stage.compositor.send("wl_data_device.selection", .object(0))
        try stage.settle()
        #expect(!stage.client.window.pasteText { _ in })
        try pipe.write(contentsOf: Data("late".utf8))
        try pipe.close()
        try stage.client.run(milliseconds: 50)
        #expect(pasted.texts.isEmpty && stage.compositor.count(of: "wl_data_offer") == 0)
    }
}
