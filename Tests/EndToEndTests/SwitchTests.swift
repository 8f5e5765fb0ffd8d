import Foundation
import TestSupport
import Testing

@Suite(.serialized) struct SwitchTests {
    @Test func aHundredSwitchesLeakNothing() throws {
        let viewfinder = try Viewfinder([
            "--source", "test:640x360@30:NV12", "--source", "test:400x400@30:YUYV", "--source",
            "test:384x512@30:MJPG",
        ])
        try viewfinder.sway.resize(viewfinder.program, width: 600, height: 480)
        let views = [(640, 360), (400, 400), (384, 512)].map { CardView(card: $0, window: (600, 480)) }
        // The first rounds fill what is kept for good: the allocator's areas of all threads.
        for step in 1...54 { try switchTo(views[step % 3], in: viewfinder, isSeen: step % 9 == 0) }
        let before = try resources(of: viewfinder.program)
        for step in 1...99 { try switchTo(views[step % 3], in: viewfinder, isSeen: step % 9 == 0) }
        try viewfinder.expect(views[0], "after a hundred switches")
        // What was switched away from is closed a moment later.
        var after = before
        try eventually("what is left of a hundred switches", found: { "\(before) before, \(after) after" }) {
            after = try resources(of: viewfinder.program)
            return after.descriptors <= before.descriptors && after.threads <= before.threads
        }
        #expect(after.memory - before.memory < 8 << 20, "\(before) before, \(after) after")
    }

    /// Presses c and waits for the next source: for all of its picture, or only, which is quicker, for its width.
    private func switchTo(_ view: CardView, in viewfinder: Viewfinder, isSeen: Bool = true) throws {
        try viewfinder.sway.type("c")
        if isSeen { return try viewfinder.expect(view, "the next source") }
        let content = try viewfinder.window.content
        // Rows of the grey ramp, of which only the darkest end is black.
        let rows = PixelRectangle(x: content.x, y: content.y + 300, width: content.width, height: 4)
        try eventually("the next source", found: { viewfinder.program.log }) {
            let width = try viewfinder.sway.screenshot(of: rows).picture()?.width ?? 0
            return abs(width - view.rectangle.width) < 40
        }
    }

    private func resources(of program: Program) throws -> (descriptors: Int, threads: Int, memory: Int) {
        let process = "/proc/\(program.identifier)"
        let memory = try String(contentsOfFile: process + "/statm", encoding: .utf8).split(separator: " ")[1]
        return (
            try FileManager.default.contentsOfDirectory(atPath: process + "/fd").count,
            try FileManager.default.contentsOfDirectory(atPath: process + "/task").count,
            (Int(memory) ?? 0) * 4096
        )
    }
}
