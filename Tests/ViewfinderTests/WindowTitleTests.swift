import Frames
import LinuxIO
import Overlay
import Testing

@testable import Viewfinder

@Suite struct WindowTitleTests {
    @Test func aLiveCameraIsNamedAndNothingElse() {
        #expect(WindowTitle(camera: "C922").text == "C922 – Viewfinder")
    }

    @Test func stateNoticeAndInformationStandInThatOrder() {
        let title = WindowTitle(
            camera: "C922", state: .frozen, notice: "no bandwidth", filters: "color-inversion",
            information: .init(
                format: "NV12", size: PixelSize(width: 1280, height: 720), rate: 29.97, latency: 12.04))
        #expect(
            title.text
                == "C922 (no bandwidth; frozen; color-inversion; NV12, 1280×720, 30.0 fps, 12.0 ms) – Viewfinder"
        )
    }

    @Test(arguments: [(0, "0:00"), (12, "0:12"), (605, "10:05")])
    func aRecordingsTimeComesFirst(_ seconds: Int, _ time: String) {
        let title = WindowTitle(camera: "C922", notice: "saved x.png", recording: seconds)
        #expect(title.text == "C922 (● \(time); saved x.png) – Viewfinder")
    }

    @Test func aPausedRecordingIsToldApart() {
        let title = WindowTitle(
            camera: "C922", notice: "saved x.png", recording: 12, isRecordingPaused: true)
        #expect(title.text == "C922 (‖ 0:12 paused; saved x.png) – Viewfinder")
    }

    @Test func theShutterComesBeforeTheNotice() {
        let title = WindowTitle(camera: "C922", notice: "saved x.png", recording: 12, shutter: "3 …")
        #expect(title.text == "C922 (● 0:12; 3 …; saved x.png) – Viewfinder")
    }

    @Test func theHeaderHasStateFiltersAndInformation() {
        var title = WindowTitle(camera: "C922")
        #expect(title.headerDetail(hasInformation: true) == nil && title.informationMark == nil)
        title.information = .init(
            format: "NV12", size: PixelSize(width: 640, height: 360), rate: 30, latency: nil, age: 34.56)
        title.filters = "color-inversion"
        let states: [(WindowTitle.State, String)] = [
            (.live, ""), (.frozen, "frozen; "), (.starting, "starting; "), (.ended, "ended; "),
            (.standingIn(for: "C922"), "unplugged; "), (.lost("the camera hangs"), "no pictures; "),
        ]
        for (state, word) in states {
            title.state = state
            #expect(
                title.headerDetail(hasInformation: true)
                    == word + "color-inversion; NV12, 640×360, 30.0 fps, 34.6 ms old on screen")
            #expect(title.headerDetail(hasInformation: false) == word + "color-inversion")
        }
    }

    @Test func theInformationIsAMarkOfShortLines() throws {
        var title = WindowTitle(camera: "C922", filters: "color-inversion")
        title.information = .init(
            format: "NV12", size: PixelSize(width: 640, height: 360), rate: 30, latency: 12)
        let mark = try #require(title.informationMark)
        #expect(mark.children.map(\.name) == ["NV12, 640×360, 30.0 fps", "12.0 ms"])
    }

    @Test func theAgeOnTheScreenIsToldWhereItIsKnown() {
        let title = WindowTitle(
            camera: "C922",
            information: .init(
                format: "NV12", size: PixelSize(width: 640, height: 360), rate: 30, latency: 12, age: 34.56))
        #expect(title.text == "C922 (NV12, 640×360, 30.0 fps, 34.6 ms old on screen) – Viewfinder")
    }
}
