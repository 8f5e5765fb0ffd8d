internal import Faults
internal import Frames
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
    case starting(RecordingStart)
    case running(Recording)
}

/// A recording whose file is being made, while its pictures wait.
struct RecordingStart {
    /// The time until its delay is told, in nanoseconds.
    private static let patience: Int64 = 3_000_000_000
    /// The least of it that the disk has once GStreamer is loaded.
    private static let patienceWithDisk: Int64 = 1_500_000_000

    /// The output that gets the pictures.
    let output: FrameOutput
    /// The moment at which its delay is told.
    private(set) var patienceEnd: Int64
    /// The time since it was asked for.
    private(set) var time: RecordedTime
    /// The moments at which the key began and ended pauses, in turn.
    private(set) var pauses: [Int64] = []
    /// True once GStreamer is loaded: it is the disk that is waited for.
    private(set) var isLoaded = false
    /// True once its delay was told.
    var isTold = false
    /// True for a recording that ends as soon as it has begun.
    var isOver = false

    init(output: FrameOutput, at moment: Int64) {
        self.output = output
        time = RecordedTime(from: moment)
        patienceEnd = moment + Self.patience
    }

    /// Takes note that GStreamer is loaded.
    mutating func beginWithDisk() {
        (isLoaded, isTold) = (true, false)
        patienceEnd = max(patienceEnd, MonotonicClock.now() + Self.patienceWithDisk)
    }

    /// True once the key takes the recording back instead of ending it.
    var isTakenBack: Bool { isOver || isTold && isLoaded }

    mutating func togglePause() {
        let now = MonotonicClock.now()
        pauses.append(now)
        time.togglePause(at: now)
    }
}

extension Viewer {
    /// The time of the recording; nil where there is none.
    var recordedTime: RecordedTime? {
        switch recording {
        case .none: nil
        case .starting(let start): start.isOver ? nil : start.time
        case .running(let running): running.time
        }
    }

    /// True while the movie's file is being made.
    var isRecordingStarting: Bool { if case .starting = recording { true } else { false } }

    /// Lets the next recordings have sound, or no longer.
    ///
    /// It is kept. Where there is none to be had, that is told at once.
    func toggleSound() {
        recordsSound.toggle()
        keeper.keep(.sound(recordsSound))
        // One that tries a server which does not answer tells soon enough.
        guard recordsSound, !isSoundTried else { return }
        let tell = onLoop { (viewer, trouble: MovieError?) in
            viewer.isSoundTried = false
            if let trouble, viewer.recordsSound { viewer.switcher.notify(trouble.message) }
        }
        // Where there is no thread for it, the recording will tell.
        let thread = try? SystemThread(name: "try sound") { tell(MovieWriter.troubleWithSound()) }
        isSoundTried = thread != nil
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

    /// Makes ready what recordings need, in the background and once the start is over.
    func prepareRecordings() {
        guard !areRecordingsPrepared else { return }
        areRecordingsPrepared = true
        loop.schedule(at: MonotonicClock.now() + 2_000_000_000) { [weak self] in
            let sound = self?.recordsSound ?? false
            // Of no lower priority: a recording may begin meanwhile, and would wait for it.
            _ = try? SystemThread(name: "prepare movies") { MovieWriter.prepare(sound: sound) }
        }
    }

    /// Begins to record, or ends the recording.
    func toggleRecording() {
        if case .none = recording { return startRecording() }
        if recordedTime?.mayEnd(at: MonotonicClock.now()) ?? true { stopRecording() }
    }

    /// Ends the recording, if there is one.
    func stopRecording() {
        switch recording {
        case .none: break
        case .starting(let start): end(start)
        case .running(let running): endRecording(running)
        }
    }

    /// Ends a recording that has not begun: it keeps its pictures, unless the disk does not answer or the key was pressed before.
    private func end(_ start: RecordingStart) {
        guard start.isTakenBack else {
            var start = start
            start.isOver = true
            renderer.drain(start.output) {}
            recording = .starting(start)
            return
        }
        takeBack(start)
        forgetTrouble(of: .movie)
        switcher.tell(
            Message(
                "the recording was taken back",
                comment: "A notice, after a key, since the recording had not begun"))
    }

    /// Forgets a recording that has not begun; without a picture, its file goes again.
    private func takeBack(_ start: RecordingStart) {
        recording = .none
        renderer.remove(start.output)
        start.output.finish()
        start.output.expire()
        updateTitle()
    }

    /// Tells in a while why a recording has not begun, if it has not.
    private func watch(_ start: RecordingStart) {
        let (output, isLoaded) = (start.output, start.isLoaded)
        loop.schedule(at: start.patienceEnd) { [weak self] in
            guard let self, case .starting(var start) = recording, start.output === output,
                start.isLoaded == isLoaded
            else { return }
            start.isTold = true
            recording = .starting(start)
            let words = isLoaded ? Fault.recordingWaits.message() : Fault.recordingLoads.message()
            tellLasting(ViewfinderError(words), of: .movie)
        }
    }

    private func recordingLoaded(_ output: FrameOutput) {
        guard case .starting(var start) = recording, start.output === output else { return }
        start.beginWithDisk()
        recording = .starting(start)
        watch(start)
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
        case .starting(var start):
            start.togglePause()
            recording = .starting(start)
        case .running(var running):
            running.togglePause(at: MonotonicClock.now())
            recording = .running(running)
        }
        tellRecordingTime()
    }

