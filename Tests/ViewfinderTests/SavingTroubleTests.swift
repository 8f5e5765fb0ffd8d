import LinuxIO
import LiveViewOverlay
import Overlay
import Testing

@testable import Viewfinder

/// The words of what could not be recorded or saved, which stay.
@Suite struct SavingTroubleTests {
    private func buttons(_ work: SavingTrouble.Work, _ subject: NoticeSubject?) -> [String] {
        SavingTrouble(work, ViewfinderError("the disk is full", about: subject)).notice.buttons.map(\.id)
    }

    @Test func theyAreAFaultAboveAPictureThatGoesOn() {
        let notice = SavingTrouble(.movie, ViewfinderError("the disk is full")).notice
        #expect(notice.text == "The disk is full" && notice.isFault && notice.place == .toast)
        #expect(!notice.dimsPicture)
    }

    @Test func oneButtonDoesSomethingAboutItAndOneTakesThemAway() {
        let seen = ViewerScreen.troubleSeen
        #expect(buttons(.movie, .folder("/7")) == [ViewerScreen.troubleFolder, seen])
        #expect(buttons(.photograph, .folder("/7")) == [ViewerScreen.troubleFolders, seen])
        #expect(buttons(.movie, .folders) == [ViewerScreen.troubleFolders, seen])
        #expect(buttons(.movie, nil) == [seen])
        // Those of a passing notice mean another thing.
        let passing = Viewer.buttons(about: .folder("/7")).map(\.id)
        #expect(Set(passing).isDisjoint(with: buttons(.movie, .folder("/7"))))
    }
}
