internal import ArgumentParser
internal import Capture
internal import FoundationEssentials

/// The command `viewfinder list`, which lists the cameras and their modes.
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the cameras with their formats, sizes and rates.")

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let found = CameraList.search()
        let cameras = CameraList.offers(of: found.cameras)
        if json {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            let data = try encoder.encode(cameras)
            print(String(decoding: data, as: UTF8.self))
        } else {
            print(CameraTable.text(for: cameras, forbidden: found.forbidden))
        }
    }
}
