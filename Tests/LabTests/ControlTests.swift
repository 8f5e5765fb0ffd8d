internal import Faults
internal import Foundation
internal import TestSupport
internal import Testing

extension LabTests {
    /// A camera's controls: all kinds of them, wishes that are refused, other programs, what is kept, and what is seen.
    @Suite struct Controls {
        private func control(_ key: String, in file: String) throws -> [String: Any] {
            let step = try Lab.step("controls")
            let cameras = try JSONSerialization.jsonObject(with: step.bytes(file)) as? [[String: Any]]
            let controls = try #require(cameras?.first?["controls"] as? [[String: Any]])
            return try #require(controls.first { $0["key"] as? String == key }, "\(key) in \(file)")
        }

        private func value(_ key: String, in file: String) throws -> String {
            "\(try control(key, in: file)["value"] ?? "none")"
        }

        @Test(
            "controls of every kind are listed as what they are",
            arguments: [
                ("button", "button"), ("boolean", "boolean"), ("integer_32_bits", "integer"),
                ("integer_64_bits", "integer64"), ("menu", "menu"), ("integer_menu", "integerMenu"),
                ("string", "text"), ("bitmask", "bitmask"), ("u8_2x3x4x5_array", "compound"),
            ])
        func kinds(key: String, kind: String) throws {
            #expect(try control(key, in: "first.json")["kind"] as? String == kind)
        }

        @Test("a menu has holes")
        func holes() throws {
            let entries = try control("menu", in: "first.json")["entries"] as? [[String: Any]]
            let indices = entries?.compactMap { $0["index"] as? Int } ?? []
            #expect(indices.count > 1)
            #expect(indices != Array((indices.first ?? 0)...(indices.last ?? 0)))
        }

        @Test(
            "controls of every kind are set",
            arguments: [
                ("boolean", "0"), ("integer_32_bits", "-5"), ("integer_64_bits", "1234567890123"),
                ("menu", "4"), ("string", "abc"), ("bitmask", "2147491840"), ("integer_menu", "3"),
                ("brightness", "200"),
            ])
        func set(key: String, expected: String) throws {
            let found = try value(key, in: "set.json")
            #expect(found == expected || found == "false" && expected == "0")
        }

        @Test("a gain that is set switches the automatic one off")
        func clusters() throws {
            #expect(["1", "true"].contains(try value("gain_automatic", in: "set.json")))
            #expect(["0", "false"].contains(try value("gain_automatic", in: "gain.json")))
            #expect(try value("gain", in: "gain.json") == "30")
        }

        @Test("wishes that cannot be met end with an error that says what can")
        func refusals() throws {
            let step = try Lab.step("controls")
            for wish in [
                "menu=2", "brightness=256", "brightness=", "read_only_integer_32_bits=1", "nothing=1",
                "u8_2x3x4x5_array=1", "string=toolong",
            ] {
                #expect(try step.number("refused \(wish)") == 1, "\(wish)")
            }
            let words = try step.text("refused")
            #expect(words.contains("brightness cannot be '256'; it takes 0…255"))
            #expect(words.contains("has no control 'nothing'; it has "))
            #expect(words.contains("can only be read"))
        }

        @Test("settings that have no room leave the old ones, and the camera has the new value")
        func noRoom() throws {
            let step = try Lab.step("controls")
            let title = try step.note("title no room")
            let words = Fault.settingsUnkept.sentence([.path: "|", .reason: "No space left on device"])
            #expect(words.split(separator: "|").allSatisfy { title.contains($0) }, "\(title)")
            #expect(try step.note("names without room") == "settings.json")
            #expect(try step.bytes("after.json") == step.bytes("before.json"))
            #expect(try step.note("by key without room") != step.note("by key"))
        }

        @Test("what was set is kept for this camera alone")
        func kept() throws {
            let step = try Lab.step("controls")
            let kept = try step.text("settings.json")
            #expect(kept.contains("\"platform:vivid-000\""))
            #expect(!kept.contains("vivid-001"))
            #expect(kept.contains("\"gain\" : 30"))
            #expect(try value("brightness", in: "second.json") == "128")
            #expect(!(try step.text("forgotten.json").contains("gain")))
            #expect(try value("brightness", in: "defaults.json") == "128")
        }

        @Test("brightness is seen in the picture")
        func seen() throws {
            let step = try Lab.step("controls")
            func grey(_ name: String) throws -> Int { Int(try step.image(name)[140, 90].green) }
            let (low, middle, high) = (
                try grey("brightness-40"), try grey("brightness-128"), try grey("brightness-220")
            )
            #expect(low + 30 < middle)
            #expect(middle <= high)
            #expect(try grey("kept") >= middle)
        }

        @Test("a key moves a control, and it holds when the camera is plugged in under another number")
        func keys() throws {
            let step = try Lab.step("controls")
            #expect(try step.note("title key").contains("Brightness"))
            #expect(try step.note("by key") != "brightness: 220")
            #expect(try step.note("old device") != step.note("new device"))
        }

        @Test(
            "a program of another package is told of other programs' changes, and of a camera that is pulled out"
        )
        func others() throws {
            let step = try Lab.step("controls")
            let told = try step.text("followed")
            #expect(told.contains("now brightness 50 (0…255)"))
            #expect(told.contains("the camera was unplugged; plug it in again"))
            let last = try step.text("slider").split(separator: "\n").last ?? ""
            #expect(last.contains(/unplugged|you may not|there is no camera/), "\(last)")
        }
    }
}
