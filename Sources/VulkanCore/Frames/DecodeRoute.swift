internal import Frames

/// The decoder of frames that have no samples, which writes straight into the memory that the GPU reads where that is cached.
@safe final class DecodeRoute {
    let name = "decode"
    /// The way of the last picture's planes, for reports.
    var reason: String {
        staging.hasDraft
            ? "the decoder writes the planes into cached memory, and a copy of them is what the GPU reads"
            : "the decoder writes the planes into memory that the GPU reads"
    }
    private let staging: StagingMemory
    private let make: (@Sendable () throws -> any PlaneDecoder)?
    private var decoder: (any PlaneDecoder)?

    init(staging: StagingMemory, by make: (@Sendable () throws -> any PlaneDecoder)?) {
        (self.staging, self.make) = (staging, make)
    }

    /// Decodes a frame.
    ///
    /// - Returns: The picture without its samples, and the planes that hold them.
    /// - Throws: ``FrameError/undecodable(_:)`` when the bytes are damaged, ``FrameError/noRoute(_:)`` without a decoder of their format;
    ///   else the device's failure.
    func load(_ frame: Frame) throws(FrameError) -> (Picture, PlaneBuffers) {
        let decoder = try decoder(of: frame.layout.format)
        let decoded: FrameLayout
        do { decoded = try decoder.read(frame) } catch { throw .undecodable("\(error)") }
        guard let picture = Picture(frame, format: decoded.format, size: decoded.size) else {
            throw .undecodable("its planes are unknown")
        }
        let planes = try unsafe staging.load(picture, isScattered: true) {
            memory, layout throws(FrameError) in
            do { try unsafe decoder.decode(into: memory, at: layout.places) } catch {
                throw .undecodable("\(error)")
            }
        }
        return (picture, planes)
    }

    private func decoder(of format: PixelFormat) throws(FrameError) -> any PlaneDecoder {
        do { if decoder == nil { decoder = try make?() } } catch { throw .undecodable("\(error)") }
        guard let decoder, decoder.formats.contains(format) else {
            throw .noRoute(
                "\(format.name) needs a decoder: give one to the Vulkan instance, such as that of Decoders")
        }
        return decoder
    }
}
