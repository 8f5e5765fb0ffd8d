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

        private func report(_ name: String, of step: String = "doctor") throws -> Report {
            try JSONDecoder().decode(Report.self, from: Lab.step(step).bytes("\(name).json"))
        }

        /// The cameras' device files, whose numbers are what earlier steps' plugging in has made them.
        private func devices() throws -> [String] {
            try Lab.step("doctor").note("devices").split(separator: " ").map(String.init)
        }

        /// The findings of a machine that has neither message bus nor PipeWire, as the lab's.
        private static let always: Set = ["noBus", "noPipeWire"]

        /// The findings that are there for what was done to the machine.
        static let seeded: [String: Set<String>] = [
            "busy": ["camera"], "losses": ["dropped"], "forbidden": ["forbidden"], "forged": ["forged"],
            "driver": ["graphics", "wrongDriver", "noWindow"], "settings": ["settings"],
            "room": ["littleRoom"], "desktop": ["noWindow"],
        ]

        @Test("each camera runs for three seconds in the window, and each choice has its reason")
        func healthy() throws {
            let report = try report("healthy")
            #expect(try report.trials.map(\.path) == devices())
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

        @Test("lost pictures are named")
        func losses() throws {
            #expect(try report("losses").sentence("dropped")?.contains("(gap)") == true)
        }

        @Test("a camera that sends nothing is named, beside one that does")
        func silent() throws {
            let report = try report("silent", of: "usb-doctor")
            #expect(report.sentence("camera")?.contains("First Camera") == true)
            #expect(report.trials.map(\.state).filter { $0 == "running" }.count == 1)
        }

        @Test("a USB camera that no driver has taken is named")
        func unbound() throws {
            let sentence = try report("unbound", of: "usb-doctor").sentence("wrongDriver")
            #expect(sentence?.contains("Second Camera") == true)
            #expect(sentence?.contains("modprobe uvcvideo") == true)
        }

        @Test("a camera that may not be opened is named")
        func forbidden() throws {
            let first = try #require(try devices().first)
            #expect(try report("forbidden").sentence("forbidden")?.contains(first) == true)
        }

        @Test("a file in a camera's place is named")
        func forged() throws {
            #expect(try report("forged").sentence("forged")?.contains("/dev/video77") == true)
        }

        @Test("a graphics driver that is not there is named")
        func driver() throws {
            let report = try report("driver")
            #expect(report.sentence("wrongDriver")?.contains("/nowhere/card.json") == true)
            #expect(report.sentence("graphics")?.contains("no Vulkan driver") == true)
        }

        @Test("damaged settings are named")
        func settings() throws {
            let sentence = try report("settings").sentence("settings")
            #expect(sentence?.contains("~/.config/viewfinder/settings.json") == true)
        }

        @Test("a full disk is named")
        func room() throws {
            #expect(try report("room").sentence("littleRoom")?.contains("~/Pictures") == true)
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

        @Test("what is found has been seeded", arguments: Doctor.seeded.keys.sorted())
        func nothingElse(name: String) throws {
            // A busy machine may miss pictures.
            let found = Set(try report(name).findings.map(\.fault)).subtracting(["slow", "dropped"])
            #expect(found.subtracting(Self.always).isSubset(of: Self.seeded[name] ?? []))
        }
    }
}
