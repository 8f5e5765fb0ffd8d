import Glibc
import LinuxIO
import Synchronization
import Testing

@testable import VulkanCore

/// A device's knowledge of imports, which sources ask and change on their threads.
@Suite struct ImportTrustTests {
    @Test func whatFramesHaveShownIsNeverLostToATestThatEndsMeanwhile() throws {
        let trust = ImportTrust()
        let knowledge = ImportKnowledge([.pages: .proven], from: "test")
        let isOver = Atomic(false)
        let tests = try SystemThread(name: "tests") { [trust] in
            while !isOver.load(ordering: .relaxed) {
                trust.take(knowledge, barredPaths: ["fragment": "other"])
            }
        }
        while trust.barredPaths.isEmpty { sched_yield() }
        var lost: [String] = []
        for number in 0..<2000 {
            // Few kinds, so that each taking is short.
            let kind = ImportKnowledge.Kind.shared(driver: "driver \(number % 50)")
            trust.refuse(kind, "round \(number)")
            if trust.knowledge.refusal(of: kind) != "round \(number)" { lost.append("\(kind)") }
        }
        isOver.store(true, ordering: .relaxed)
        tests.join(within: 60)
        #expect(lost == [])
        #expect(trust.seenRefusals.verdicts.count == 50)
    }
}
