internal import Foundation
internal import Logging

/// Where `--stats` goes: a file, or the standard output for `-`.
final class StatisticsFile {
    private let handle: FileHandle
    private let path: String
    private var isBroken = false

    /// Opens the file, new or emptied.
    init(path: String) throws(ViewfinderError) {
        self.path = path
        if path == "-" {
            handle = .standardOutput
            return
        }
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let handle = FileHandle(forWritingAtPath: path)
        else {
            throw ViewfinderError("cannot write statistics to \(path); choose a file that you may write to")
        }
        self.handle = handle
    }

    /// Writes a report as one line; the first failure is told, and the camera goes on.
    func write(_ report: StatisticsReport, logger: Logger) {
        guard !isBroken else { return }
        do {
            try handle.write(contentsOf: Data((report.line() + "\n").utf8))
        } catch {
            isBroken = true
            logger.error("statistics end here: \(path) cannot be written (\(error))")
        }
    }
}
