import TestSupport
import Testing

/// The program in a compositor that can put nothing over the picture.
struct WithoutSubsurfacesTests {
    @Test func pictureTitleAndKeysStayAndTheLossIsLoggedOnce() throws {
        let viewfinder = try Viewfinder(
            ["-v", "--source", "test:640x360@30:NV12"],
            environment: try PreloadedLibrary.environment("no-subsurfaces"), showsOverlay: true)
        try viewfinder.sway.resize(viewfinder.program, width: 600, height: 480)
        var view = CardView(window: (600, 480))
        try viewfinder.expect(view)
        let keyboard = try VirtualKeyboard(viewfinder.sway)
        // What would bring the bar, a panel and words.
        for key in ["Tab", "l", "i"] { try keyboard.tap(key) }
        try viewfinder.waitForTitle("the information") { $0.contains("NV12, 640×360") }
        try keyboard.tap("h")
        view.isMirrored = true
        try viewfinder.expect(view, "mirrored")
        try keyboard.tap("9")
        try viewfinder.waitForTitle("a notice") { $0.contains("There is no camera 9") }
        let told = viewfinder.program.errors.split(separator: "\n").filter {
            $0.contains("nothing is shown over the picture")
        }
        #expect(told.count == 1, "\(viewfinder.program.log)")
        try keyboard.tap("q")
        #expect(try viewfinder.program.wait(within: 10).status == .exited(0), "\(viewfinder.program.log)")
    }
}
