import Foundation
import TestSupport
import Testing

/// A system that has nothing left to give: it is told, the camera goes on, and all is well when there is something again.
@Suite(.serialized) final class ExhaustionTests {
    private let home = NSTemporaryDirectory() + "home-\(UUID().uuidString)"

    deinit { try? FileManager.default.removeItem(atPath: home) }

    private func limit(_ viewfinder: Viewfinder, _ limit: String) throws {
        let (program, end) = try Program.run(
            "prlimit", ["--pid", "\(viewfinder.program.identifier)", limit])
        try #require(end.status == .exited(0), "\(program.log)")
    }

    /// Shows some frames with so many descriptors at most.
    private func run(descriptors count: Int) throws -> (program: Program, end: Program.End) {
        let sway = try HeadlessSway()
        defer { withExtendedLifetime(sway) {} }
        return try Program.run(
            "prlimit",
            [
                "--nofile=\(count):\(count)", Repository.program, "--source", "test:320x180@30:NV12",
                "--frames", "20",
            ], environment: sway.environment)
    }

    @Test(arguments: [40, 64])
    func aStartWithFewDescriptorsWorks(count: Int) throws {
        let (program, end) = try run(descriptors: count)
        #expect(end.status == .exited(0) && program.errors.isEmpty, "\(program.log)")
    }

    @Test(arguments: [4, 6, 8, 10, 12, 14, 16, 18, 20])
    func aStartWithTooFewDescriptorsSaysSo(count: Int) throws {
        // Between too few for anything and enough, another thread may give the one back that a driver lacked before that is looked into.
        for attempt in 0..<5 {
            let (program, end) = try run(descriptors: count)
            // With how many it starts is the libraries' matter.
            if end.status == .exited(0) { return }
            #expect(end.status == .exited(1), "\(program.log)")
            if program.errors.contains("Too many open files") { return }
            #expect(attempt < 4, "\(program.log)")
        }
    }

    @Test func withoutDescriptorsTheCameraGoesOn() throws {
        let viewfinder = try Viewfinder(
            ["--source", "test:640x360@30:NV12"], environment: ["HOME": home, "XDG_CONFIG_HOME": nil])
        try viewfinder.sway.resize(viewfinder.program, width: 640, height: 360)
        var view = CardView(window: (640, 360))
        let keyboard = try VirtualKeyboard(viewfinder.sway)
        // The keymap comes as a descriptor with the first key, which must not be the last that there is.
        for isMirrored in [true, false] {
            try keyboard.tap("h")
            view.isMirrored = isMirrored
            try viewfinder.expect(view, "mirrored: \(isMirrored)")
        }
        let first = try viewfinder.frame(after: nil, view)
        try limit(viewfinder, "--nofile=5:4096")
        for key in ["p", "v"] {
            try keyboard.tap(key)
            try viewfinder.waitForTitle("what \(key) lacks") { $0.contains("Too many open files") }
        }
        let second = try viewfinder.frame(after: first, view)
        try limit(viewfinder, "--nofile=1024:4096")
        try keyboard.tap("p")
        try viewfinder.waitForTitle("the picture") { $0.contains("saved viewfinder-") && $0.contains(".png") }
        try viewfinder.frame(after: second, view)
        viewfinder.program.signal(SIGTERM)
        #expect(try viewfinder.program.wait(within: 10).status == .exited(0))
    }
}
