internal import Capture
import Testing

@testable internal import Viewfinder

/// The words that a report keeps to itself.
@Suite struct DiscretionTests {
    @Test func whatIsToBeSentNamesNoCameraAndNoPlaceOfTheUsers() {
        let cameras = [
            CameraIdentity(id: "usb:046d", name: "Anna's Cam", path: "/dev/video0", busInfo: "usb-1"),
            CameraIdentity(id: "usb:046d-2", name: "Anna's Cam 2", path: "/dev/video2", busInfo: "usb-2"),
        ]
        let rule = Discretion(home: "/home/anna", user: nil).forSending(cameras)
        for (text, clean) in [
            ("Anna's Cam 2 reads /dev/udmabuf", "camera 2 reads /dev/udmabuf"),
            ("no '/srv/me/wayland-9' (/srv/me/x.json: gone)", "no '…' (…: gone)"),
            ("VK_DRIVER_FILES is /srv/a b:/srv/c, and", "VK_DRIVER_FILES is … b:…, and"),
            (
                "usb:046d at /dev/video0, 1/30 s, 226:1/226:129 /",
                "camera 1 at camera 1, 1/30 s, 226:1/226:129 /"
            ),
        ] { #expect(rule.cleaned(text) == clean) }
        #expect(discretion.cleaned("/srv/me") == "/srv/me")
    }

    private let discretion = Discretion(home: "/home/anna", user: "anna")

    @Test(
        "the home folder and the user's name are nowhere",
        arguments: [
            ("/home/anna/Videos/a.mp4", "~/Videos/a.mp4"), ("/home/anna", "~"),
            ("file:///home/anna/x:/home/anna/y", "file://~/x:~/y"),
            ("/home/annabel/x", "/home/USER/x"), ("/run/media/anna/stick", "/run/media/USER/stick"),
            ("anna's phone", "USER's phone"), ("Savannah", "Savannah"), ("/dev/video0", "/dev/video0"),
        ])
    func names(text: String, clean: String) { #expect(discretion.cleaned(text) == clean) }

    @Test(
        "a home with a slash at its end, in a list, in brackets or in quotation marks is none the less one",
        arguments: [
            ("/srv/alice.smith/", "~/"), ("/srv/alice.smith:/x", "~:/x"), ("/x:/srv/alice.smith", "/x:~"),
            ("(/srv/alice.smith)", "(~)"), ("'/srv/alice.smith'; y", "'~'; y"),
            ("/srv/alice.smith,v", "~,v"),
            ("/srv/alice.smithers/x", "/srv/alice.smithers/x"), ("/srv/alice.smith-2", "/srv/alice.smith-2"),
        ], ["/srv/alice.smith", "/srv/alice.smith/", "/srv/alice.smith//"])
    func elsewhere(text: (String, String), home: String) {
        #expect(Discretion(home: home, user: nil).cleaned(text.0) == text.1)
    }

    @Test(
        "folders that lie elsewhere are not named",
        arguments: [
            ("/srv/secret/cache/viewfinder/devices.json", "$XDG_CACHE_HOME/viewfinder/devices.json"),
            ("/srv/secretly/x", "/srv/secretly/x"), ("(/srv/secret)", "($XDG_CONFIG_HOME)"),
            ("/home/anna/.run/x", "~/.run/x"), ("/dev/udmabuf", "/dev/udmabuf"), ("/", "/"),
        ])
    func folders(text: String, clean: String) {
        let discretion = Discretion(
            home: "/home/anna", user: nil,
            folders: [
                "$XDG_CACHE_HOME": "/srv/secret/cache/", "$XDG_CONFIG_HOME": "/srv/secret",
                "$XDG_RUNTIME_DIR": "/home/anna/.run", "$NOTHING": "/",
            ])
        #expect(discretion.cleaned(text) == clean)
    }

    @Test("root's name is no secret, root's home is short")
    func root() {
        let root = Discretion(home: "/root", user: "root")
        #expect(root.cleaned("owner root, /root/Videos") == "owner root, ~/Videos")
        #expect(root.cleaned("/rootless/x") == "/rootless/x")
    }

    @Test("a user whose name is a word of the report changes no member's name")
    func wordOfTheReport() {
        let discretion = Discretion(home: nil, user: "trials")
        let report = JSONValue.object(["trials": .list([.text("of trials")])])
        #expect(discretion.cleaned(report) == .object(["trials": .list([.text("of USER")])]))
    }

    @Test("a home that is the root folder shortens nothing")
    func noHome() { #expect(Discretion(home: "/", user: nil).cleaned("/usr/lib") == "/usr/lib") }

    @Test("nothing steers a terminal, in values and in names, and nothing is endless")
    func controls() {
        let value = JSONValue.object(["a\u{1b}[2J": .list([.text("b\u{202e}c\u{7}\n")])])
        #expect(
            discretion.cleaned(value)
                == .object(["a\u{fffd}[2J": .list([.text("b\u{fffd}c\u{fffd}\u{fffd}")])]))
        #expect(discretion.cleaned(String(repeating: "x", count: 100_000)).count == 2001)
        // One character for Swift.
        let heap = "a" + String(repeating: "\u{301}", count: 60_000)
        #expect(discretion.cleaned(heap).utf8.count < 5000)
    }
}
