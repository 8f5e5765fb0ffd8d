internal import Foundation
internal import TestSupport
internal import Testing

extension LabTests {
    /// `viewfinder list`, and the first picture.
    @Suite struct Start {
        private struct Camera: Decodable {
            struct Format: Decodable {
                var fourCC: String
            }
            var id: String
            var name: String
            var path: String
            var driver: String
            var formats: [Format]
        }

        @Test("the list has all three cameras, the multi-planar one, too, each with an id of its own")
        func list() throws {
            let cameras = try JSONDecoder().decode([Camera].self, from: Lab.step("list").bytes("list.json"))
            #expect(cameras.map(\.driver) == ["vivid", "vivid", "vivid"])
            #expect(Set(cameras.map(\.id)).count == 3)
            #expect(Set(cameras.map(\.path)).count == 3)
            for camera in cameras {
                #expect(camera.name.contains("vivid"))
                #expect(camera.formats.contains { $0.fourCC == "NV12" })
                #expect(camera.formats.contains { $0.fourCC == "YUYV" })
            }
        }

        @Test("the list for people names each camera and its device")
        func listForPeople() throws {
            let text = try Lab.step("list").text("list.txt")
            for path in ["/dev/video0", "/dev/video1", "/dev/video2"] { #expect(text.contains(path)) }
        }

        @Test("without arguments the first camera is on the screen, and q ends the program")
        func firstPicture() throws {
            let step = try Lab.step("first-picture")
            #expect(Bars.wrong(Bars.middles(of: try step.image("picture")), Bars.dim) == [])
            #expect(try step.note("title").contains("vivid"))
            #expect(try step.note("title").hasSuffix(" – Viewfinder"))
            #expect(try step.note("app_id") == "\"org.viewfinder.Viewfinder\"")
            #expect(try step.number("exit") == 0)
        }

        @Test("the information line tells format, size, rate and latency, and goes again")
        func information() throws {
            let step = try Lab.step("information")
            let information = try step.note("information")
            #expect(information.contains("320×180"))
            #expect(information.contains("fps"))
            #expect(information.contains(" ms"))
        }
    }
}
