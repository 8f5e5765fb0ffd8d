import Foundation
import TestSupport
import Testing

/// The program on a machine with one card, which cannot show pictures in the window, and a driver that is left out at first.
@Suite(.serialized) struct DriverTests {
    /// A machine of the tests' own layer, on which the loader finds its drivers by itself.
    private final class Machine {
        private let folder = NSTemporaryDirectory() + "drivers-\(UUID().uuidString)"
        /// Starts a program on the machine.
        let command: [String]
        let environment: [String: String?]

        init() throws {
            let manifests = folder + "/vulkan/icd.d"
            try FileManager.default.createDirectory(atPath: manifests, withIntermediateDirectories: true)
            if !FileManager.default.fileExists(atPath: Repository.path(".build/layer/drivers/first.json")) {
                _ = try Program.run(Repository.path("scripts/build-layer"), within: 120)
            }
            // The second copy of lavapipe's has the name of a driver whose card no machine of ours has.
            for (driver, name) in [("first", "card"), ("second", "powervr_mesa_icd.test")] {
                let place = Repository.path(".build/layer/drivers")
                let text = try String(contentsOfFile: "\(place)/\(driver).json", encoding: .utf8)
                try text.replacingOccurrences(of: "\"./", with: "\"\(place)/")
                    .write(toFile: "\(manifests)/\(name).json", atomically: true, encoding: .utf8)
            }
            // The first device of this profile loses the surface over the question for formats.
            command = [
                Repository.path("scripts/with-layer"), "--no-validation", "hybrid", "env", "-u",
                "VK_DRIVER_FILES", "-u", "VK_ICD_FILENAMES",
            ]
            environment = ["XDG_DATA_DIRS": folder, "XDG_CACHE_HOME": folder + "/cache"]
        }

        deinit { try? FileManager.default.removeItem(atPath: folder) }

        /// Runs the program, and reads its report.
        func report<Report: Decodable>(_ options: [String], in sway: HeadlessSway) throws -> Report {
            let words = command + [Repository.program, "doctor", "--json"] + options
            let (program, end) = try Program.run(
                words[0], Array(words.dropFirst()), environment: sway.environment.merging(environment) { $1 },
                within: 120)
            #expect(end.status == .exited(0), "\(program.log)")
            return try JSONDecoder().decode(Report.self, from: program.outputBytes)
        }
    }

    /// What the tests read of `viewfinder doctor --json`.
    private struct Report: Decodable {
        struct Graphics: Decodable {
            var chosen: String?
            var order: [GraphicsReport.Place]
        }
        var graphics: Graphics
    }

    /// The card is passed over with the driver's words, and the device of the driver that was left out comes behind it.
    private func expectTheOther(_ order: [GraphicsReport.Place]) {
        #expect(order.map { $0.name.hasPrefix("Sleeping card") } == [true, false], "\(order)")
        #expect(order.map(\.isTaken) == [false, true], "\(order)")
        #expect(order.first?.reason.contains("VK_ERROR_SURFACE_LOST_KHR") == true, "\(order)")
    }

    @Test func theOnlyCardGivesItsPlaceToTheDriversThatWereLeftOut() throws {
        let machine = try Machine()
        let viewfinder = try Viewfinder(
            ["-v", "--source", "test:640x360@30:NV12"], environment: machine.environment, by: machine.command)
        try viewfinder.waitForTitle("the reason") {
            $0.contains("Processor's graphics") && $0.contains("since Sleeping card")
        }
        let content = try viewfinder.window.content
        try viewfinder.expect(CardView(window: (content.width, content.height)))
        #expect(viewfinder.program.log.contains("all are loaded now"), "\(viewfinder.program.log)")
        try viewfinder.sway.type("q")
        #expect(try viewfinder.program.wait(within: 10).status == .exited(0), "\(viewfinder.program.log)")
    }

    @Test func theSelfTestNamesTheDeviceThatTheProgramTakes() throws {
        let report: GraphicsReport = try Machine().report(["--gpu"], in: HeadlessSway())
        #expect(report.devices.map(\.device.name).allSatisfy { $0.hasPrefix("Sleeping card") })
        #expect(report.window.fault == nil && report.window.modes.contains { $0.refusal == nil })
        #expect(report.window.device?.hasPrefix("Processor's graphics") == true)
        expectTheOther(report.order)
    }

    @Test func theDoctorNamesTheDeviceThatTheProgramTakes() throws {
        let report: Report = try Machine().report([], in: HeadlessSway())
        #expect(report.graphics.chosen?.hasPrefix("Processor's graphics") == true)
        expectTheOther(report.graphics.order)
    }
}
