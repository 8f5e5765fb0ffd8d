internal import Faults
internal import Glibc
internal import LinuxIO

/// The target of `--stats`: a file, or the standard output for `-`.
///
/// A file takes its place with the first report, and has each report whole or not at all. A pipe whose reader is slow gets fewer
/// reports: the window never waits for it.
final class StatisticsFile {
    /// The longest wait for the last report's reader, in nanoseconds.
    private static let lastPatience: Int64 = 1_000_000_000

    /// The file; nil for the standard output.
    private var draft: FileDraft?
    private let number: Int32
    private let path: String
    private var isBroken = false
    private var hasLost = false
    /// The bytes of the last report that are not written yet.
    private var rest: ArraySlice<UInt8> = []
    /// The number of bytes of all whole reports.
    private var length = 0

    /// Opens the file; one that is there stays until the first report.
    init(path: String) throws(ViewfinderError) {
        self.path = path
        guard path != "-" else {
            number = STDOUT_FILENO
            return
        }
        do throws(SystemError) {
            let draft = try FileDraft(for: path)
            number = draft.file.number
            self.draft = consume draft
        } catch {
            throw ViewfinderError(
                "cannot write statistics to \(path): \(error.reason); choose a file that you may write to")
        }
    }

    /// Writes a report as one line; the first failure is told, and the camera goes on.
    ///
    /// One for which a reader has no room is left out; the last one waits for it a little.
    func write(_ report: StatisticsReport, tell: (Message) -> Void) {
        do {
            write(try report.line(), patience: report.final ? Self.lastPatience : 0, tell: tell)
        } catch {
            tell(
                Message(
                    "a report of the statistics is missing: {reason}", ["reason": ViewfinderError(error)],
                    comment: "A notice"))
        }
        if report.final { bringToDisk() }
    }

    /// Brings the reports to the disk; one that does not answer is not waited for.
    private func bringToDisk() {
        guard draft?.file.isRegularFile == true, !isBroken else { return }
        let thread = try? SystemThread(name: "save statistics") { [number, path] in
            fsync(number)
            FileDraft.synchronizeFolder(of: path)
        }
        _ = thread?.join(within: 1)
    }

    /// Writes a line, unless the reader has not yet taken the one before.
    func write(_ line: String, patience: Int64 = 0, tell: (Message) -> Void) {
        guard !isBroken else { return }
        do throws(SystemError) {
            guard try Descriptor.offer(&rest, to: number, patience: patience) else {
                if !hasLost { tell(Fault.statisticsUnread.message()) }
                hasLost = true
                return
            }
            rest = Array("\(line)\n".utf8)[...]
            let count = rest.count
            guard try Descriptor.offer(&rest, to: number, patience: patience) else { return }
            length += count
            // Not for the disk's sake: the main thread does not wait for one.
            try draft?.publish(durably: false)
        } catch {
            isBroken = true
            if draft?.file.isRegularFile == true { _ = ftruncate(number, length) }
            tell(Fault.statisticsUnwritten.message([.path: path, .reason: error.reason]))
        }
    }
}
