internal import Decoders
internal import Frames

/// A decoder that brings pictures into a shape that a pipeline takes: it decodes JPEG ones.
struct InputDecoder {
    /// With as many frames as encoders keep to look ahead, and more.
    private let decoder = FrameDecoder(limit: 256)

    /// Gives a picture with its shape; nil when it cannot be decoded.
    func prepare(_ input: MovieInput) -> (MovieInput, InputShape)? {
        if case .frame(let frame) = input.samples, frame.layout.format.model != .compressed,
            (try? frame.checkLayout()) == nil
        {
            return nil
        }
        guard case .frame(let frame) = input.samples, frame.layout.format.gstreamer == nil else {
            return InputShape(input.samples).map { (input, $0) }
        }
        guard let decoded = try? decoder.decode(frame) else { return nil }
        var input = input
        input.samples = .frame(decoded)
        return InputShape(input.samples).map { (input, $0) }
    }
}
