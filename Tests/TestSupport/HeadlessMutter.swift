internal import Foundation
internal import Synchronization

/// A mutter of its own for a test, the compositor of GNOME, with an invisible output; it ends when the test releases it.
///
/// Pointer and keys come by the interface for remote desktops, pictures by the one for screen casts: through a PipeWire of its own,
/// ten a second as long as anything on the output changes. A screen cast has the output drawn once more for each of its pictures: without
/// one mutter does as it does for a person.
package final class HeadlessMutter: HeadlessDesktop {
    private static let name = "org.gnome.Mutter"
    private static let socket = "viewfinder-mutter"
    /// The main button in `linux/input-event-codes.h`.
    private static let button: Int32 = 0x110

    package let environment: [String: String?]
    package let width: Int
    package let height: Int
    private let folder: String
    private let bus: BusOfTests
    private let pipeWire: Program
    private let mutter: Program
    private let recorder: Program?
    private let client: BusClient
    private let session: BusClient.Place
    private let pointer = Mutex<(x: Int, y: Int)>((0, 0))

    /// Starts mutter and waits until it gives pictures and takes input.
    ///
    /// - Parameters:
    ///   - isRecorded: False where it gives no pictures.
    ///   - width: The output's width in pixels.
    ///   - height: The output's height in pixels.
    /// - Throws: The error of the program that did not start, with its log.
    package init(isRecorded: Bool = true, width: Int = 1280, height: Int = 720) throws {
        try Requirement.programs("mutter", "pipewire", "pw-link", "gst-launch-1.0")
        (self.width, self.height) = (width, height)
        let folder = NSTemporaryDirectory() + "viewfinder-mutter-\(UUID().uuidString.prefix(8))"
        self.folder = folder
        let pictures = folder + "/pictures"
        try FileManager.default.createDirectory(
            atPath: pictures, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let bus = try BusOfTests()
        self.bus = bus
        let environment: [String: String?] = [
            "XDG_RUNTIME_DIR": folder, "WAYLAND_DISPLAY": Self.socket, "DISPLAY": nil,
            "DBUS_SESSION_BUS_ADDRESS": bus.address,
        ]
        self.environment = environment
        let own = environment.merging(bus.environment(home: folder)) { $1 }.merging([
            "GSETTINGS_BACKEND": "memory", "PIPEWIRE_RUNTIME_DIR": nil, "PIPEWIRE_REMOTE": nil,
            "WAYLAND_DISPLAY": nil,
        ]) { $1 }
        let pipeWire = try Program("pipewire", environment: own)
        self.pipeWire = pipeWire
        let mutter = try Program(
            "mutter",
            [
                "--headless", "--wayland", "--no-x11", "--virtual-monitor=\(width)x\(height)",
                "--wayland-display=\(Self.socket)",
            ], environment: own)
        self.mutter = mutter
        try eventually("PipeWire", within: 60, found: { pipeWire.log }) {
            FileManager.default.fileExists(atPath: folder + "/pipewire-0")
        }
        let client = try BusClient(address: bus.address)
        self.client = client
        let path = try Self.answer("mutter", mutter) {
            try client.call(
                "CreateSession",
                of: BusClient.Place(
                    service: "\(Self.name).RemoteDesktop", path: "/org/gnome/Mutter/RemoteDesktop",
                    interface: "\(Self.name).RemoteDesktop"))
        }
        session = BusClient.Place(
            service: "\(Self.name).RemoteDesktop", path: path, interface: "\(Self.name).RemoteDesktop.Session"
        )
        try client.call("Start", of: session)
        recorder =
            isRecorded
            ? try Self.record(client, of: mutter, into: pictures, environment: own) : nil
        // The seat gets its keyboard and pointer with the first of their events: before a client comes, which would miss them. The pointer
        // stops in the corner.
        try tap("Shift")
        try client.call(
            "NotifyPointerMotionRelative", of: session, .number(-16_384), .number(-16_384))
    }

    deinit {
        recorder?.kill()
        mutter.stop()
        pipeWire.kill()
        try? FileManager.default.removeItem(atPath: folder)
    }

    package var log: String { mutter.log }

    package func move(toX x: Int, y: Int) throws {
        let before = pointer.withLock { pointer in
            defer { pointer = (x, y) }
            return pointer
        }
        try client.call(
            "NotifyPointerMotionRelative", of: session, .number(Double(x - before.x)),
            .number(Double(y - before.y)))
    }

    package func press() throws { try notify(pressed: true) }

    package func release() throws { try notify(pressed: false) }

    private func notify(pressed: Bool) throws {
        try client.call("NotifyPointerButton", of: session, .signed(Self.button), .boolean(pressed))
    }

    package func tap(_ key: String) throws {
        let number = try KeyPlace.number(of: key)
        for isPressed in [true, false] {
            try client.call("NotifyKeyboardKeycode", of: session, .unsigned(number), .boolean(isPressed))
        }
    }

    package func screenshot() throws -> Image {
        let pictures = folder + "/pictures"
        return try eventually("a picture of mutter", within: 30, found: { self.recorder?.log ?? "" }) {
            let files = try FileManager.default.contentsOfDirectory(atPath: pictures).sorted()
            // The last one is being written, or waits for the next.
            guard files.count > 1 else { return nil }
            return FileManager.default.contents(atPath: "\(pictures)/\(files[files.count - 2])")
                .flatMap { try? Image(ppm: $0) }
        }
    }

    /// Starts a screen cast, and a program that writes its pictures into a folder.
    private static func record(
        _ client: BusClient, of mutter: Program, into pictures: String, environment: [String: String?]
    ) throws -> Program {
        let recording = try answer("mutter's screen cast", mutter) {
            try client.call(
                "CreateSession",
                of: BusClient.Place(
                    service: "\(name).ScreenCast", path: "/org/gnome/Mutter/ScreenCast",
                    interface: "\(name).ScreenCast"), .noOptions)
        }
        let cast = BusClient.Place(
            service: "\(name).ScreenCast", path: recording, interface: "\(name).ScreenCast.Session")
        // The only output.
        try client.call("RecordMonitor", of: cast, .text(""), .noOptions)
        try client.call("Start", of: cast)
        func port(_ direction: String, of name: String) throws -> String? {
            try Program.run("pw-link", [direction], environment: environment).program.output
                .split(separator: "\n").first { $0.hasPrefix("\(name):") }.map(String.init)
        }
        let recorder = try Program(
            "gst-launch-1.0",
            [
                "--quiet", "pipewiresrc", "!", "video/x-raw,max-framerate=10/1", "!", "videoconvert", "!",
                "video/x-raw,format=RGB", "!", "pnmenc", "!", "multifilesink", "max-files=8",
                "location=\(pictures)/%06d.ppm",
            ], environment: environment)
        // A session manager would do this.
        try eventually("a screen cast", within: 60, found: { "\(mutter.log)\n\(recorder.log)" }) {
            guard recorder.isRunning else {
                try Requirement.check(
                    !recorder.errors.contains("pipewiresrc"),
                    "GStreamer has no pipewiresrc; `make test` installs what is missing")
                throw WaitedInVain(recorder.log)
            }
            // The numbers of their ports are other ones in each release.
            guard let from = try port("--output", of: "mutter"),
                let to = try port("--input", of: "gst-launch-1.0")
            else { return false }
            return try Program.run("pw-link", [from, to], environment: environment).end.status == .exited(0)
        }
        return recorder
    }

    /// Asks until there is an answer, as long as mutter runs.
    private static func answer(
        _ what: String, _ mutter: Program, _ ask: () throws -> String
    ) throws -> String {
        try eventually(what, within: 60, found: { mutter.log }) {
            guard mutter.isRunning else { throw WaitedInVain("mutter did not start\n\(mutter.log)") }
            return try? ask()
        }
    }
}
