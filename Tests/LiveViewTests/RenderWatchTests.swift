import Glibc
import LinuxIO
import Synchronization
import TestSupport
import Testing

@testable import LiveView

/// The look at a thread that may hang in the graphics driver.
@Suite struct RenderWatchTests {
    /// A watch, and what it has told.
    private final class Stage: Sendable {
        let watch: RenderWatch
        private let words = Mutex<[String]>([])
        private let thread = Mutex<SystemThread?>(nil)

        init() throws {
            watch = try RenderWatch()
            let thread = try SystemThread(name: "watch") { [weak self, watch] in
                watch.run { name in self?.words.withLock { $0.append(name ?? "it is back") } }
            }
            self.thread.withLock { $0 = thread }
        }

        deinit { watch.end() }

        var told: [String] { words.withLock { $0 } }

        func expect(_ words: String...) throws {
            try eventually("\(words)", within: 60, found: { "\(self.told)" }) { told == words }
        }

        func end() -> Bool {
            watch.end()
            return thread.withLock { $0 }?.join(within: 60) == true
        }
    }

    /// The time beyond the patience, with which a device that tells of its loss itself is not meant.
    private let noPatience: Int64 = -2_000_000_000

    @Test func aThreadThatDoesNotSleepInTimeIsToldOnceAndItsReturn() throws {
        let stage = try Stage()
        stage.watch.works(with: "a processor", patience: 600_000_000_000)
        usleep(20_000)
        stage.watch.works(with: "a card", patience: noPatience)
        try stage.expect("a card")
        #expect(stage.watch.hangs)
        stage.watch.sleeps()
        try stage.expect("a card", "it is back")
        try eventually("no hang", within: 60) { !stage.watch.hangs }
        stage.watch.works()
        try stage.expect("a card", "it is back", "a card")
        #expect(stage.end())
        #expect(stage.told == ["a card", "it is back", "a card"])
    }

    @Test func aThreadThatSleepsOrHasTimeIsNotTold() throws {
        let stage = try Stage()
        stage.watch.works(with: "a card", patience: 600_000_000_000)
        for _ in 0..<1000 {
            stage.watch.sleeps()
            stage.watch.works()
        }
        stage.watch.sleeps()
        #expect(stage.told.isEmpty)
        #expect(stage.end() && !stage.watch.hangs)
    }

    @Test func anEndIsHeardInEachState() throws {
        #expect(try Stage().end())
        let working = try Stage()
        working.watch.works(with: "a card", patience: 600_000_000_000)
        #expect(working.end())
        let hanging = try Stage()
        hanging.watch.works(with: "a card", patience: noPatience)
        try hanging.expect("a card")
        #expect(hanging.end() && hanging.told == ["a card"])
    }
}
