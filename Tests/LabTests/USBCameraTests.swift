internal import Faults
internal import Foundation
internal import TestSupport
internal import Testing

extension LabTests {
    /// USB cameras by the kernel's own driver: Tests/USBCamera on a bus without wires.
    @Suite struct USBCameras {
        private struct Camera: Decodable {
            struct Format: Decodable {
                var fourCC: String
                var isNative: Bool
            }
            var id: String
            var name: String
            var path: String
            var driver: String
            var formats: [Format]
        }

        private static let red = Color(255, 0, 0)
        private static let firstPort = "platform-vhci_hcd.0-usb-0:2:1.0-video-index0"
        private static let secondPort = "platform-vhci_hcd.0-usb-0:3:1.0-video-index0"

        @Test("a USB camera is listed by its serial number, and shown in its colors")
        func picture() throws {
            let step = try Lab.step("usb")
            let cameras = try cameras(step, "list")
            #expect(cameras.map(\.id) == ["usb-Viewfinder_Lab_Camera_0001-video-index0"])
            #expect(cameras.map(\.driver) == ["uvcvideo"])
            #expect(Bars.wrong(Bars.middles(of: try step.image("bars")), Bars.dim) == [])
            #expect(try step.note("plain") == "Lab Camera – Viewfinder")
        }

        @Test("a USB camera that is pulled out while it streams is told of, and comes back by itself")
        func unplugged() throws {
            let step = try Lab.step("usb")
            let title = try step.note("title unplugged")
            #expect(title.contains(Fault.standsIn.sentence([.camera: "Lab Camera"])), "\(title)")
            try Fault.standsIn.hold(.told, seconds: Double(step.number("told")) / 100)
            try Fault.standsIn.hold(.recovered, seconds: Double(step.number("recovered")) / 100)
            #expect(Bars.wrong(Bars.middles(of: try step.image("back")), Bars.dim) == [])
        }

        @Test("a sensor's mosaic is shown in its colors")
        func mosaic() throws {
            let step = try Lab.step("usb-mosaic")
            let camera = try #require(try cameras(step, "list").first)
            #expect(camera.formats.map(\.fourCC) == ["GRBG"])
            #expect(camera.formats.allSatisfy { $0.isNative })
            #expect(try step.statistics()["format"] as? String == "GRBG")
            #expect(Bars.wrong(Bars.middles(of: try step.image("bars")), Bars.dim) == [])
        }

        @Test("a camera whose pictures only libv4l2 knows is shown in its colors, and comes back")
        func converted() throws {
            let step = try Lab.step("usb-converted")
            // It offers nothing that can be shown, and yet it is.
            let camera = try #require(try cameras(step, "list").first)
            #expect(camera.formats.map(\.fourCC) == ["M420"])
            #expect(camera.formats.allSatisfy { !$0.isNative })
            let statistics = try step.statistics()
            #expect(statistics["source"] as? String == "Lab Camera")
            #expect(statistics["format"] as? String == "YU12")
            for name in ["bars", "back", "client"] {
                #expect(Bars.wrong(Bars.middles(of: try step.image(name)), Bars.dim) == [], "\(name)")
            }
        }

        @Test(
            "a client starts a camera that libv4l2 converts again and again, and holds no more than before",
            arguments: ["starts", "switches"])
        func convertedAgain(_ trial: String) throws {
            let words = try Lab.step("usb-converted").note(trial)
            #expect(words.hasPrefix("\(trial) 20 in "), "\(words)")
        }

        @Test("two cameras of one model without serial numbers are told apart by their ports")
        func twins() throws {
            let step = try Lab.step("usb-twins")
            let plain = try step.note("plain")
            #expect(try step.note("title second") != plain)
            #expect(try cameras(step, "both").map(\.id) == [Self.firstPort, Self.secondPort])
            #expect(try cameras(step, "second").map(\.id) == [Self.secondPort])
            let name = plain.components(separatedBy: " – ")[0]
            let next = try step.note("title next")
            #expect(next.contains(Fault.standsIn.sentence([.camera: name])), "\(next)")
        }

