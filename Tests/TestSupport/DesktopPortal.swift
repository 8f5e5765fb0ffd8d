internal import Foundation

/// The desktop's portal on a message bus of its own, as it runs on GTK's desktops, with settings that a test changes.
///
/// Its settings are files in a folder of the test's own; those of whoever runs the tests are neither read nor written.
package final class DesktopPortal {
    private static let programs = "/usr/libexec"

    /// The environment of programs that are to find it.
    package let environment: [String: String?]
    private let folder: String
    private let bus: BusOfTests
    private let own: [String: String?]
    private let settings: Program
    private let portal: Program

    /// Starts the portal, and waits until it tells of settings.
    ///
    /// - Parameter compositor: The environment of the compositor that GTK needs.
    /// - Throws: The error of the program that did not start, with its log.
    package init(in compositor: [String: String?]) throws {
        try Requirement.programs("gsettings", "dbus-daemon")
        for program in ["xdg-desktop-portal", "xdg-desktop-portal-gtk"] {
            try Requirement.check(
                FileManager.default.isExecutableFile(atPath: "\(Self.programs)/\(program)"),
                "\(program) is not installed; `make test-long ARGS=desktops` installs what is missing")
        }
        let folder = NSTemporaryDirectory() + "viewfinder-portal-\(UUID().uuidString.prefix(8))"
        self.folder = folder
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let bus = try BusOfTests()
        self.bus = bus
        environment = ["DBUS_SESSION_BUS_ADDRESS": bus.address]
        let own = compositor.merging(bus.environment(home: folder)) { $1 }.merging([
            "GSETTINGS_BACKEND": "keyfile", "XDG_CURRENT_DESKTOP": "GNOME",
        ]) { $1 }
        self.own = own
        let settings = try Program("\(Self.programs)/xdg-desktop-portal-gtk", ["-v"], environment: own)
        self.settings = settings
        let client = try BusClient(address: bus.address)
        try Self.wait("the settings' portal", settings) {
            try Self.read(client, "org.freedesktop.impl.portal.desktop.gtk", "org.freedesktop.impl.portal")
        }
        // It looks for those that do its work when it starts.
        let portal = try Program("\(Self.programs)/xdg-desktop-portal", ["-v"], environment: own)
        self.portal = portal
        try Self.wait("the desktop's portal", portal) {
            try Self.read(client, "org.freedesktop.portal.Desktop", "org.freedesktop.portal")
        }
    }

    deinit {
        portal.kill()
        settings.kill()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The words of the portal so far.
    package var log: String { "\(portal.log)\n\(settings.log)" }

    /// Changes a setting, as a panel of settings does.
    ///
    /// - Parameters:
    ///   - key: The schema and the key, for example `org.gnome.desktop.interface color-scheme`.
    ///   - value: The value.
    /// - Throws: The words of `gsettings`.
    package func set(_ key: String, to value: String) throws {
        let words = ["set"] + key.split(separator: " ").map(String.init) + [value]
        let (program, end) = try Program.run("gsettings", words, environment: own)
        guard end.status == .exited(0) else { throw WaitedInVain(program.log) }
    }

    /// Reads a setting, or throws where there is none.
    private static func read(_ client: BusClient, _ service: String, _ interfaces: String) throws {
        try client.call(
            "Read",
            of: BusClient.Place(
                service: service, path: "/org/freedesktop/portal/desktop", interface: "\(interfaces).Settings"
            ),
            .text("org.freedesktop.appearance"), .text("color-scheme"))
    }

    private static func wait(_ what: String, _ program: Program, until answer: () throws -> Void) throws {
        try eventually(what, within: 60, found: { program.log }) {
            guard program.isRunning else { throw WaitedInVain("\(what) did not start\n\(program.log)") }
            return (try? answer()) != nil
        }
    }
}
