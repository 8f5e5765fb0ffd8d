import Frames
import LinuxIO
import Testing

@testable import Overlay
@testable import Viewfinder
@testable import VulkanView

/// The last picture in small, and the buttons of what tells of files.
@Suite struct LastFileTests {
    /// A picture whose left half is red and whose right half is blue, with rows longer than its pixels.
    private func picture(_ width: Int, _ height: Int) -> OffscreenPicture {
        let stride = 4 * width + 12
        var bytes = [UInt8](repeating: 77, count: stride * height)
        for y in 0..<height {
            for x in 0..<width {
                let color: [UInt8] = x < width / 2 ? [200, 0, 0, 255] : [0, 0, 100, 255]
                for part in 0..<4 { bytes[y * stride + 4 * x + part] = color[part] }
            }
        }
        return OffscreenPicture(size: PixelSize(width: width, height: height), stride: stride, bytes: bytes)
    }

    @Test(arguments: [(640, 360), (360, 640), (81, 80), (80, 80)])
    func theMiddleOfThePictureIsSeen(_ width: Int, _ height: Int) {
        let small = Thumbnail(picture(width, height), side: 80)
        #expect((small.width, small.height) == (80, 80))
        #expect(small.pixels[3200] == 0xffc8_0000 && small.pixels[3279] == 0xff00_0064)
        #expect(small.pixels[38] == 0xffc8_0000 && small.pixels[6361] == 0xff00_0064)
    }

    @Test func aPictureSmallerThanThatStaysSmall() {
        let small = Thumbnail(picture(6, 4), side: 80)
        #expect((small.width, small.height) == (4, 4))
        #expect(Array(small.pixels.prefix(4)) == [0xffc8_0000, 0xffc8_0000, 0xff00_0064, 0xff00_0064])
    }

    @Test func aFileIsOpenedOrShownAndAFolderIsOpened() {
        let ids = { (subject: NoticeSubject?) in Viewer.buttons(about: subject).map(\.id) }
        #expect(ids(.file("/a/b.png")) == [ViewerScreen.openFile, ViewerScreen.showFile])
        #expect(ids(.folder("/a")) == [ViewerScreen.showFile, ViewerScreen.folders])
        #expect(ids(.folders) == [ViewerScreen.folders])
        #expect(ids(.modes) == [ViewerScreen.modes])
        #expect(ids(.source(SourceSwitcher.testCard.source)) == [ViewerScreen.trySource])
        #expect(ids(.reset(former: [], kept: [], camera: nil)) == [ViewerScreen.undoReset])
        #expect(ids(nil).isEmpty)
    }

    @Test func theEndOfASeriesHasTheButtonsOfItsLastFile() {
        let end = Viewer.endOfSeries(5, LastFile(path: "/srv/shots/b.png"))
        #expect(end.words == "5 pictures saved in /srv/shots" && end.subject == .file("/srv/shots/b.png"))
        let none = Viewer.endOfSeries(0, LastFile(path: "/srv/shots/b.png"))
        #expect(none.words == "0 pictures saved" && none.subject == nil)
        #expect(Viewer.endOfSeries(2, nil).words == "2 pictures saved")
    }

    @Test func theBarBeginsWithTheLastFile() {
        var screen = ViewerScreen()
        // Until there is one, its place is the folder's.
        #expect(screen.bar.first?.id == ViewerScreen.openPictures)
        let small = Thumbnail(picture(6, 4), side: 80)
        screen.lastFile = LastFile(path: "/a/b.png", picture: small)
        #expect(screen.bar.first?.id == ViewerScreen.lastFile)
        #expect(screen.bar.first?.name == ScreenWords.openPicture)
        screen.lastFile?.isMovie = true
        #expect(screen.bar.first?.name == ScreenWords.openMovie)
        #expect(screen.bar.first?.content == .face(.thumbnail(small, isChosen: false)))
        // A symbol, and no empty place.
        screen.lastFile?.picture = nil
        #expect(screen.bar.first?.content == .face(.icon(.movie, isOn: false)))
        #expect(screen.bar.first?.id == ViewerScreen.lastFile)
    }

    @Test func whatCannotBeSavedOffersToChooseAnotherFolder() {
        let error = #expect(throws: ViewfinderError.self) {
            _ = try NewFile(in: "/dev/null/pictures", ending: "png")
        }
        #expect(error?.subject == .folders)
    }
}
