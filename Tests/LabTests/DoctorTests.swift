internal import Foundation
internal import TestSupport
internal import Testing

extension LabTests {
    /// `viewfinder doctor`, on a healthy machine and on one with seeded faults.
    @Suite struct Doctor {
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
                var state: String
                var captured: Int
                var rate: Double?
                var shown: Int?
                var mode: Choice?
                var color: Choice?
                var route: Choice?
                var drawing: Choice?
                var presentation: Choice?

                var choices: [Choice?] { [mode, color, route, drawing, presentation] }
            }
            struct Desktop: Decodable {
                struct Compositor: Decodable {
                    var globals: [String]
                }
                var compositor: Compositor?
            }
            var findings: [Finding]
            var trials: [Trial]
            var desktop: Desktop

            func sentence(_ fault: String) -> String? { findings.first { $0.fault == fault }?.sentence }
        }

        private func report(_ name: String) throws -> Report {
            try JSONDecoder().decode(Report.self, from: Lab.step("doctor").bytes("\(name).json"))
        }

        /// The findings of a machine that has neither message bus nor PipeWire, as the lab's.
        private static let always: Set = ["noBus", "noPipeWire"]

        @Test("each camera runs for three seconds in the window, and each choice has its reason")
        func healthy() throws {
            let report = try report("healthy")
            #expect(report.trials.map(\.path) == ["/dev/video0", "/dev/video1", "/dev/video2"])
            for trial in report.trials {
                #expect(trial.state == "running")
                #expect(trial.captured > 20)
                #expect(try #require(trial.shown) > 5)
                for choice in trial.choices { #expect(try #require(choice).reason != "") }
            }
            let globals = try #require(report.desktop.compositor).globals
            #expect(globals.contains { $0.hasPrefix("xdg_wm_base ") })
        }

        @Test("the program that has a camera is named")
        func busy() throws {
            let report = try report("busy")
            #expect(report.sentence("camera")?.contains("in use by v4l2-ctl (process ") == true)
            #expect(report.trials.count == 1)
        }

        @Test("a camera that may not be opened, and a file in a camera's place, are named")
        func nodes() throws {
            let report = try report("nodes")
            #expect(report.sentence("forbidden")?.contains("/dev/video0") == true)
            #expect(report.sentence("forged")?.contains("/dev/video77") == true)
        }

        @Test("a graphics driver that is not there is named")
        func driver() throws {
            let report = try report("driver")
            #expect(report.sentence("wrongDriver")?.contains("/nowhere/card.json") == true)
            #expect(report.sentence("graphics")?.contains("no Vulkan driver") == true)
        }

        @Test("damaged settings and a full disk are named")
        func files() throws {
            let report = try report("files")
            #expect(report.sentence("settings")?.contains("~/.config/viewfinder/settings.json") == true)
            #expect(report.sentence("littleRoom")?.contains("~/Pictures") == true)
        }

        @Test("without a compositor the camera is tried all the same")
        func desktop() throws {
            let report = try report("desktop")
            #expect(report.sentence("noWindow")?.contains("no Wayland display") == true)
            #expect(report.desktop.compositor == nil)
            let trial = try #require(report.trials.first)
            #expect(trial.captured > 20)
            #expect(trial.route?.reason.isEmpty == false)
            #expect(trial.drawing?.reason.isEmpty == false)
        }

        @Test("what is found has been seeded", arguments: ["busy", "nodes", "driver", "files", "desktop"])
        func nothingElse(name: String) throws {
            let seeded: [String: Set] = [
                "busy": ["camera"], "nodes": ["forbidden", "forged"],
                "driver": ["graphics", "wrongDriver", "noWindow"],
                "files": ["settings", "littleRoom"], "desktop": ["noWindow"],
            ]
            // A busy machine may miss pictures.
            let found = Set(try report(name).findings.map(\.fault)).subtracting(["slow", "dropped"])
            #expect(found.subtracting(Self.always).isSubset(of: seeded[name] ?? []))
        }
    }
}
