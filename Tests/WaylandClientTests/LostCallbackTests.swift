import LinuxIO
import TestSupport
import Testing
import VulkanView

@testable import LiveView
@testable import WaylandClient

/// Frame callbacks that a compositor owes for ever.
@Suite(.serialized) struct LostCallbackTests {
    /// The program counts from the moment before a commit is made, the compositor from the one at which it reads it.
    private static let nearlyASecond: Int64 = 500_000_000

    @Test func whereFifoGetsNoneMailboxTakesItsPlaceForGood() throws {
        try ViewStage.withVerdict { file, mayUseFifo in
            let stage = try ViewStage(file) { _, isFifo in !isFifo }
            try stage.waitForCommits(20)
            let commits = stage.compositor.commits
            #expect(commits.map(\.isFifo) == [true] + Array(repeating: false, count: commits.count - 1))
            #expect(commits[1].time - commits[0].time >= Self.nearlyASecond)
            try stage.client.run("the verdict") { mayUseFifo() == false }
            let report = try #require(stage.facts.report)
            #expect(report.presentationMode == .mailbox && report.missedCallbacks == [.fifo: 1, .mailbox: 0])
            #expect(stage.client.loss == nil)

            let next = try ViewStage(file) { _, _ in true }
            try next.waitForCommits(150)
            #expect(next.compositor.commits.allSatisfy { !$0.isFifo })
            #expect(mayUseFifo() == false)
        }
    }

    @Test func aSurfaceThatFifoHasMadeUselessGivesItsPlaceToAnother() throws {
        try ViewStage.withVerdict { file, mayUseFifo in
            let stage = try ViewStage(file) { number, _ in number > 1 }
            try stage.renewed()
            let commits = stage.compositor.commits
            #expect(commits.prefix(2).map(\.isFifo) == [true, false])
            #expect(MonotonicClock.now() - commits[0].time >= 8 * Self.nearlyASecond)
            try stage.client.run("the verdict") { mayUseFifo() == false }
            try stage.waitForCommits(10)
            #expect(stage.compositor.commits.dropFirst().allSatisfy { !$0.isFifo })
            #expect(stage.renewals == 1 && stage.client.loss == nil)
        }
    }

    @Test(arguments: [false, true])
    func aWindowThatIsHiddenIsNoFaultOfFifos(drawsAnother: Bool) throws {
        try ViewStage.withVerdict(shell: 5) { file, mayUseFifo in
            let stage = try ViewStage(file, shell: 5) { number, _ in number > 1 }
            try stage.waitForCommits(2)
            #expect(stage.compositor.commits.map(\.isFifo) == [true, false])
            // It is seen again after a while, perhaps in another size, whose picture is answered at once.
            try stage.client.run(milliseconds: 1200)
            if drawsAnother {
                try stage.compositor.configure(stage.client, width: 330, height: 180, serial: 2)
                try stage.waitForCommits(3)
            }
            stage.compositor.answerOwed()
            try stage.waitForCommits(10)
            #expect(mayUseFifo() == true && stage.renewals == 0)
        }
    }

    @Test(arguments: [0, 1500] as [Int64])
    func aWindowThatIsToldToBeHiddenIsNoFaultOfFifos(milliseconds: Int64) throws {
        try ViewStage.withVerdict { file, mayUseFifo in
            let stage = try ViewStage(file) { number, _ in number > 1 }
            try stage.waitForCommits(1)
            // At once, or when a second picture was not answered either.
            try stage.client.run(milliseconds: milliseconds)
            try stage.compositor.configure(
                stage.client, width: 320, height: 180, [.suspended], serial: 2)
            try stage.client.run(milliseconds: 5500)
            try stage.compositor.configure(stage.client, width: 320, height: 180, serial: 3)
            try stage.client.run(milliseconds: 300)
            stage.compositor.answerOwed()
            try stage.waitForCommits(10)
            #expect(mayUseFifo() == true && stage.renewals == 0)
        }
    }

    @Test func withMailboxTheNextCommitAsksAgain() throws {
        let stage = try ViewStage { number, _ in number != 5 }
        try stage.waitForCommits(12)
        let commits = stage.compositor.commits
        #expect(commits[6].time - commits[5].time >= Self.nearlyASecond)
        #expect(stage.facts.report?.missedCallbacks == [.mailbox: 1])
    }

    @Test func callbacksThatAreLostAgainAndAgainCostASecondEach() throws {
        let stage = try ViewStage(shell: 5) { number, _ in number % 4 != 3 }
        try stage.waitForCommits(14)
        let commits = stage.compositor.commits
        for (last, next) in zip(commits, commits.dropFirst()) where !last.isAnswered {
            #expect(next.time - last.time >= Self.nearlyASecond)
        }
        #expect((stage.facts.report?.missedCallbacks[.mailbox] ?? 0) >= 3)
    }

    @Test func theWaitsForCallbacksThatNeverComeGrow() throws {
        let stage = try ViewStage { number, _ in number < 2 }
        try stage.waitForCommits(5)
        let times = stage.compositor.commits.map(\.time)
        #expect(times[3] - times[2] >= Self.nearlyASecond)
        #expect(times[4] - times[3] >= 4 * Self.nearlyASecond)
    }

    @Test func aHiddenWindowOfAnOlderShellGetsOneMorePictureAndComesBack() throws {
        let stage = try ViewStage(shell: 5) { number, _ in !(2...3).contains(number) }
        try stage.waitForCommits(4)
        try stage.client.run(milliseconds: 2500)
        #expect(stage.compositor.commits.count == 4)
        stage.compositor.answerOwed()
        try stage.waitForCommits(8, within: 5)
    }

    @Test func aWindowThatIsToldToBeHiddenGetsNone() throws {
        let stage = try ViewStage { number, _ in number < 2 }
        try stage.waitForCommits(3)
        try stage.compositor.configure(stage.client, width: 320, height: 180, [.suspended], serial: 2)
        // The answer to that.
        try stage.waitForCommits(4)
        try stage.client.run(milliseconds: 2500)
        #expect(stage.compositor.commits.count == 4)
    }

    @Test func aRunWithEnoughCallbacksSpeaksForFifo() throws {
        try ViewStage.withVerdict(nil) { file, mayUseFifo in
            let first = try ViewStage(file, rate: 60) { _, _ in true }
            try first.waitForCommits(110)
            #expect(mayUseFifo() == nil)
            try first.client.run("the verdict") { mayUseFifo() == true }
            #expect(first.compositor.commits.count >= 120)
            #expect(first.compositor.commits.allSatisfy { !$0.isFifo })
            let next = try ViewStage(file) { _, _ in true }
            try next.waitForCommits(5)
            #expect(next.compositor.commits.allSatisfy { $0.isFifo })
        }
    }
}
