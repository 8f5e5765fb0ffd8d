import Glibc
import Synchronization
import Testing

@testable import LinuxIO

@Suite struct SerialQueueTests {
    @Test func workIsDoneInItsOrder() throws {
        let queue = SerialQueue(name: "test")
        let done = Mutex<[Int]>([])
        let gate = try Gate()
        for number in 0..<100 {
            queue.add {
                done.withLock { $0.append(number) }
                if number == 99 { gate.open() }
            }
        }
        #expect(gate.wait(until: MonotonicClock.now() + 10_000_000_000))
        #expect(done.withLock { $0 } == Array(0..<100))
    }

    @Test func workThatComesLaterIsDoneToo() throws {
        let queue = SerialQueue(name: "test")
        for _ in 0..<20 {
            let gate = try Gate()
            queue.add { gate.open() }
            #expect(gate.wait(until: MonotonicClock.now() + 10_000_000_000))
        }
    }

    @Test func aNiceQueueGivesWayToOthers() throws {
        let queue = SerialQueue(name: "test", niceness: 10)
        let priority = Mutex<Int32>(0)
        let gate = try Gate()
        queue.add {
            priority.withLock { $0 = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) }
            gate.open()
        }
        #expect(gate.wait(until: MonotonicClock.now() + 10_000_000_000))
        let own = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
        #expect(priority.withLock { $0 } == max(own, 10))
    }
}
