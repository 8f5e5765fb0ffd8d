import Faults
import Glibc
import TestSupport
import Testing

/// Tests that are too long for `make test`; `make test-long` runs them.
@Suite(.serialized) struct LongTests {
    private static let seconds = 10
    private static let rate = 30

    /// Stops a compositor for a while: the program rests meanwhile, and then shows its newest picture.
    private func stall(_ compositor: Int32, _ program: Program, frame: () throws -> UInt32?) throws {
        let before = try eventually("a picture", found: { program.log }) { try frame() }
        _ = try Program.run("kill", ["-STOP", "\(compositor)"])
        // Else nobody could end it, where this fails.
        defer { _ = try? Program.run("kill", ["-CONT", "\(compositor)"]) }
        // What was under way comes to its end first.
        usleep(1_000_000)
        let begin = try Activity(of: program)
        usleep(useconds_t(Self.seconds * 1_000_000))
        let end = try Activity(of: program)
        #expect(program.isRunning, "\(program.log)")
        #expect(end.processorMilliseconds - begin.processorMilliseconds <= Double(10 * Self.seconds))
        #expect(end.wakeUps - begin.wakeUps <= 2 * Self.seconds)
        _ = try Program.run("kill", ["-CONT", "\(compositor)"])
        try Fault.compositorStalled.within(.recovered) {
            try eventually("the newest picture", found: { program.log }) {
                try frame().map { Int($0) - Int(before) >= Self.rate * Self.seconds } == true
            }
        }
    }

    @Test func aStoppedSwayIsWaitedForWithoutWork() throws {
        let viewfinder = try Viewfinder(cards: "640x360@\(Self.rate):NV12")
        let window = try viewfinder.window.content
        let view = CardView(window: (window.width, window.height))
        try viewfinder.expect(view)
        try stall(viewfinder.sway.identifier, viewfinder.program) {
            view.frameNumber(in: try viewfinder.screenshot())
        }
        try viewfinder.expect(view, "after the compositor was stopped")
        try viewfinder.sway.type("q")
        #expect(try viewfinder.waitForCleanEnd())
    }

    @Test func aStoppedWestonIsWaitedForWithoutWork() throws {
        let weston = try HeadlessWeston(width: 640, height: 360)
        let program = try Program(
            Repository.program, ["--source", "test:640x360@\(Self.rate):NV12"],
            environment: weston.environment)
        let view = CardView(window: (640, 360))
        try Viewfinder.expect(view, "weston", of: program, within: 30) { try weston.screenshot() }
        try stall(weston.identifier, program) { view.frameNumber(in: try weston.screenshot()) }
        try weston.type("q")
        #expect(try program.wait(within: 10).status == .exited(0))
    }
}