        @Test("the chosen one of two twins is shown again, though both have changed their device nodes")
        func swappedTwins() throws {
            let step = try Lab.step("usb-twins")
            let (before, after) = (try cameras(step, "both"), try cameras(step, "swapped"))
            #expect(after.map(\.id) == [Self.secondPort, Self.firstPort])
            #expect(after.map(\.path) == before.map(\.path))
            try expect(step, "back", Self.red)
        }

        @Test("two cameras of one model with one serial number are told apart by their ports")
        func twinsWithOneSerialNumber() throws {
            let step = try Lab.step("usb-twins")
            #expect(
                try cameras(step, "alone").map(\.id) == ["usb-Viewfinder_Lab_Camera_0002-video-index0"])
            #expect(try cameras(step, "serials").map(\.id) == [Self.firstPort, Self.secondPort])
        }

        @Test("a program of another package waits for its camera, though a twin of it is there")
        func client() throws {
            let step = try Lab.step("usb-client")
            #expect(try step.note("plain") == "Camera")
            let sentence = Fault.unplugged.sentence([.camera: "Lab Camera"])
            for moment in ["unplugged", "other"] {
                let title = try step.note("title \(moment)")
                #expect(title.contains(sentence), "\(title)")
            }
            #expect(try color(step, "other").distance(to: Self.red) > 100)
            try expect(step, "back", Color(0, 255, 0))
        }

        @Test(
            "a USB camera that refuses its mode leaves the old picture and a reason in the title",
            arguments: [("probe", "VIDIOC_S_FMT"), ("commit", "VIDIOC_STREAMON")])
        func refusal(_ request: String, _ call: String) throws {
            let step = try Lab.step("usb-faults")
            try expect(step, request, Self.red)
            let reason = try "\(call) \(step.note("second")): Input/output error"
            let sentence = Fault.broken.sentence([.camera: "Second Camera", .reason: reason])
            #expect(try step.note("title \(request)").contains(sentence))
        }

        @Test("damaged pictures cost no more than these, whether the driver leaves them out or marks them")
        func damaged() throws {
            let step = try Lab.step("usb-faults")
            #expect(try step.note("title damaged") == step.note("plain"))
            try expect(step, "damaged", Color(0, 255, 0))
            let dropped = try #require(try step.statistics()["dropped"] as? [String: Int])
            #expect(dropped["gap"] ?? 0 >= 6, "\(dropped)")
            #expect(dropped["errorFlag"] ?? 0 >= 6, "\(dropped)")
        }

        @Test("a USB camera that sends no more is told of, and shown again when it sends")
        func silent() throws {
            let step = try Lab.step("usb-faults")
            let title = try step.note("title silent")
            #expect(title.hasPrefix("Second Camera ("), "\(title)")
            #expect(title.contains(Fault.noPictures.sentence([.camera: "First Camera"])), "\(title)")
            try Fault.noPictures.hold(.told, seconds: Double(step.number("silence told")) / 100)
            try Fault.noPictures.hold(.recovered, seconds: Double(step.number("silence recovered")) / 100)
        }

        @Test("a USB camera that does not answer leaves the old picture and a reason in the title")
        func dead() throws {
            let step = try Lab.step("usb-faults")
            try expect(step, "dead", Color(0, 255, 0))
            let reason = try "VIDIOC_S_FMT \(step.note("second")): Input/output error"
            let sentence = Fault.broken.sentence([.camera: "Second Camera", .reason: reason])
            #expect(try step.note("title dead").contains(sentence))
        }

        private func cameras(_ step: LabStep, _ list: String) throws -> [Camera] {
            try JSONDecoder().decode([Camera].self, from: step.bytes("\(list).json"))
        }

        private func color(_ step: LabStep, _ name: String) throws -> Color {
            let image = try step.image(name)
            return image.color(of: image.bounds.inset(by: 4))
        }

        private func expect(_ step: LabStep, _ name: String, _ expected: Color) throws {
            let found = try color(step, name)
            #expect(found.distance(to: expected) <= Bars.tolerance, "\(name) is \(found)")
        }
    }
}
