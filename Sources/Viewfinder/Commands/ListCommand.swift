internal import ArgumentParser
internal import Capture
internal import FoundationEssentials

/// The command `viewfinder list`, which lists the cameras and their modes.
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the cameras with their formats, sizes and rates.")

    @Flag(help: "Print JSON.")
    var json = false

    @Flag(help: "List the video devices that are no cameras, too, with the reasons.")
    var all = false

    /// The JSON of all video devices.
    private struct Everything: Encodable {
        let cameras: [Camera]
        let forbidden: [String]
        let others: [CameraList.OtherNode]
    }

    func run() throws {
        try reporting { try StandardOutput.print(try text()) }
    }

    private func text() throws -> String {
        _ = try? SettingsFile().settings()
        let found = CameraList.search()
        let cameras = CameraList.offers(of: found.cameras)
        if json {
            let everything = Everything(cameras: cameras, forbidden: found.forbidden, others: found.others)
            let data =
                try all ? JSONEncoder.readable.encode(everything) : JSONEncoder.readable.encode(cameras)
            return String(decoding: data, as: UTF8.self)
        }
        let lines = [CameraTable.text(for: cameras, in: found)] + (all ? CameraTable.lines(for: found) : [])
        return lines.joined(separator: "\n")
    }
}