    /// Starts the recording on a thread of its own, since GStreamer takes a while to load.
    private func startRecording() {
        let start = RecordingStart(
            output: FrameOutput(.queue(capacity: MovieWriterOptions().waitingLimit)),
            at: MonotonicClock.now())
        recording = .starting(start)
        recordingLacksSound = false
        renderer.add(start.output, turned: options.recordsAsShown)
        tellRecordingTime()
        watch(start)
        let (inbox, me, logger, settings) = (loop.inbox, me, logger, settings)
        let sound = recordsSound
        do {
            _ = try SystemThread(name: "start recording") {
                let made = Result { () throws(ViewfinderError) in
                    try Recording(
                        settings: settings, sound: sound, output: start.output, time: start.time,
                        logger: logger
                    ) {
                        inbox.post { me.object?.recordingLoaded(start.output) }
                    } failed: { error in
                        inbox.post { me.object?.recordingFailed(error) }
                    } soundFailed: { error in
                        inbox.post { me.object?.soundFailed(error) }
                    }
                }
                inbox.post { me.object?.recordingStarted(made, start.output) }
            }
        } catch {
            recordingStarted(.failure(ViewfinderError(error)), start.output)
        }
    }

    private func soundFailed(_ error: MovieError) {
        recordingLacksSound = true
        tellLasting(ViewfinderError(error), of: .sound)
    }

    private func recordingStarted(_ made: Result<Recording, ViewfinderError>, _ output: FrameOutput) {
        guard case .starting(let start) = recording, start.output === output else { return }
        switch made {
        case .success(var running):
            if let error = running.writer.failure { return recordingFailed(error) }
            for moment in start.pauses { running.togglePause(at: moment) }
            if let endOfSaving {
                // Without a picture its file goes again.
                recording = .running(running)
                return finishRecording(until: endOfSaving)
            }
            recording = .running(running)
            forgetTrouble(of: .movie)
            if start.isOver { endRecording(running) }
            tellRecordingTime()
        case .failure(let error):
            takeBack(start)
            tellLasting(error, of: .movie)
        }
    }

    private func endRecording(_ running: Recording) {
        recording = .none
        // That it goes on without sound is true no more.
        forgetTrouble(of: .sound)
        endings.append(running)
        updateTitle()
        let done = onLoop { (viewer, _: Void) in
            viewer.takePicture { viewer, last in viewer.finish(running, last: try? last.get()) }
        }
        // What was seen before the key is in the movie.
        renderer.drain(running.output) { done(()) }
    }

    /// Writes the movie's end.
    ///
    /// - Parameters:
    ///   - running: The recording.
    ///   - last: The last picture that was seen of it; nil where there is none.
    private func finish(_ running: Recording, last: OffscreenPicture?) {
        let done = onLoop { (viewer, end: (Result<Message?, ViewfinderError>, LastFile)) in
            viewer.ended(running, end.0, end.1)
        }
        do {
            _ = try SystemThread(name: "end recording") {
                let outcome = Result { () throws(ViewfinderError) in try running.finish(within: 30) }
                let file = LastFile(
                    path: running.file.path, isMovie: true,
                    picture: last.map { Thumbnail($0, side: Self.thumbnailSide) })
                done((outcome, file))
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
        // All at once, so that each has the whole time.
        let left = max(0, Int((deadline - MonotonicClock.now()) / 1_000_000_000))
        let logger = logger
        let threads = endings.map { running in
            let finish: @Sendable () -> Void = {
                do {
                    let words = try running.finish(within: left)
                    logger.info("\(Message.saved(words ?? Message(verbatim: running.file.name)))")
                } catch {
                    logger.error("\(error)")
                }
            }
            let thread = try? SystemThread(name: "end recording", finish)
            // Without a thread it is done here.
            if thread == nil { finish() }
            return thread
        }
        for thread in threads { thread?.join(until: deadline + 100_000_000) }
    }

    /// Shows the recorded time in the title once a second, while it grows.
    private func tellRecordingTime() {
        loop.cancel(&recordingMoment)
        guard let time = recordedTime else { return }
        updateTitle()
        loop.replan(&recordingMoment, at: time.nextSecond(after: MonotonicClock.now())) { [weak self] in
            self?.tellRecordingTime()
        }
    }
}
