import Foundation
import TestSupport
import Testing

/// The way from the start to the first picture.
@Suite(.serialized) struct StartTests {
    private struct Report: Decodable {
        struct Phase: Decodable {
            var name: String
            var begin: Double
            var end: Double?
        }

        struct Start: Decodable {
            var processAt: Int64
            var mainAt: Int64
            var presentedAt: Int64?
            var phases: [Phase]
        }

        var start: Start
        var firstFrameAfter: Double?
    }

    /// Steps that follow each other; the three rows run side by side.
    private static let rows = [
        ["loading", "arguments", "wayland", "window", "swapchain", "firstDraw"],
        ["cameraOpen", "cameraMode", "cameraStream", "cameraFirstFrame", "firstDraw"],
        ["instance", "device", "pipelines", "warm", "swapchain", "firstDraw", "firstPresent"],
    ]

    /// Runs the program for one picture in a compositor of its own.
    private func start(_ arguments: [String], environment: [String: String?] = [:]) throws -> Report {
        let sway = try HeadlessSway()
        let (program, end) = try Program.run(
            Repository.program, arguments + ["--frames", "1", "--stats", "-"],
            environment: sway.environment.merging(environment) { $1 })
        #expect(end.status == .exited(0), "\(program.log)")
        let last = try #require(program.output.split(separator: "\n").last)
        return try JSONDecoder().decode(Report.self, from: Data(last.utf8))
    }

    private func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    @Test func theLaunchersTokenIsTakenBeforeThereAreThreads() throws {
        let path = NSTemporaryDirectory() + "environment-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        _ = try start(
            ["--source", "test:640x360@30:NV12"],
            environment: try PreloadedLibrary.environment("environment-threads").merging([
                "VIEWFINDER_ENVIRONMENT": path, "XDG_ACTIVATION_TOKEN": "token", "DESKTOP_STARTUP_ID": "id",
            ]) { $1 })
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        #expect(lines.contains("XDG_ACTIVATION_TOKEN 1") && lines.contains("DESKTOP_STARTUP_ID 1"))
        #expect(lines.allSatisfy { $0.hasSuffix(" 1") }, "\(lines)")
    }

    @Test(arguments: ["test:640x360@30:NV12", "test:640x360@30:MJPG"])
    func eachStepIsTimedAndOverBeforeTheFirstPicture(source: String) throws {
        let before = now()
        let report = try start(["--source", source])
        let after = now()
        let start = report.start
        let presented = try #require(start.presentedAt)
        #expect(before <= start.processAt && start.processAt <= start.mainAt)
        #expect(start.mainAt < presented && presented < after)
        #expect(
            abs(try #require(report.firstFrameAfter) - Double(presented - start.processAt) / 1e6) < 0.001)

        let phases = Dictionary(uniqueKeysWithValues: start.phases.map { ($0.name, $0) })
        #expect(Set(phases.keys) == Set(Self.rows.joined()))
        for phase in start.phases {
            let end = try #require(phase.end, "\(phase.name)")
            #expect(0 <= phase.begin && phase.begin <= end, "\(phase)")
            #expect(end <= Double(presented - start.processAt) / 1e6 + 0.001, "\(phase)")
        }
        for row in Self.rows {
            for (name, next) in zip(row, row.dropFirst()) {
                #expect(
                    try #require(phases[name]?.end) <= #require(phases[next]?.begin),
                    "\(name) is over before \(next) begins: \(start.phases)")
            }
        }
    }

    @Test func whatIsNotOverHasNoEnd() throws {
        let path = NSTemporaryDirectory() + "viewfinder-pipe-\(UUID().uuidString)"
        try #require(mkfifo(path, 0o600) == 0)
        defer { unlink(path) }
        let viewfinder = try Viewfinder(["--source", "raw:\(path):64x48@30:GREY", "--stats", "-"])
        viewfinder.program.signal(15)
        #expect(try viewfinder.program.wait(within: 10).status == .exited(0))
        let last = try #require(viewfinder.program.output.split(separator: "\n").last)
        let report = try JSONDecoder().decode(Report.self, from: Data(last.utf8))
        #expect(report.firstFrameAfter == nil && report.start.presentedAt == nil)
        #expect(report.start.phases.contains { $0.name == "pipelines" && $0.end != nil })
        #expect(!report.start.phases.contains { $0.name == "firstDraw" })
    }

    // MARK: Drivers

    /// The manifest of the driver that draws on the processor.
    private func softwareManifest() throws -> String {
        let folder = "/usr/share/vulkan/icd.d"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let name = names.first { $0.hasPrefix("lvp_icd") }
        try Requirement.check(
            name != nil, "Mesa's software driver is not installed: apt install mesa-vulkan-drivers")
        return "\(folder)/\(name ?? "")"
    }

    /// The machine as if its only driver were one for graphics cards, which works here all the same.
    @Test(arguments: ["intel_icd", "radeon_icd"])
    func aDriverThatWasLeftOutIsLoadedWhenNothingElseWorks(name: String) throws {
        let manifest = try softwareManifest()
        let folder = NSTemporaryDirectory() + "viewfinder-drivers-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(
            atPath: "\(folder)/vulkan/icd.d", withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: manifest, toPath: "\(folder)/vulkan/icd.d/\(name).test.json")
        let report = try start(
            ["--source", "test:64x48@30:NV12"],
            environment: [
                "XDG_DATA_DIRS": folder, "XDG_DATA_HOME": folder, "XDG_CONFIG_HOME": folder, "HOME": folder,
            ])
        #expect(report.start.presentedAt != nil)
    }

    @Test func whereNoDriverIsInstalledItSaysSo() throws {
        let installed = (try? FileManager.default.contentsOfDirectory(atPath: "/etc/vulkan/icd.d")) ?? []
        try Requirement.check(
            installed.isEmpty, "there are drivers in /etc/vulkan/icd.d, which cannot be hidden")
        let folder = NSTemporaryDirectory() + "viewfinder-drivers-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let none = [
            "XDG_DATA_DIRS": folder, "XDG_DATA_HOME": folder, "XDG_CONFIG_HOME": folder, "HOME": folder,
        ]
        let sway = try HeadlessSway()
        let (program, end) = try Program.run(
            Repository.program, ["--source", "test", "--no-overlay"],
            environment: sway.environment.merging(none) { $1 })
        #expect(end.status == .exited(1))
        #expect(program.errors.contains("no Vulkan driver"), "\(program.log)")
        #expect(program.errors.contains("mesa-vulkan-drivers"), "\(program.log)")
    }
}
