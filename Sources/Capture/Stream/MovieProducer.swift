internal import Frames
internal import LinuxIO
internal import Movies

/// A movie file as a source: its pictures when they are due, from the beginning again at its end.
struct MovieProducer: FrameProducer {
    let options: MovieOptions
    let configuration: CaptureConfiguration

    func run(_ context: CaptureContext) throws(CaptureFault) {
        do throws(MovieError) {
            let reader = try MovieReader(path: options.path, logger: context.logger)
            context.note(\.opened)
            try play(reader, context)
        } catch {
            throw CaptureFault(.file, error.message)
        }
    }

    private func play(_ reader: MovieReader, _ context: CaptureContext) throws(MovieError) {
        var pace = MoviePace()
        var number: UInt32 = 0
        while true {
            switch try reader.next(orUntil: context.bell) {
            case .stopped: return
            case .picture(let picture):
                if number == 0 { begin(picture, context) }
                if context.restWhileNeglected() { pace.restart() }
                let due = pace.deadline(of: picture)
                if context.bell.wait(until: due) { return }
                publish(picture, due: due, number, context)
                number &+= 1
            case .end:
                guard pace.count > 0 else {
                    throw MovieError(
                        .notAMovie, "\(configuration.source.name) holds no pictures; give another movie")
                }
                // A file with one picture would only be decoded again and again.
                let stays = options.loops && pace.count == 1
                // The next round is decoded while the last picture is shown.
                if options.loops, !stays { try reader.rewind() }
                if context.bell.wait(until: stays ? nil : pace.end) || !options.loops { return }
                pace.startAgain()
            }
        }
    }

    private func begin(_ picture: MoviePicture, _ context: CaptureContext) {
        context.opened(mode(of: picture.track))
        context.note(\.streaming)
    }

    private func publish(
        _ picture: consuming MoviePicture, due: Int64, _ number: UInt32, _ context: CaptureContext
    ) {
        context.captured(sequence: number)
        let mode = mode(of: picture.track)
        let frame = picture.frame(
            timestamp: Timestamp(nanoseconds: due, clock: .monotonic, kind: .generated),
            arrival: MonotonicClock.now(), sequence: number, color: mode.color, rotation: mode.rotation,
            isMirrored: mode.isMirrored)
        context.publish(consume frame, mode: mode)
    }

    private func mode(of track: MovieTrack) -> CaptureMode {
        var mode = CaptureMode(track, color: options.color, name: configuration.source.name)
        mode.adopt(configuration)
        return mode
    }
}

extension CaptureMode {
    fileprivate init(_ track: MovieTrack, color: ColorDescription?, name: String) {
        var told = color ?? track.color
        told.chromaSite = track.color.chromaSite
        self.init(
            name: name, format: track.format, size: track.size, rate: track.rate, color: told,
            sampleAspect: track.sampleAspect, rotation: track.rotation, isMirrored: track.isMirrored)
    }
}
