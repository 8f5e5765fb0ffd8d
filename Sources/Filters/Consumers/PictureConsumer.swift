public import Frames
internal import PictureFiles

/// The end of a chain in ordinary memory: gets each picture that a context computes for it.
///
/// ``DevicePictureOutput`` alone gets it in the device's. Run it by ``FilterContext/run(_:)``, on the context's thread.
open class PictureConsumer: ImageConsumer, @unchecked Sendable {
    // Subclasses guard what they keep, or use it on the context's thread alone.
    /// The port where pictures enter.
    public let input = InputPort(maximum: 1)
    private let turn: ConsumerTurn

    /// Makes a consumer without a source.
    public init() { turn = ConsumerTurn(of: input) }

    /// The turn of the pictures that it gets, whatever others get of the same source; the default is none.
    ///
    /// It is computed with the picture, whose width and height a quarter exchanges; a movie file takes one size alone. Setting it
    /// from any thread shows in the next picture.
    public final var rotation: Rotation {
        get { turn.rotation }
        set { turn.rotation = newValue }
    }

    /// The source of its pictures, turned; nil without a source.
    final var source: (any ImageSource)? { rotation == .none ? input.current[0] : turn }

    /// Takes a picture; on the context's thread.
    ///
    /// - Throws: The reason for which it could not be used; other consumers get their pictures even so.
    open func take(_ picture: PixelData) throws {}
}

/// Hands each picture to a function, with rows of any stride.
public final class PixelOutput: PictureConsumer, @unchecked Sendable {
    // Nothing of it changes.
    private let stride: Int?
    private let deliver: @Sendable (PixelData) -> Void

    /// Makes an output.
    ///
    /// - Parameters:
    ///   - stride: Bytes from row to row; nil, or too few, for rows without padding.
    ///   - deliver: Called on the context's thread.
    public init(stride: Int? = nil, _ deliver: @escaping @Sendable (PixelData) -> Void) {
        self.stride = stride
        self.deliver = deliver
    }

    public override func take(_ picture: PixelData) throws { deliver(picture.padded(to: stride)) }
}

/// Writes pictures into a file: PNG, or JPEG with a quality.
public final class PictureFileOutput: PictureConsumer, @unchecked Sendable {
    /// The pictures that are written.
    public enum Extent: Sendable {
        /// The first picture; later ones are let go.
        case once
        /// Each picture takes the place of the one before.
        case always
    }

    private let path: String
    private let quality: Int
    private let extent: Extent
    // Used on the context's thread alone.
    private var isDone = false

    /// Makes an output.
    ///
    /// - Parameters:
    ///   - path: The file, `.png`, `.jpg` or `.jpeg`.
    ///   - quality: Of JPEG, 1…100.
    ///   - extent: The pictures that are written.
    public init(path: String, quality: Int = 90, extent: Extent = .once) {
        self.path = path
        self.quality = quality
        self.extent = extent
    }

    /// - Throws: ``PictureFileError`` when the file cannot be written.
    public override func take(_ picture: PixelData) throws {
        guard !isDone else { return }
        try picture.file.write(to: path, quality: quality)
        isDone = extent == .once
    }
}
