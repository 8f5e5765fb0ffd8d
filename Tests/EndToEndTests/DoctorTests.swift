import Foundation
import TestSupport
import Testing

/// `viewfinder doctor` on machines whose parts do not answer.
struct DoctorTests {
    private struct Report: Decodable {
        struct Finding: Decodable {
            var fault: String
            var sentence: String
        }
        struct Choice: Decodable {
            var name: String
            var reason: String
        }
        struct Trial: Decodable {
            var path: String
            var fault: String?
            var drawingFault: String?
            var shown: Int?
            var device: Choice?
            var drawing: Choice?
            var presentation: Choice?
            var missedCallbacks: [String: Int]
        }
        struct Desktop: Decodable {
            var window: String
        }
        struct Graphics: Decodable {
            struct Place: Decodable {
                var name: String
                var isTaken: Bool
                var reason: String
            }
            var chosen: String?
            var order: [Place]
        }
        var findings: [Finding]
        var trials: [Trial]
        var desktop: Desktop
        var graphics: Graphics

        func sentence(_ fault: String) -> String? { findings.first { $0.fault == fault }?.sentence }
    }

    private static let nowhere: [String: String?] = [
        "WAYLAND_DISPLAY": nil, "DISPLAY": nil, "XDG_RUNTIME_DIR": NSTemporaryDirectory() + "nowhere",
        "DBUS_SESSION_BUS_ADDRESS": nil, "HOME": NSTemporaryDirectory() + "nobody",
    ]

    private func report(_ program: Program, _ end: Program.End) throws -> Report {
        #expect(end.status == .exited(0), "\(program.log)")
        #expect(program.errors.isEmpty, "\(program.errors)")
        // With some drivers it is the number of the very board.
        #expect(!program.output.contains("deviceUUID"))
        return try JSONDecoder().decode(Report.self, from: program.outputBytes)
    }

    /// Vulkan's loader keeps its lock while a driver is asked, so a second question would never end.
    @Test("a graphics driver that never answers is named, and the camera is tried all the same")
    func silentDriver() throws {
        let manifest = NSTemporaryDirectory() + "viewfinder-silent-driver-\(getpid()).json"
        let driver = [
            "library_path": try PreloadedLibrary.compiled("silent-driver"), "api_version": "1.3.0",
        ]
        try JSONSerialization.data(
            withJSONObject: ["file_format_version": "1.0.0", "ICD": driver] as [String: Any]
        ).write(to: URL(filePath: manifest))
        defer { try? FileManager.default.removeItem(atPath: manifest) }
        let driverWish: [String: String?] = ["VK_DRIVER_FILES": manifest, "VK_ICD_FILENAMES": manifest]
        let camera = try PreloadedLibrary.environment("one-camera").merging(driverWish) { $1 }
        let sway = try HeadlessSway()
        // Both at once: each waits for the driver for twenty seconds.
        let programs = try [Self.nowhere, sway.environment].map {
            try Program(Repository.program, ["doctor", "--json"], environment: $0.merging(camera) { $1 })
        }
        for program in programs {
            let report = try report(program, program.wait(within: 90))
            #expect(report.sentence("graphics")?.contains("not answered") == true)
            let trial = try #require(report.trials.first { $0.path == "/dev/video99" })
            #expect(trial.fault != nil)
        }
    }

    /// The library that speaks to it would wait for ninety seconds.
    @Test("a message bus that lets nobody in is named, after some seconds")
    func silentBus() throws {
        let path = NSTemporaryDirectory() + "viewfinder-silent-bus-\(getpid())"
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer {
            close(listener)
            unlink(path)
        }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        // The kernel connects whoever comes, and nobody reads what they say.
        try #require(status == 0 && listen(listener, 8) == 0)
        let begin = ContinuousClock.now
        let program = try Program(
            Repository.program, ["doctor", "--json", "--source", "none"],
            environment: Self.nowhere.merging(["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(path)"]) { $1 })
        let report = try report(program, program.wait(within: 80))
        #expect(report.sentence("noBus")?.contains("cannot be asked") == true)
        #expect(ContinuousClock.now - begin < .seconds(60))
    }

