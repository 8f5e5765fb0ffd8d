internal import Faults
internal import Glibc
internal import LinuxIO

extension MovieError {
    /// Makes the error of a path whose ending is that of no movie.
    init(endingOf path: String) {
        let endings = MovieKind.allCases.flatMap(\.endings).map { ".\($0)" }.joined(separator: ", ")
        self.init(.unsupported, "\(path) does not tell what movie to write; let it end in \(endings)")
    }

    /// Makes the error of a file that cannot be made.
    init(writing path: String, _ error: SystemError) {
        let reason = error.reason
        switch error.code {
        case EACCES, EPERM, EROFS:
            self.init(.permission, Fault.movieForbidden.message([.path: path, .reason: reason]))
        case ENOSPC, EDQUOT:
            self.init(.noSpace, "\(path) cannot be written (\(reason)); make room on the disk")
        default: self.init(.file, "\(path) cannot be written (\(reason)); choose another path")
        }
    }

    /// Makes the error of a movie whose end was not written in time.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - seconds: The time that there was.
    ///   - isWhole: True for a movie whose end is written, and which the disk has not confirmed.
    init(unfinished path: String, after seconds: Int, isWhole: Bool) {
        var facts = stat()
        let isEmpty = unsafe stat(path, &facts) != 0 || facts.st_size == 0
        self.init(
            .timeout,
            isWhole
                ? "\(path) is whole, but its disk has not confirmed that within \(seconds) s; wait before you switch off"
                : isEmpty
                    ? "nothing is in \(path) \(seconds) s after its end; see whether the disk answers, and record again"
                    : "\(path) has no end after \(seconds) s; it can be played as far as it is written")
    }

    /// Makes the error of a movie that ended too early.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - fault: The pipeline's fault.
    ///   - duration: The duration of the pictures that were taken until then, in nanoseconds.
    init(writing path: String, _ fault: PipelineFault, after duration: Int64) {
        let seconds = duration / 1_000_000_000
        switch fault.kind {
        case .noSpace:
            self.init(.noSpace, Fault.diskFull.message([.path: path, .seconds: "\(seconds)"]))
        case .notPermitted:
            self.init(.permission, Fault.movieForbidden.message([.path: path, .reason: fault.words]))
        default:
            self.init(.failed, "\(path) ends after \(seconds) s (\(fault.words)); record again")
        }
    }
}
