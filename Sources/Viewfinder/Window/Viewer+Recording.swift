internal import LinuxIO
internal import LiveView
internal import Logging
internal import Movies
internal import Overlay
internal import VulkanView

/// The state of the recording.
enum RecordingState {
    case none
    /// The movie's file is being made.
    case starting
    case running(Recording)
}

extension Viewer {
    /// True while the movie's file is being made.
    var isRecordingStarting: Bool { if case .starting = recording { true } else { false } }

    /// Lets the next recordings have sound, or no longer.
    ///
    /// It is kept. Where there is none to be had, that is told at once.
    func toggleSound() {
        recordsSound.toggle()
        keeper.keep(.sound(recordsSound))
        guard recordsSound else { return }
        let (inbox, me) = (loop.inbox, me)
        // Where there is no thread for it, the recording will tell.
        _ = try? SystemThread(name: "try sound") {
            guard let trouble = MovieWriter.troubleWithSound() else { return }
            inbox.post {
                guard let viewer = me.object, viewer.recordsSound else { return }
                viewer.switcher.notify(trouble.message)
            }
        }
    }

    /// Does what the switch for sound does, in words that are seen without it.
    func toggleSoundByKey() {
        guard case .none = recording else {
            return switcher.tell(
                Message(
                    "the sound of a recording that runs stays as it is",
                    comment: "A notice, after a key that lets recordings have sound or not"))
        }
        toggleSound()
        switcher.tell(
            recordsSound
                ? Message("recordings have sound", comment: "A notice, after a key")
                : Message("recordings have no sound", comment: "A notice, after a key"))
    }

    /// Begins to record, or ends the recording.
    func toggleRecording() {
        switch recording {
        case .none: startRecording()
        case .starting: break
        case .running(let running):
            if running.time.mayEnd(at: MonotonicClock.now()) { endRecording(running) }
        }
    }

    /// Pauses the recording, or goes on with it.
    func togglePause() {
        switch recording {
        case .none:
            switcher.tell(
                Message(
                    "nothing is recorded; {key} begins a recording",
                    ["key": KeyBindings.firstKey(of: .record)],
                    comment: "A notice, when a recording was to be paused; {key} is a key"))
        case .starting: break
        case .running(var running):
            running.togglePause()
            recording = .running(running)
            tellRecordingTime()
        }
    }

    /// Starts the recording on a thread of its own, since GStreamer takes a while to load.
    private func startRecording() {
        recording = .starting
        recordingLacksSound = false
        let (inbox, me, logger, settings) = (loop.inbox, me, logger, settings)
        let sound = recordsSound
        do {
            _ = try SystemThread(name: "start recording") {
                let made = Result { () throws(ViewfinderError) in
                    try Recording(settings: settings, sound: sound, logger: logger) { error in
                        inbox.post { me.object?.recordingFailed(error) }
                    } soundFailed: { error in
                        inbox.post { me.object?.soundFailed(error) }
                    }
                }
                inbox.post { me.object?.recordingStarted(made) }
            }
        } catch {
            recordingStarted(.failure(ViewfinderError(error)))
        }
    }

    private func soundFailed(_ error: MovieError) {
        recordingLacksSound = true
        tellLasting(ViewfinderError(error), of: .sound)
    }

    private func recordingStarted(_ made: Result<Recording, ViewfinderError>) {
        switch made {
        case .success(let running):
            if let error = running.writer.failure { return recordingFailed(error) }
            if let endOfSaving {
                // Without a picture its file goes again.
                recording = .running(running)
                return finishRecording(until: endOfSaving)
            }
            recording = .running(running)
            forgetTrouble(of: .movie)
            renderer.add(running.output, turned: options.recordsAsShown)
            tellRecordingTime()
        case .failure(let error):
            recording = .none
            tellLasting(error, of: .movie)
        }
    }

    private func endRecording(_ running: Recording) {
        recording = .none
        // That it goes on without sound is true no more.
        forgetTrouble(of: .sound)
        endings.append(running)
        updateTitle()
        let (inbox, me) = (loop.inbox, me)
        // What was seen before the key is in the movie.
        renderer.drain(running.output) {
            inbox.post {
                me.object?.takePicture { viewer, last in viewer.finish(running, last: try? last.get()) }
            }
        }
    }

    /// Writes the movie's end.
    ///
    /// - Parameters:
    ///   - running: The recording.
    ///   - last: The last picture that was seen of it; nil where there is none.
    private func finish(_ running: Recording, last: OffscreenPicture?) {
        let (inbox, me) = (loop.inbox, me)
        do {
            _ = try SystemThread(name: "end recording") {
                let outcome = Result { () throws(ViewfinderError) in try running.finish(within: 30) }
                let file = LastFile(
                    path: running.file.path, isMovie: true,
                    picture: last.map { Thumbnail($0, side: Self.thumbnailSide) })
                inbox.post { me.object?.ended(running, outcome, file) }
            }
        } catch {
            tellLasting(ViewfinderError(error), of: .movie)
        }
    }

    private func ended(
        _ running: Recording, _ outcome: Result<Message?, ViewfinderError>, _ file: LastFile
    ) {
        endings.removeAll { $0.writer === running.writer }
        if case .success = outcome { lastFile = file }
        switch outcome {
        case .success(nil): tell(.success(running.file))
        case .success(let words?): switcher.tell(.saved(words), about: .file(running.file.path))
        case .failure(let error): tellLasting(error, of: .movie)
        }
        updateScreen()
    }

    /// Tells of a movie that failed, because the disk is full, for example: the camera goes on.
    private func recordingFailed(_ error: MovieError) {
        // It may be one of those whose ends are written.
        var folder: String?
        if case .running(let running) = recording, running.writer.failure != nil {
            renderer.remove(running.output)
            recording = .none
            folder = running.file.folder
        }
        tellLasting(ViewfinderError(error, about: folder.flatMap(error.subject(in:))), of: .movie)
    }

    /// Finishes recordings at the program's end: nothing shows any more, so the movies' ends are waited for here.
    ///
    /// - Parameter deadline: The moment to stop waiting, in nanoseconds of `MonotonicClock`.
    func finishRecording(until deadline: Int64) {
        if case .running(let running) = recording {
            endings.append(running)
            recording = .none
        }
        for running in endings {
            do {
                let left = max(0, Int((deadline - MonotonicClock.now()) / 1_000_000_000))
                let words = try running.finish(within: left)
                logger.info("\(Message.saved(words ?? Message(verbatim: running.file.name)))")
            } catch {
                logger.error("\(error)")
            }
        }
    }

    /// Shows the recorded time in the title once a second, while it grows.
    private func tellRecordingTime() {
        if let recordingMoment { loop.cancel(recordingMoment) }
        recordingMoment = nil
        guard case .running(let running) = recording else { return }
        updateTitle()
        recordingMoment = running.time.nextSecond(after: MonotonicClock.now()).map { moment in
            loop.schedule(at: moment) { [weak self] in self?.tellRecordingTime() }
        }
    }
}
