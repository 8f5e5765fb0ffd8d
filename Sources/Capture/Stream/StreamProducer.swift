internal import Faults
internal import Frames
internal import LinuxIO
internal import Logging

/// Frames from a file or a pipe, raw or in YUV4MPEG2: a file at its rate and from the beginning again at its end, a
/// pipe as it comes.
struct StreamProducer: FrameProducer {
    enum Kind {
        case raw(RawOptions)
        case y4m(Y4MOptions)
    }

    private let kind: Kind
    private let path: String
    private let name: String
    private let configuration: CaptureConfiguration

    init(_ kind: Kind, from path: String, _ configuration: CaptureConfiguration) {
        (self.kind, self.path, self.configuration) = (kind, path, configuration)
        name = configuration.source.name
    }

    func run(_ context: CaptureContext) throws(CaptureFault) {
        do throws(StreamReader.Shortage) {
            let reader = try open(context)
            context.note(\.opened)
            var (mode, headerLength, tail) = try readHeader(reader, context.logger)
            mode.adopt(configuration)
            context.opened(mode)
            var pump = StreamPump(
                mode: mode, headerLength: headerLength, hasFrameLines: headerLength > 0, tail: tail)
            context.note(\.streaming)
            try pump.run(reader, context)
        } catch {
            try explain(error)
        }
    }

    private func open(_ context: CaptureContext) throws(StreamReader.Shortage) -> StreamReader {
        do throws(SystemError) {
            return try StreamReader(path, context)
        } catch {
            throw .failed(error)
        }
    }

    /// Throws the fault of a shortage; none when the run was stopped, or a stream with frames has come to its end.
    private func explain(_ shortage: StreamReader.Shortage) throws(CaptureFault) {
        switch shortage {
        case .stopped: return
        case .failed(let error):
            throw CaptureFault(.file, Fault.unreadable.message([.camera: name, .reason: error]))
        case .damaged(let words): throw CaptureFault(.file, "\(name) \(words)")
        case .end(let count):
            throw CaptureFault(
                .file, "\(name) ends before its first frame is whole (\(count) bytes); check its size")
        }
    }

    private func readHeader(
        _ reader: borrowing StreamReader, _ logger: Logger
    ) throws(StreamReader.Shortage) -> (CaptureMode, headerLength: Int, tail: Int) {
        switch kind {
        case .raw(let options):
            let mode = CaptureMode(
                name: name, format: options.format, size: options.size, rate: options.rate,
                color: options.color)
            return (mode, 0, 0)
        case .y4m(let options):
            guard let line = try reader.line() else { throw .damaged("is no YUV4MPEG2 stream") }
            do throws(SourceError) {
                let header = try Y4MHeader(String(decoding: line, as: UTF8.self))
                if header.isInterlaced {
                    logger.notice("\(name) is interlaced; moving edges will show combs")
                }
                // A text repairs bytes that are no UTF-8, and has more of them then.
                let mode = CaptureMode(header, color: options.color, name: name)
                return (mode, line.count + 1, header.alphaBytes)
            } catch {
                throw .damaged(error.message)
            }
        }
    }
}

extension CaptureMode {
    fileprivate init(_ header: Y4MHeader, color: ColorDescription?, name: String) {
        var told = ColorDescription.assumed(for: header.format, height: header.size.height)
        if let range = header.range { told.range = range }
        told = color ?? told
        told.chromaSite = header.chromaSite
        self.init(
            name: name, format: header.format, size: header.size, rate: header.rate, color: told,
            sampleAspect: header.sampleAspect)
    }
}
