internal import Glibc
internal import LinuxIO
internal import Logging

/// The target of `--stats`: a file, or the standard output for `-`.
final class StatisticsFile {
    private let file: Descriptor
    private let path: String
    private var isBroken = false
    private var hasLost = false

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
    ///
    /// One for which a reader has no room is left out; the last one waits for it a little.
    func write(_ report: StatisticsReport, logger: Logger) {
        guard !isBroken else { return }
        do {
            let patience: Int64 = report.final ? 1_000_000_000 : 0
            let isWritten = try Descriptor.offer(
                report.line() + "\n", to: file.number, patience: patience)
            if !isWritten, !hasLost {
                hasLost = true
                logger.warning("reports are left out: whoever reads the statistics does not keep up")
            }
        } catch {
            isBroken = true
            logger.error("statistics end here: \(path) cannot be written (\(error))")
        }
    }
}
