internal import TestSupport
internal import Testing

extension LabTests {
    /// Keyboards that go and come while the viewer runs.
    @Suite struct Keyboards {
        @Test("a key that is held when its keyboard goes is held no more", arguments: ["other", "only"])
        func heldKey(_ which: String) throws {
            let step = try Lab.step("keyboards")
            for look in 1...3 { #expect(try step.note("\(which) \(look)") == "same") }
        }

        @Test("after the only keyboard was gone, the viewer hears the next one's keys")
        func nextKeyboard() throws {
            let step = try Lab.step("keyboards")
            #expect(try step.note("still") == step.note("viewer"))
        }
    }
}
