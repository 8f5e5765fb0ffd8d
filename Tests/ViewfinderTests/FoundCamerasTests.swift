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
        #expect(found([before], twins).renamed(before.id)?.name == "Camera [1]")
    }

    @Test func aCameraWhoseSerialNumberAnotherHasIsTheOneThatStaysWhereItWas() {
        let before = camera("usb-Camera")
        let (first, second) = (camera("place-1"), camera("place-2", node: 1, bus: "usb-2"))
        let renamings = found([before], [first, second]).renamings
        #expect(renamings.map(\.old) == ["usb-Camera"] && renamings.map(\.new) == ["place-1"])
        #expect(found([before], [second, camera("place-3", node: 2, bus: "usb-3")]).renamings.isEmpty)
        #expect(found([before], [], [first]).renamings.isEmpty, "another one may be there")
        #expect(found([before], [camera("usb-1")]).renamings.isEmpty, "udev has not named it yet")
        #expect(found([camera("usb-1")], [first]).renamings.isEmpty)
        #expect(found([first], [before]).renamings.isEmpty, "udev names it step by step")
    }

    @Test func camerasOfOneNameKeepTheNamesThatTellThemApart() {
        let (first, second) = (camera("first"), camera("second", node: 1, bus: "usb-2"))
        #expect(found([first]).entries.map(\.name) == ["Camera"])
        #expect(found([first], [first, second]).entries.map(\.name) == ["Camera [1]", "Camera [2]"])
        #expect(found([first, second], [second]).entries.map(\.name) == ["Camera [2]"])
    }

    @Test(arguments: [
        (["platform:vivid-000", "platform:vivid-001", "platform:vivid-002"], ["000", "001", "002"]),
        (["usb-0000:00:14.0-1", "usb-0000:00:14.0-1.2"], ["1", "1.2"]),
        (["usb-0000:00:14.0-1", "usb-0000:00:1a.0-1"], ["14.0-1", "1a.0-1"]), (["a", "a"], ["a", "a"]),
        (["", "usb-1"], ["", "usb-1"]),
    ])
    func theNamesHaveOfTheirPlacesWhatTellsThemApart(_ places: [String], _ shown: [String]) {
        let cameras = places.enumerated().map { camera("\($0)", node: $0, bus: $1) }
        #expect(found(cameras).entries.map(\.name) == shown.map { "Camera [\($0)]" })
    }

    @Test func onlyWhatHasChangedSinceTheLastSearchIsTold() {
        var found = found([camera("first")])
        #expect(found.take(CameraList.Search(cameras: [camera("first")])) == nil)
        #expect(found.take(CameraList.Search(cameras: [camera("first")], forbidden: ["/dev/video1"])) == [])
        let other = CameraList.OtherNode(path: "/dev/video2", name: "codec", reason: "it is a codec")
        let more = CameraList.Search(cameras: [camera("first")], forbidden: ["/dev/video1"], others: [other])
        #expect(found.take(more) == [] && found.others == [other] && found.take(more) == nil)
        found.forget()
        #expect(found.cameras.isEmpty && !found.isEmpty, "nobody knows")
        #expect(
            found.take(CameraList.Search(cameras: [camera("first")], forbidden: ["/dev/video1"])) == [],
            "it counts, and is not new")
        #expect(found.take(CameraList.Search(cameras: [])) == [] && found.isEmpty)
    }
}