    @Test("who closes the window ends the trial, and the report says so")
    func closedWindow() throws {
        let sway = try HeadlessSway()
        let camera = try PreloadedLibrary.environment("one-camera")
            .merging(["VIEWFINDER_CAMERA": "silent"]) { $1 }
        let program = try Program(
            Repository.program, ["doctor", "--json"], environment: sway.environment.merging(camera) { $1 })
        _ = try sway.window(of: program, within: 60)
        try sway.command("[app_id=\"\(Viewfinder.application)\"] kill")
        let report = try report(program, program.wait(within: 60))
        #expect(report.trials.isEmpty)
        #expect(report.sentence("closed")?.contains("before all was tried") == true)
    }

    /// The machine of a test run has no camera; on one that has, they are tried.
    @Test("without a camera the test card tells path and presentation, in a window and without one")
    func testCard() throws {
        let sway = try HeadlessSway()
        for (environment, hasWindow) in [(sway.environment, true), (Self.nowhere, false)] {
            let (program, end) = try Program.run(
                Repository.program, ["doctor", "--json"], environment: environment, within: 60)
            let report = try report(program, end)
            let trial = try #require(report.trials.first)
            #expect(trial.path == "test" || trial.path.hasPrefix("/dev/video"))
            #expect(try #require(trial.drawing).reason != "")
            #expect((trial.presentation?.reason.isEmpty == false) == hasWindow)
            #expect(Array(trial.missedCallbacks.keys) == (hasWindow ? ["mailbox"] : []))
            #expect((trial.shown ?? 0 > 0) == hasWindow)
        }
        // What is not wished for is not tried.
        let (program, end) = try Program.run(
            Repository.program, ["doctor", "--json", "--source", "none"], environment: Self.nowhere)
        #expect(try report(program, end).trials.isEmpty)
    }

    /// The user's order puts a card first that cannot show pictures here.
    @Test("the device of the window is named, and the reason why another is not")
    func takenDevice() throws {
        let sway = try HeadlessSway()
        let words = [Repository.path("scripts/with-layer"), "--no-validation", "hybrid", Repository.program]
        let (program, end) = try Program.run(
            words[0], words.dropFirst() + ["doctor", "--json"],
            environment: sway.environment.merging(["__NV_PRIME_RENDER_OFFLOAD": "1"]) { $1 }, within: 90)
        let report = try report(program, end)
        let trial = try #require(report.trials.first)
        #expect(trial.device?.name.hasPrefix("Processor's graphics") == true)
        #expect(report.graphics.chosen == trial.device?.name)
        #expect(report.graphics.order.map(\.isTaken) == [false, true], "\(report.graphics.order)")
        #expect(report.graphics.order.first?.reason.contains("VK_ERROR_SURFACE_LOST_KHR") == true)
    }

    @Test("a variable that names no driver is told, even where the file is there")
    func noDriver() throws {
        let wish: [String: String?] = ["VK_DRIVER_FILES": "/etc/os-release", "VK_ICD_FILENAMES": nil]
        let (program, end) = try Program.run(
            Repository.program, ["doctor", "--json", "--source", "none"],
            environment: Self.nowhere.merging(wish) { $1 })
        let report = try report(program, end)
        #expect(report.sentence("wrongDriver")?.hasPrefix("VK_DRIVER_FILES is /etc/os-release") == true)
    }

    /// A bus of the test's own, with the services of a folder of the test's own.
    @Test("a desktop without a portal is told, and one with a portal is not", arguments: [false, true])
    func portal(isThere: Bool) throws {
        try Requirement.programs("dbus-run-session", "dbus-daemon")
        let folder = NSTemporaryDirectory() + "viewfinder-bus-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let configuration = """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig><type>session</type><listen>unix:tmpdir=\(folder)</listen><servicedir>\(folder)</servicedir>
            <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
            </busconfig>
            """
        try Data(configuration.utf8).write(to: URL(filePath: "\(folder)/bus.conf"))
        if isThere {
            let name = "org.freedesktop.portal.Desktop"
            try Data("[D-BUS Service]\nName=\(name)\nExec=/bin/false\n".utf8)
                .write(to: URL(filePath: "\(folder)/\(name).service"))
        }
        // The daemon may complain of its own limits, which is not what is looked at.
        let script =
            "exec 3>&2 2>/dev/null; exec dbus-run-session --config-file=\"$1\" -- sh -c 'exec \"$1\" doctor --json --source none 2>&3' sh \"$2\""
        let (program, end) = try Program.run(
            "sh", ["-c", script, "sh", "\(folder)/bus.conf", Repository.program], environment: Self.nowhere)
        let report = try report(program, end)
        #expect(report.sentence("noBus") == nil)
        #expect((report.sentence("noPortal") == nil) == isThere)
    }
}
