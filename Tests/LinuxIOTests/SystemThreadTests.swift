import Foundation
import LinuxIO
import Synchronization
import Testing

@Suite struct SystemThreadTests {
    @Test func joinWaitsForTheWork() throws {
        let done = Mutex(false)
        let thread = try SystemThread(name: "works") {
            usleep(20_000)
            done.withLock { $0 = true }
        }
        #expect(thread.join(within: 10))
        #expect(done.withLock { $0 })
    }

    @Test func joinGivesUpAtTheLimit() throws {
        let bell = try Wakeup()
        let thread = try SystemThread(name: "hangs") { bell.wait() }
        #expect(!thread.join(within: 0))
        bell.ring()
    }

    @Test func aThreadDoesNotWaitForItself() throws {
        let itself = Mutex<SystemThread?>(nil)
        let start = try Wakeup()
        let answer = Mutex<Bool?>(nil)
        let thread = try SystemThread(name: "itself") {
            start.wait()
            let itself = itself.withLock { $0 }
            answer.withLock { $0 = itself?.join(within: 60) }
        }
        itself.withLock { $0 = thread }
        start.ring()
        #expect(thread.join(within: 10))
        #expect(answer.withLock { $0 } == false)
    }

    @Test func threadsThatNobodyJoinsLeaveNoStackBehind() throws {
        let before = try stacks()
        for _ in 0..<200 { _ = try SystemThread(name: "short") {} }
        let deadline = MonotonicClock.now() + 10_000_000_000
        while try stacks() > before + 20, MonotonicClock.now() < deadline { usleep(10_000) }
        #expect(try stacks() <= before + 20)
    }

    /// Mappings without a file; each thread has one for its stack and one for the guard page.
    private func stacks() throws -> Int {
        try String(contentsOfFile: "/proc/self/maps", encoding: .utf8).split(separator: "\n")
            .count { $0.contains(" 00:00 0") }
    }
}
