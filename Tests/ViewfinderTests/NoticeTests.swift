import Capture
import LinuxIO
import Logging
import Testing

@testable import Viewfinder

/// The sentence of the title, and how often and how long the overlay has it.
@Suite struct NoticeTests {
    private func switcher(_ sources: [String], _ loop: EventLoop) throws -> SourceSwitcher {
        SourceSwitcher(
            sources: try sources.map { try Source(parsing: $0) }, request: ModeRequest(), loop: loop,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    private func take(_ told: inout ToldNotice, _ switcher: SourceSwitcher) -> Message? {
        told.take(switcher.noticeMessage, about: switcher.noticeSubject, count: switcher.noticeCount)
    }

    @Test func theSameSentenceIsShownAgainWheneverItIsSaidAgain() throws {
        let loop = try EventLoop()
        let switcher = try switcher(["test"], loop)
        defer { switcher.stop() }
        var told = ToldNotice()
        for press in 1...3 {
            switcher.select(8)
            let shown = take(&told, switcher)
            #expect(shown?.description == "There is no camera 9", "press \(press)")
            let again = take(&told, switcher)
            #expect(again == nil, "nothing was said since")
        }
    }

    @Test func whatItTellsOfStaysWhenTheTitleHasItNoLonger() throws {
        let loop = try EventLoop()
        let notice = Notice(loop: loop)
        var told = ToldNotice()
        notice.show("saved 7.png", about: .file("/7.png"))
        #expect(told.take(notice.message, about: notice.subject, count: notice.count) != nil)
        notice.show(nil)
        #expect(told.take(notice.message, about: notice.subject, count: notice.count) == nil)
        #expect(told.subject == .file("/7.png"))
        notice.show("another")
        #expect(told.take(notice.message, about: notice.subject, count: notice.count) == "another")
        #expect(told.subject == nil)
    }

    @Test func withoutCamerasTheKeyOfOneSaysThatThereIsNone() throws {
        let loop = try EventLoop()
        let switcher = try switcher([], loop)
        defer { switcher.stop() }
        switcher.step(1)
        #expect(switcher.noticeMessage == "There is no camera")
        switcher.select(2)
        #expect(switcher.noticeMessage == "There is no camera")
    }
}
