internal import Faults
internal import Foundation
internal import TestSupport
internal import Testing

extension LabTests {
    /// Cameras that are lost, refuse, or deliver rubbish.
    @Suite struct Faults {
        private static let red = Color(255, 0, 0)
        private static let green = Color(0, 255, 0)

        @Test("a shown camera that is lost is followed by the next one, and comes back by itself")
        func lost() throws {
            let step = try Lab.step("lost")
            try expect(step, "next", Self.green)
            let camera = try step.note("plain").components(separatedBy: " – ")[0]
            let words = Fault.withdrawn.sentence([.camera: camera])
            #expect(try step.note("title next").contains(words))
            try expect(step, "back", Self.red)
            #expect(try step.note("title back") == step.note("plain"))
        }

        @Test("a shown camera with a loose contact goes on")
        func looseContact() throws {
            let step = try Lab.step("lost")
            try expect(step, "contact", Color(0, 0, 255))
            #expect(try step.note("title contact") == step.note("plain"))
        }

        @Test("with every camera unplugged there is the test card; plugged in again, the camera is back")
        func unplug() throws {
            let step = try Lab.step("unplug")
            let card = try step.image("card")
            #expect(Set(Bars.middles(of: card)).count > 2)
            #expect(try step.note("title card").contains("unplugged"))
            try expect(step, "back", Self.green)
            #expect(try step.note("title back") == step.note("plain"))
        }

        @Test("a program of another package tells that its camera is unplugged, and shows it again")
        func others() throws {
            let step = try Lab.step("others")
            #expect(try step.note("plain") == "Camera")
            #expect(try step.note("title unplugged").contains("unplugged"))
            try expect(step, "back", Self.green)
        }

        @Test("a program of another package switches, and changes size and rate of a running camera")
        func othersSwitch() throws {
            let step = try Lab.step("others")
            #expect(try !step.note("switched").contains("since"))
            #expect(try step.note("changed").contains("640x360 at 15 fps"))
        }

        @Test("broken and missing frames, wrapped numbers and times cost no more than these frames")
        func brokenFrames() throws {
            let step = try Lab.step("broken-frames")
            try expect(step, "last", Color(255, 255, 255))
            #expect(try step.note("title") == step.note("plain"))
            let dropped = try #require(try step.statistics()["dropped"] as? [String: Int])
            #expect(dropped["errorFlag"] ?? 0 >= 3, "\(dropped)")
            #expect(dropped["gap"] ?? 0 >= 1, "\(dropped)")
        }

        @Test(
            "a camera that refuses to start leaves the old picture and a reason in the title",
            arguments: ["reqbufs", "streamon"])
        func refusal(_ call: String) throws {
            let step = try Lab.step("refusals")
            try expect(step, call, Self.red)
            #expect(try step.note("title \(call)").contains("vivid"))
        }

        @Test("a buffer that the driver does not take is no reason to refuse a camera")
        func refusedBuffer() throws {
            try expect(Lab.step("refusals"), "qbuf", Self.green)
        }

        @Test("a stream that is broken for good is started again")
        func brokenStream() throws {
            let step = try Lab.step("broken-stream")
            try expect(step, "mended", Color(0, 0, 255))
            #expect(try step.note("title") == step.note("plain"))
        }

        @Test("a busy camera leaves the old picture, says so in the title, and is shown once it is free")
        func busy() throws {
            let step = try Lab.step("busy")
            try expect(step, "busy", Self.red)
            #expect(try step.note("title busy").contains("in use by v4l2-ctl"))
            try expect(step, "free", Self.green)
        }

        @Test("a forbidden camera leaves the old picture, and the title says what to do")
        func permission() throws {
            let step = try Lab.step("permission")
            try expect(step, "denied", Self.red)
            #expect(try step.note("title denied").contains("video"))
            try expect(step, "allowed", Self.green)
        }

        private func expect(_ step: LabStep, _ name: String, _ color: Color) throws {
            let image = try step.image(name)
            let found = image.color(of: image.bounds.inset(by: 4))
            #expect(found.distance(to: color) <= Bars.tolerance, "\(name) is \(found)")
        }
    }
}
