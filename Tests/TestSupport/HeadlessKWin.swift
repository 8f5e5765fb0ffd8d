internal import Foundation
internal import Glibc

/// A KWin of its own for a test, the compositor of KDE's Plasma, with an invisible output; it ends when the test releases it.
///
/// It draws title bars, by the decoration of Oxygen. Pointer and keys come by `org_kde_kwin_fake_input`, pictures by
/// `org.kde.KWin.ScreenShot2`. Where it has no OpenGL it would refuse these: there it runs inside a ``HeadlessSway`` of the same size and
/// fills it.
package final class HeadlessKWin: HeadlessDesktop {
    private static let socket = "viewfinder-kwin"
    /// The main button in `linux/input-event-codes.h`.
    private static let button: UInt32 = 0x110

    private enum Request {
        static let authenticate: UInt16 = 0
        static let button: UInt16 = 2
        static let motionAbsolute: UInt16 = 9
        static let key: UInt16 = 10
    }

    package let environment: [String: String?]
    package let width: Int
    package let height: Int
    private let folder: String
    private let bus: BusOfTests
    private let kwin: Program
    /// The compositor around it, which takes its pictures; nil where it has OpenGL.
    private let sway: HeadlessSway?
    private let client: BusClient
    private let input: WireConnection
    private let device: UInt32

    /// Starts KWin and waits until it takes input.
    ///
    /// - Parameters:
    ///   - width: The output's width in pixels.
    ///   - height: The output's height in pixels.
    /// - Throws: The error of the program that did not start, with its log.
    package init(width: Int = 1280, height: Int = 720) throws {
        let program = try Requirement.program("kwin_wayland", from: "make test-long")
        (self.width, self.height) = (width, height)
        let folder = NSTemporaryDirectory() + "viewfinder-kwin-\(UUID().uuidString.prefix(8))"
        self.folder = folder
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        // The installed one has a capability (CAP_SYS_RESOURCE), without which the kernel does not start it, in a container for example.
        // Its name must stay.
        let copy = folder + "/kwin_wayland"
        guard
            FileManager.default.createFile(
                atPath: copy, contents: FileManager.default.contents(atPath: program),
                attributes: [.posixPermissions: 0o700])
        else { throw WaitedInVain("\(program) could not be copied to \(copy)") }
        try "[org.kde.kdecoration2]\nlibrary=org.kde.oxygen\n".write(
            toFile: folder + "/kwinrc", atomically: false, encoding: .utf8)
        try Self.writeEmptyCursor(into: folder + "/icons/empty/cursors")
        let bus = try BusOfTests()
        self.bus = bus
        let environment: [String: String?] = [
            "XDG_RUNTIME_DIR": folder, "WAYLAND_DISPLAY": Self.socket, "DISPLAY": nil,
            "DBUS_SESSION_BUS_ADDRESS": bus.address,
        ]
        self.environment = environment
        let own = environment.merging(bus.environment(home: folder)) { $1 }.merging([
            "WAYLAND_DISPLAY": nil,
            "XCURSOR_PATH": folder + "/icons", "XCURSOR_THEME": "empty",
            "KWIN_WAYLAND_NO_PERMISSION_CHECKS": "1", "KWIN_SCREENSHOT_NO_PERMISSION_CHECKS": "1",
        ]) { $1 }
        let start = { (output: [String]) throws -> (Program, WireConnection) in
            let kwin = try Program(
                copy,
                output + [
                    "--width", "\(width)", "--height", "\(height)", "--socket", Self.socket,
                    "--no-lockscreen", "--no-global-shortcuts", "--no-kactivities",
                ], environment: own)
            let connection = try eventually("KWin", within: 60, found: { kwin.log }) {
                guard kwin.isRunning else { throw WaitedInVain("KWin did not start\n\(kwin.log)") }
                return try? WireConnection(socket: "\(folder)/\(Self.socket)")
            }
            return (kwin, connection)
        }
        var (kwin, input) = try start(["--virtual"])
        let client = try BusClient(address: bus.address)
        self.client = client
        let place = BusClient.Place(service: "org.kde.KWin", path: "/KWin", interface: "org.kde.KWin")
        let information = try eventually("KWin's words", within: 60, found: { kwin.log }) {
            try? client.call("supportInformation", of: place)
        }
        if information.contains("Compositing Type: QPainter") {
            kwin.stop()
            let sway = try HeadlessSway(width: width, height: height)
            self.sway = sway
            (kwin, input) = try start(["--wayland-display", sway.socketPath])
            try sway.window(of: kwin, "KWin's output", within: 60) {
                $0.content == PixelRectangle(x: 0, y: 0, width: width, height: height) && $0.isFocused
            }
        } else {
            sway = nil
        }
        (self.kwin, self.input) = (kwin, input)
        // Keys came with version 4.
        device = try input.bind("org_kde_kwin_fake_input", version: 4)
        // authenticate(application, reason)
        try input.send(
            device, Request.authenticate, WireConnection.words("viewfinder") + WireConnection.words("a test"))
        try input.roundTrip()
        try eventually("KWin's pictures", within: 60, found: { self.log }) { try? screenshot() }
        try Requirement.check(
            !log.contains("Could not locate decoration plugin"),
            "KWin has no title bars of Oxygen; `make test-long` installs what is missing")
        // A client that comes finds a keyboard and a pointer.
        try tap("Shift")
        try move(toX: 0, y: 0)
    }

    /// Writes a theme of cursors without pixels, in the format of Xcursor(3).
    ///
    /// A KWin inside another compositor draws its pointer there, which would be in the pictures, and makes the window larger at the edges.
    private static func writeEmptyCursor(into folder: String) throws {
        let (image, size): (UInt32, UInt32) = (0xfffd_0002, 24)
        // The header and the only entry of its contents; then the image: its header, width, height, hot spot, delay and pixel.
        let words: [UInt32] = [
            0x7275_6358, 16, 0x1_0000, 1, image, size, 28, 36, image, size, 1, 1, 1, 0, 0, 0, 0,
        ]
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for name in ["default", "left_ptr"] {
            try words.withUnsafeBytes { Data($0) }.write(to: URL(filePath: "\(folder)/\(name)"))
        }
    }

    deinit {
        kwin.stop()
        sway?.stop()
        try? FileManager.default.removeItem(atPath: folder)
    }

    package var log: String { kwin.log }

    package func move(toX x: Int, y: Int) throws {
        // In 256ths of a pixel.
        try request(Request.motionAbsolute, [UInt32(x * 256), UInt32(y * 256)])
    }

    package func press() throws { try request(Request.button, [Self.button, 1]) }

    package func release() throws { try request(Request.button, [Self.button, 0]) }

    package func tap(_ key: String) throws {
        let number = try KeyPlace.number(of: key)
        for state: UInt32 in [1, 0] { try request(Request.key, [number, state]) }
    }

    private func request(_ operation: UInt16, _ arguments: [UInt32]) throws {
        try input.send(device, operation, arguments)
        try input.roundTrip()
    }

    package func screenshot() throws -> Image {
        if let sway { return try sway.screenshot() }
        let bytes = try pixels()
        guard bytes.count == 4 * width * height else {
            throw WaitedInVain("KWin gave \(bytes.count) bytes instead of \(width)x\(height) pixels\n\(log)")
        }
        // QImage's format ARGB32, on little processors; by bare pointers, since tests are not optimised.
        let count = width * height
        let pixels = [UInt8](unsafeUninitializedCapacity: 3 * count) { pixels, written in
            bytes.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in
                guard var to = pixels.baseAddress, var from = bytes.baseAddress else { return }
                for _ in 0..<count {
                    to[0] = from.load(fromByteOffset: 2, as: UInt8.self)
                    to[1] = from.load(fromByteOffset: 1, as: UInt8.self)
                    to[2] = from.load(as: UInt8.self)
                    to += 3
                    from += 4
                }
                written = 3 * count
            }
        }
        return Image(width: width, height: height, pixels: pixels)
    }

    /// Asks for the pixels of the output, which KWin writes into a pipe.
    private func pixels() throws -> Data {
        let pipe = Pipe()
        _ = fcntl(pipe.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        defer { try? pipe.fileHandleForReading.close() }
        do {
            defer { try? pipe.fileHandleForWriting.close() }
            try client.call(
                "CaptureActiveScreen",
                of: BusClient.Place(
                    service: "org.kde.KWin", path: "/org/kde/KWin/ScreenShot2",
                    interface: "org.kde.KWin.ScreenShot2"), .noOptions,
                .descriptor(pipe.fileHandleForWriting.fileDescriptor))
        }
        return try pipe.fileHandleForReading.readToEnd() ?? Data()
    }
}
