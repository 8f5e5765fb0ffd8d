internal import Faults
internal import LinuxIO
internal import Frames
internal import Logging
internal import Movies

/// A movie that the window's pictures are being recorded into.
struct Recording {
    let file: NewFile
    let writer: MovieWriter
    /// The time that it has lasted without its pauses.
    private(set) var time: RecordedTime

    /// Makes the movie's file among the user's videos; takes a moment.
    ///
    /// - Parameters:
    ///   - settings: The user's settings.
    ///   - sound: True when the sound of the default input is recorded, too.
    ///   - output: The output that gets the pictures.
    ///   - time: The time since it was asked for.
    ///   - logger: Gets messages that are worth knowing.
    ///   - loaded: Called once GStreamer is loaded.
    ///   - failed: Called on another thread if the movie ends before its end.
    ///   - soundFailed: Called on another thread if it goes on without sound.
    /// - Throws: The reason why there can be no movie.
    init(
        settings: UserSettings, sound: Bool, output: FrameOutput, time: RecordedTime, logger: Logger,
        loaded: () -> Void, failed: @escaping @Sendable (MovieError) -> Void,
        soundFailed: @escaping @Sendable (MovieError) -> Void
    ) throws(ViewfinderError) {
        guard let ending = MovieWriter.usableEnding() else {
            throw ViewfinderError(
                "GStreamer has no encoder to record with; install gstreamer1.0-plugins-good, -bad and -ugly")
        }
        loaded()
        let file = try NewFile(in: UserFolders().path(of: .videos, settings), ending: ending)
        do throws(MovieError) {
            writer = try MovieWriter(
                path: file.path, options: MovieWriterOptions(sound: sound), output: output, logger: logger,
                failed: failed,
                soundFailed: soundFailed)
        } catch {
            file.remove()
            throw ViewfinderError(error, about: error.subject(in: file.folder))
        }
        self.file = file
        self.time = time
    }

    /// The output that gets the pictures.
    var output: FrameOutput { writer.output }

    /// Pauses it, or goes on: the movie and its time at the same moment.
    mutating func togglePause(at moment: Int64) {
        if time.isPaused { writer.resume(at: moment) } else { writer.pause(at: moment) }
        time.togglePause(at: moment)
    }

    /// Writes the movie's end, and waits for it.
    ///
    /// - Returns: The words about what it lacks; nil where it is whole.
    /// - Throws: The reason why the movie is not whole.
    func finish(within limit: Int) throws(ViewfinderError) -> Message? {
        do throws(MovieError) {
            return Message.lost(try writer.finish(within: limit)).map {
                Fault.slowEncoder.message([.path: file.name, .count: $0])
            }
        } catch {
            throw ViewfinderError(error, about: error.subject(in: file.folder))
        }
    }
}

extension MovieError {
    /// The folder of a movie, where that is what the error is about; else nil.
    func subject(in folder: String) -> NoticeSubject? {
        switch kind {
        case .file, .permission, .noSpace: .folder(folder)
        case .notAMovie, .missingCodec, .sound, .unsupported, .timeout, .failed: nil
        }
    }
}
