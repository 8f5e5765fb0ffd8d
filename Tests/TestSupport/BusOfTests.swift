internal import Foundation

/// A message bus of a test's own.
package final class BusOfTests: Sendable {
    /// The bus's address as D-Bus writes it, `unix:path=…`.
    package let address: String
    /// The bus's program.
    package let daemon: Program
    private let folder: String

    /// Starts the bus and waits until it listens.
    ///
    /// - Throws: The error of the program that did not start, with its log.
    package init() throws {
        try Requirement.programs("dbus-daemon")
        folder = NSTemporaryDirectory() + "viewfinder-bus-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let path = folder + "/bus"
        let configuration = """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig><type>session</type><listen>unix:path=\(path)</listen>
            <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
            </busconfig>
            """
        try Data(configuration.utf8).write(to: URL(filePath: folder + "/bus.conf"))
        address = "unix:path=\(path)"
        daemon = try Program(
            "dbus-daemon", ["--nofork", "--print-address", "--config-file=\(folder)/bus.conf"])
        let daemon = daemon
        try eventually("the bus", within: 60, found: { daemon.log }) { daemon.output.hasPrefix("unix:") }
    }

    /// Takes the name of a service, which then says nothing to anybody, as one that stands still.
    ///
    /// - Returns: The service, which goes with the last reference; the bus answers in its place from then on.
    /// - Throws: The bus's answer.
    package func holdService(_ name: String) throws -> AnyObject {
        let client = try BusClient(address: address)
        try client.call(
            "RequestName",
            of: BusClient.Place(
                service: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
                interface: "org.freedesktop.DBus"),
            .text(name), .unsigned(0))
        return client
    }

    /// Gives the environment of a desktop's program that is to read and write nothing of whoever runs the tests.
    ///
    /// - Parameter folder: The folder in the place of the home folder.
    /// - Returns: The variables, to be merged over those of a compositor.
    package func environment(home folder: String) -> [String: String?] {
        [
            "DBUS_SESSION_BUS_ADDRESS": address, "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nowhere",
            "HOME": folder, "XDG_CONFIG_HOME": folder, "XDG_CACHE_HOME": folder, "XDG_DATA_HOME": folder,
            "DISPLAY": nil,
        ]
    }

    deinit {
        daemon.kill()
        try? FileManager.default.removeItem(atPath: folder)
    }
}
