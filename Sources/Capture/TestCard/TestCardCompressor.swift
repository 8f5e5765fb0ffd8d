internal import Frames
internal import LinuxIO

/// A compressor of the test card by an encoder that the session was given, 4:2:2 as most webcams make their JPEG pictures.
struct TestCardCompressor {
    /// The places of the uncompressed picture's planes in ``bytes``.
    let layout: FrameLayout
    /// The number of bytes that a compressed picture never exceeds.
    let byteCountLimit: Int
    private let encoder: any PlaneEncoder
    private let planes: BufferRotation

    /// Prepares for a card.
    ///
    /// - Parameters:
    ///   - options: The card.
    ///   - make: Makes the encoder; nil where there is none.
    /// - Throws: Kind `unsupported` without an encoder that makes the card's format.
    init(
        _ options: TestCardOptions, by make: (@Sendable () throws -> any PlaneEncoder)?
    ) throws(CaptureFault) {
        layout = FrameLayout(format: .i422, size: options.size)
        planes = BufferRotation(count: 1, byteCount: layout.byteCount())
        do {
            guard let encoder = try make?(), encoder.format == options.format else {
                throw CaptureFault(
                    .unsupported,
                    "the test card in \(options.format.name) needs an encoder: give the session one, or take another format"
                )
            }
            byteCountLimit = try type(of: encoder).byteCountLimit(of: layout)
            self.encoder = encoder
        } catch let fault as CaptureFault {
            throw fault
        } catch {
            throw CaptureFault(.unsupported, "the test card cannot be compressed: \(error)")
        }
    }

    /// The uncompressed picture.
    var bytes: UnsafeMutableRawBufferPointer { unsafe planes.buffers[0].memories[0] }

    /// Compresses the picture.
    ///
    /// - Parameter target: The memory for the compressed picture, at least ``byteCountLimit`` bytes.
    /// - Returns: The compressed picture's length.
    /// - Throws: A fault with the library's words.
    func compress(into target: UnsafeMutableRawBufferPointer) throws(CaptureFault) -> Int {
        do {
            return try unsafe encoder.encode(
                UnsafeRawBufferPointer(bytes), layout: layout, quality: 90, into: target)
        } catch {
            throw CaptureFault(.io, "the test card cannot be compressed: \(error)")
        }
    }
}
