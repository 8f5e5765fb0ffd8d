internal import Capture
internal import Decoders
internal import Faults
internal import Filters
internal import FrameTools
internal import Frames
internal import LinuxIO
internal import Logging
internal import PictureFiles
internal import Synchronization

/// The picture that a filter takes beside the camera's: that of a file, or the newest of another source.
///
/// Of a source that is lost the last picture stays, and it is looked for.
final class SecondPicture: Sendable {
    /// The name of the setting on the command line.
    static let parameter = "with"
    private static let patience: Int64 = 10_000_000_000

    private let text: String
    private let input = PixelInput()
    /// The source; nil for a file.
    private let source: Source?
    /// The result of reading a file; nil before that.
    private let outcome = Mutex<Result<Void, FilterError>?>(nil)
    private let running = Mutex<(session: CaptureSession, reader: FrameReader)?>(nil)

    /// The sentence on why no pictures come; nil while they do.
    var fault: Message? {
        var fault: (any CustomStringConvertible)? = running.withLock { $0?.session.state.fault }
        if case .failure(let error) = outcome.withLock({ $0 }) { fault = ViewfinderError(error) }
        guard let fault else { return nil }
        return Fault.secondPictureLost.message([.camera: text, .reason: fault])
    }

    /// Finds a source or takes a file's name, and makes it the second input of an operation; there is nothing to be seen of it yet.
    ///
    /// - Parameters:
    ///   - text: A PNG or JPEG file, or a source as the command line has it.
    ///   - operation: The operation.
    ///   - name: Its name on the command line.
    /// - Throws: The reason why there will be no picture.
    init(_ text: String, for operation: BasicOperation, named name: String) throws(FilterError) {
        (operation as? Mosaic)?.takesTiles = true
        guard operation.input.maximum > 1 else {
            throw .unknownParameter(
                Self.parameter, operation: name, known: operation.parameters.map(\.name))
        }
        self.text = text
        if PictureFile.Format(path: text) != nil {
            source = nil
        } else {
            guard let source = try? Source(parsing: text) else {
                throw .badValue(
                    text, parameter: Self.parameter,
                    wanted: "a picture (.png, .jpg), or a source such as a camera's number")
            }
            self.source = source
        }
        try input.setPicture([0, 0, 0, 0], width: 1, height: 1)
        try input.addTarget(operation, atTargetIndex: 1)
    }

    /// Reads the picture of a file, which may take seconds; nothing is done for a source, or once more.
    ///
    /// - Throws: The reason why it cannot be read.
    func read() throws(FilterError) {
        guard source == nil, outcome.withLock({ $0 == nil }) else { return }
        let outcome = Result { () throws(FilterError) in try input.setPicture(fileAt: text) }
        self.outcome.withLock { $0 = outcome }
        try outcome.get()
    }

    /// Opens the source, or reads the file on a thread of its own where that is not done.
    ///
    /// - Parameters:
    ///   - logger: Gets the reasons why no pictures come.
    ///   - waits: True to wait for the first picture.
    ///   - changed: Called on another thread when the fault, or a still picture, may have changed; must not block.
    /// - Throws: The reason why none has come, where it was waited for.
    func start(
        _ logger: Logger, waits: Bool = false, _ changed: @escaping @Sendable () -> Void = {}
    ) throws {
        guard let source else {
            guard outcome.withLock({ $0 == nil }) else { return }
            return _ = try SystemThread(name: "second picture") { [self] in
                do { try read() } catch { logger.warning("\(fault ?? ViewfinderError(error).message)") }
                changed()
            }
        }
        guard running.withLock({ $0 == nil }) else { return }
        let first = try Gate()
        let newest = FrameOutput(.newest, alwaysWantsFrames: true)
        let converter = FrameConverter(limit: 2)
        let reader = try FrameReader(newest, name: "second picture") { [input] frame in
            do {
                try input.setPicture(converter.convert(frame, to: .rgba, isUpright: true))
                first.open()
            } catch {
                logger.warning("a picture of the second source is left out: \(error)")
            }
        }
        let session = CaptureSession(
            CaptureConfiguration(source), outputs: [newest], encoder: JPEGEncoder.init, logger: logger)
        running.withLock { $0 = (session, reader) }
        session.onState { [weak self] state in
            if state.fault != nil, let fault = self?.fault { logger.warning("\(fault)") }
            changed()
        }
        session.start(waits: true) { _ in }
        guard waits, !first.wait(until: MonotonicClock.now() + Self.patience) else { return }
        throw session.state.fault.map { ViewfinderError($0) }
            ?? ViewfinderError("no picture comes from '\(text)'; choose another source")
    }
}
