import Foundation
import Overlay
import TestSupport
import Testing

@testable import LiveViewOverlay
@testable import Viewfinder

/// The picture that was saved last, dragged from the bar into another program's window.
@Suite(.serialized) struct DragTests {
    /// Starts the program, which has saved a picture.
    private func start() throws -> (viewfinder: Viewfinder, keyboard: VirtualKeyboard, mouse: VirtualPointer)
    {
        let viewfinder = try Viewfinder(
            ["-vv", "--source", "test:640x360@30:NV12"], showsOverlay: true)
        try viewfinder.sway.resize(viewfinder.program, width: 800, height: 500)
        let (keyboard, mouse) = (try VirtualKeyboard(viewfinder.sway), try VirtualPointer(viewfinder.sway))
        try viewfinder.waitForTitle("the card") { $0.hasPrefix("Test card") }
        try keyboard.tap("p")
        try viewfinder.waitForTitle("the picture") { $0.contains("saved viewfinder-") }
        return (viewfinder, keyboard, mouse)
    }

    /// The middle of the small picture in the bar, on the output.
    private func button(_ viewfinder: Viewfinder) throws -> (x: Int, y: Int) {
        try OverlayPlaces(viewfinder.window.content, hasLastFile: true).button(ViewerScreen.lastFile)
    }

    @Test func theLastPictureIsDraggedToAnotherProgramAndTheButtonOpensNothing() throws {
        let (viewfinder, _, mouse) = try start()
        let button = try button(viewfinder)
        let target = try DropTarget(viewfinder.sway, x: 1060, y: 40)
        try mouse.drag(from: button, to: (1160, 140), over: target)
        let address = try target.dropped()
        #expect(address.hasPrefix("file:///") && address.hasSuffix(".png\r\n"), "\(address)")
        let path = try #require(URL(string: String(address.dropLast()))?.path)
        #expect(FileManager.default.fileExists(atPath: path), "\(path)")
        try eventually("the drag's end", found: { viewfinder.program.log }) {
            viewfinder.program.errors.contains("the drag has ended in another program")
        }
        // The press was for the drag alone, and the next one is for the button again.
        #expect(!viewfinder.program.errors.contains("no program could be asked"), "\(viewfinder.program.log)")
        try mouse.move(toX: button.x - 1, y: button.y)
        usleep(300_000)
        try mouse.move(toX: button.x, y: button.y)
        usleep(300_000)
        try mouse.click()
        try viewfinder.waitForTitle("the reason") { $0.contains("no program could be asked") }
    }

    @Test func aPictureThatIsDroppedNowhereLeavesEverythingAsItWas() throws {
        let (viewfinder, keyboard, mouse) = try start()
        let window = try viewfinder.window.content
        let button = try button(viewfinder)
        // Over the picture itself, where it is not taken.
        try mouse.drag(from: button, to: (window.x + 400, window.y + 200))
        try eventually("a drag", found: { viewfinder.program.log }) {
            viewfinder.program.errors.contains("a drag of files has begun")
        }
        try mouse.release()
        try eventually("the drag's end", found: { viewfinder.program.log }) {
            viewfinder.program.errors.contains("the drag has ended nowhere")
        }
        try keyboard.tap("space")
        try viewfinder.waitForTitle("a still picture") { $0.contains("frozen") }
    }
}
