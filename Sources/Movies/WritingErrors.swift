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
            self.init(
                .permission, "\(path) cannot be written (\(reason)); choose a folder in which you may write")
        case ENOSPC, EDQUOT:
            self.init(.noSpace, "\(path) cannot be written (\(reason)); make room on the disk")
        default: self.init(.file, "\(path) cannot be written (\(reason)); choose another path")
        }
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
            self.init(
                .noSpace, "the disk is full: \(path) ends after \(seconds) s; make room and record again")
        case .notPermitted:
            self.init(
                .permission,
                "\(path) cannot be written (\(fault.words)); choose a folder in which you may write")
        default:
            self.init(.failed, "\(path) ends after \(seconds) s (\(fault.words)); record again")
        }
    }

    /// Makes the error of a movie whose sound ended before its pictures.
    init(ofSound fault: PipelineFault) {
        self.init(
            .sound, "the recording goes on without sound (\(fault.words)); check the sound settings' input")
    }
}
