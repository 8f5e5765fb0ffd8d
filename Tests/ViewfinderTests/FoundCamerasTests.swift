import Capture
import Testing

@testable import Viewfinder

struct FoundCamerasTests {
    private func camera(_ id: String, node: Int = 0, bus: String = "usb-1") -> CameraIdentity {
        CameraIdentity(id: id, name: "Camera", path: "/dev/video\(node)", busInfo: bus)
    }

    private func found(_ searches: [CameraIdentity]...) -> FoundCameras {
        var found = FoundCameras()
        for cameras in searches { _ = found.take(CameraList.Search(cameras: cameras)) }
        return found
    }

    @Test func aCameraIsKnownByTheNameThatItGetsAfterItsNode() {
        let (before, after) = (camera("usb-1"), camera("usb-Camera-video-index0"))
        #expect(found([before], [after]).renamed(before.id)?.id == after.id)
        #expect(found([before], [before, after]).renamed(before.id) == nil, "it has its name still")
        #expect(found([before], [camera("other", bus: "usb-2")]).renamed(before.id) == nil)
        #expect(found([before], [camera("other", node: 1)]).renamed(before.id) == nil)
        let twins = [camera("other", node: 1, bus: "usb-2"), after]
        #expect(found([before], twins).renamed(before.id)?.name == "Camera [usb-1]")
    }

    @Test func camerasOfOneNameKeepTheNamesThatTellThemApart() {
        let (first, second) = (camera("first"), camera("second", node: 1, bus: "usb-2"))
        #expect(found([first]).entries.map(\.name) == ["Camera"])
        #expect(found([first], [first, second]).entries.map(\.name) == ["Camera [usb-1]", "Camera [usb-2]"])
        #expect(found([first, second], [second]).entries.map(\.name) == ["Camera [usb-2]"])
    }

    @Test func onlyWhatHasChangedSinceTheLastSearchIsTold() {
        var found = found([camera("first")])
        #expect(found.take(CameraList.Search(cameras: [camera("first")])) == nil)
        #expect(found.take(CameraList.Search(cameras: [camera("first")], forbidden: ["/dev/video1"])) == [])
        found.forget()
        #expect(found.cameras.isEmpty && !found.isEmpty, "nobody knows")
        #expect(
            found.take(CameraList.Search(cameras: [camera("first")], forbidden: ["/dev/video1"])) == [],
            "it counts, and is not new")
        #expect(found.take(CameraList.Search(cameras: [])) == [] && found.isEmpty)
    }
}
