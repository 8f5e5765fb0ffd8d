internal import TestSupport
internal import Testing

extension LabTests {
    /// A client of the library under what vivid can do; what it holds of the system's is afterwards what it was before.
    @Suite struct Client {
        @Test(
            "a client goes on after each fault, and holds no more than before",
            arguments: [
                "starts", "switches", "injections", "drops", "wraps", "contacts", "gone",
                "unplugged-streaming", "unplugged-starting", "unplugged-switching", "unplugged-stopping",
                "unplugged-recording",
            ])
        func trial(_ name: String) throws {
            let words = try Lab.step("client").note(name)
            #expect(words.hasPrefix("\(name) 4 in "), "\(words)")
        }

        @Test(
            "a client has fewer pictures of a camera that leaves some out, and is told of one that leaves out all"
        )
        func drops() throws {
            let lines = try Lab.step("client").text("drops").split(separator: "\n")
            // The trial is made twice; the last of it counts.
            let rates = try [0, 50].map { percent in
                let line = try #require(lines.last { $0.hasPrefix("drops: \(percent) % ") })
                return try #require(
                    line.firstMatch(of: /([0-9.]+) pictures a second/).flatMap { Double($0.1) })
            }
            #expect(rates[1] > 0 && rates[1] < rates[0], "\(rates)")
            #expect(lines.contains { $0.hasPrefix("drops: 100 % left out, 0.0 pictures a second") })
        }
    }
}
