internal import Glibc
internal import LinuxIO
internal import Logging

/// The target of `--stats`: a file, or the standard output for `-`.
final class StatisticsFile {
    private let file: Descriptor
    private let path: String
    private var isBroken = false

    /// Opens the file, new or emptied.
    init(path: String) throws(ViewfinderError) {
        self.path = path
        do throws(SystemError) {
            file =
                path == "-"
                ? Descriptor(owning: try systemCall("dup") { dup(STDOUT_FILENO) })
                : try Descriptor.create(path)
        } catch {
            throw ViewfinderError(
                "cannot write statistics to \(path): \(error.reason); choose a file that you may write to")
        }
    }

    /// Writes a report as one line; the first failure is told, and the camera goes on.
    func write(_ report: StatisticsReport, logger: Logger) {
        guard !isBroken else { return }
        do {
            try file.write(report.line() + "\n")
        } catch {
            isBroken = true
            logger.error("statistics end here: \(path) cannot be written (\(error))")
        }
    }
}
