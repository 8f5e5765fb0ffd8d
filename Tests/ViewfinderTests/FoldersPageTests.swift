import LinuxIO
import Overlay
import Testing

@testable import Viewfinder

/// The panel of folders: what it shows, and what its rows mean.
@Suite struct FoldersPageTests {
    private let places = UserFolders(environment: UserEnvironment { ["HOME": "/home/ada"][$0] }) { _ in nil }

    private func element(_ id: String, _ settings: UserSettings) -> Element? {
        FoldersPage(settings, and: places).element.find(id)
    }

    /// A path as it is shown: from left to right in every language.
    private func shown(_ path: String) -> String { "\u{2066}\(path)\u{2069}" }

    @Test func theDesktopsFoldersHoldUntilOthersAreChosen() {
        let before = UserSettings()
        #expect(element("folder-pictures-path", before)?.name == shown("/home/ada/Pictures"))
        #expect(element("folder-videos-path", before)?.name == shown("/home/ada/Videos"))
        #expect(element("folder-reset=videos", before)?.state.contains(.checked) == true)
        let chosen = UserSettings(folders: [.videos: "/films"])
        #expect(element("folder-videos-path", chosen)?.name == shown("/films"))
        #expect(element("folder-pictures-path", chosen)?.name == shown("/home/ada/Pictures"))
        let row = element("folder-reset=videos", chosen)
        #expect(row?.state.contains(.checked) == false && row?.value == shown("/home/ada/Videos"))
    }

    @Test func withoutAHomeThePanelSaysSo() {
        let nowhere = UserFolders(environment: UserEnvironment { _ in nil }) { _ in nil }
        let page = FoldersPage(UserSettings(), and: nowhere)
        #expect(
            page.element.find("folder-pictures-path")?.name
                == "there is no folder to save in: HOME is not set")
    }

    @Test func everyRowIsAWish() {
        let rows = FoldersPage(UserSettings(), and: places).element.family.filter(\.isControl).dropFirst()
        #expect(
            rows.map { FoldersPage.wish(.activated($0.id)) } == [
                .open(.pictures), .choose(.pictures), .reset(.pictures), .open(.videos), .choose(.videos),
                .reset(.videos),
            ])
        for id in ["folders-close", "folder-open=music", "folder-", "panel-folders"] {
            #expect(FoldersPage.wish(.activated(id)) == nil)
        }
    }
}
