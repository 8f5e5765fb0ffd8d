internal import Foundation
internal import TestSupport
internal import Testing

extension LabTests {
    /// What is made of a driver's timestamps.
    @Suite struct Stamps {
        @Test("stamps that lie after the frames' arrival are reported, told once, and not believed")
        func ahead() throws {
            let step = try Lab.step("stamps")
            let statistics = try step.statistics()
            let stamp = try #require(statistics["stamp"] as? [String: Any])
            #expect(stamp["clock"] as? String == "monotonic")
            #expect(stamp["trusted"] as? Bool == false)
            let problems = try #require(stamp["problems"] as? [String: Int])
            #expect(problems["future"] ?? 0 > 0, "\(problems)")
            #expect((stamp["sentence"] as? String)?.contains("not believed") == true)
            let words = try step.text("words").split(separator: "\n").filter { $0.contains("the stamps ") }
            #expect(words.count == 1, "\(words)")
            #expect(statistics["ageOnScreen"] is NSNull || statistics["ageOnScreen"] is [String: Any])
        }
    }
}
