internal import Faults
internal import Foundation
internal import TestSupport
internal import Testing

extension LabTests {
    /// The promises of the table of faults that the program keeps with real drivers.
    @Suite struct PromiseTests {
        @Test func standsIn() throws {
            let step = try Lab.step("unplug")
            let camera = try step.note("plain").components(separatedBy: " – ")[0]
            let title = try step.note("title card")
            #expect(title.contains(Fault.standsIn.sentence([.camera: camera])), "\(title)")
            try Fault.standsIn.hold(.told, seconds: Double(step.number("told")) / 100)
            try Fault.standsIn.hold(.recovered, seconds: Double(step.number("recovered")) / 100)
        }

        @Test func unwatched() throws {
            let step = try Lab.step("unwatched")
            let words = try step.note("words")
            let told = Fault.unwatched.sentence([.path: "/dev", .reason: "Too many open files"])
            #expect(words.contains(told), "\(words)")
            try Fault.unwatched.hold(.told, seconds: Double(step.number("told")) / 100)
            try Fault.unwatched.hold(.recovered, seconds: Double(step.number("recovered")) / 100)
        }
    }
}
