import Glibc
import LinuxIO
import Synchronization
import TestSupport
import Testing

@testable import VulkanCore

/// The gate before calls that Vulkan's loader lets in one at a time; that of the process stays open for the tests beside these.
@Suite struct LoaderGateTests {
    /// A call that is under way until it is let go.
    private final class Call: Sendable {
        private let isOver = Atomic(false)
        private let hasBegun = Atomic(false)

        init(in gate: LoaderGate, patience: Int64) throws {
            _ = try SystemThread(name: "hangs") {
                do throws(VulkanError) {
                    try gate.pass("the driver of a card does not come back", patience: patience) {
                        self.hasBegun.store(true, ordering: .relaxed)
                        while !self.isOver.load(ordering: .relaxed) { usleep(1000) }
                    }
                } catch {
                    Issue.record(error)
                }
            }
            try eventually("the call", within: 60) { hasBegun.load(ordering: .relaxed) }
        }

        func end() { isOver.store(true, ordering: .relaxed) }
    }

    @Test func whoComesAfterACallThatHangsIsTold() throws {
        let gate = LoaderGate()
        let hanging = try Call(in: gate, patience: 0)
        do throws(VulkanError) {
            try gate.pass("another driver", patience: 600_000_000_000) { Issue.record("it was let in") }
            Issue.record("it was done")
        } catch {
            #expect(error.kind == .blocked)
            #expect(error.description.hasPrefix("the driver of a card does not come back, and no "))
        }
        hanging.end()
        try eventually("the end of the hang", within: 60) { (try? gate.check()) != nil }
    }

    @Test func aCallThatHasTimeIsWaitedFor() throws {
        let gate = LoaderGate()
        let slow = try Call(in: gate, patience: 600_000_000_000)
        let waiting = try SystemThread(name: "waits") {
            do throws(VulkanError) { try gate.check() } catch { Issue.record(error) }
        }
        #expect(!waiting.join(until: MonotonicClock.now() + 50_000_000))
        slow.end()
        #expect(waiting.join(within: 60))
    }

    @Test func whatIsToEndWaitsForTwoSecondsAtMost() throws {
        let gate = LoaderGate()
        let slow = try Call(in: gate, patience: 600_000_000_000)
        #expect(!gate.end("a device", patience: 0) { Issue.record("it was ended") })
        slow.end()
        try eventually("the end of the call", within: 60) { gate.end("a device", patience: 0) {} }
    }
}
