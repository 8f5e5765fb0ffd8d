internal import TestSupport
internal import Testing

extension LabTests {
    /// A client of the library under what vivid can do; what it holds of the system's is afterwards what it was before.
    @Suite struct Client {
        @Test(
            "a client goes on after each fault, and holds no more than before",
            arguments: [
                "starts", "switches", "injections", "wraps", "contacts", "gone", "unplugged-streaming",
                "unplugged-starting", "unplugged-switching", "unplugged-stopping",
            ])
        func trial(_ name: String) throws {
            let words = try Lab.step("client").note(name)
            #expect(words.hasPrefix("\(name) 4 in "), "\(words)")
        }
    }
}
