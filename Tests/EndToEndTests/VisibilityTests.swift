import Foundation
import TestSupport
import Testing

@Suite(.serialized) struct VisibilityTests {
    @Test func aHiddenWindowDrawsNothingAndComesBackWithANewPicture() throws {
        let viewfinder = try Viewfinder(["--source", "test:640x360@30:NV12", "--stats", "-"])
        let window = try viewfinder.window.content
        let view = CardView(window: (window.width, window.height))
        let before = try viewfinder.frame(after: nil, view)
        try viewfinder.sway.command("workspace 2")
        try viewfinder.sway.window(of: viewfinder.program, "hidden") { !$0.isVisible }
        let hidden = try eventually(
            "a whole second of drawing nothing", within: 15, found: { viewfinder.program.log }
        ) {
            // The camera may rest, too.
            try Statistics.reports(in: viewfinder.program.output).last { $0.shownRate == 0 }
        }
        #expect(hidden.captured > 0)
        try viewfinder.sway.command("workspace 1")
        try viewfinder.frame(after: before + 30, view)
        try viewfinder.expect(view, "after it was hidden")
        try viewfinder.sway.type("q")
        #expect(try viewfinder.program.wait(within: 10).status == .exited(0))
    }

    @Test func itEndsWhileItIsHidden() throws {
        let viewfinder = try Viewfinder(cards: "640x360@30:NV12")
        try viewfinder.sway.command("workspace 2")
        try viewfinder.sway.window(of: viewfinder.program, "hidden") { !$0.isVisible }
        try viewfinder.sway.command("[pid=\(viewfinder.program.identifier)] kill")
        #expect(try viewfinder.waitForCleanEnd())
    }
}
