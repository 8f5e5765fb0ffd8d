internal import Frames

/// A decoder that brings pictures into a shape that a pipeline takes: it decodes JPEG ones.
struct InputDecoder {
    private var decoder: JPEGDecoder?

    /// Gives a picture with its shape; nil when it cannot be decoded.
    mutating func prepare(_ input: MovieInput) -> (MovieInput, InputShape)? {
        if case .frame(let frame) = input.samples, frame.layout.format.model != .compressed,
            (try? frame.checkLayout()) == nil
        {
            return nil
        }
        guard case .frame(let frame) = input.samples, frame.layout.format.gstreamer == nil else {
            return InputShape(input.samples).map { (input, $0) }
        }
        guard let decoded = try? decode(frame) else { return nil }
        var input = input
        input.samples = .frame(decoded)
        return InputShape(input.samples).map { (input, $0) }
    }

    private mutating func decode(_ frame: Frame) throws(JPEGError) -> Frame {
        let decoder = if let decoder { decoder } else { try JPEGDecoder() }
        self.decoder = decoder
        return try unsafe frame.withPlane(0) { jpeg throws(JPEGError) in
            let layout = try unsafe decoder.header(jpeg)
            let copy = PixelCopy(byteCount: layout.byteCount())
            let planes = unsafe layout.planes.map { plane in
                unsafe JPEGPlane(
                    bytes: UnsafeMutableRawBufferPointer(rebasing: copy.bytes[plane.offset...]),
                    stride: plane.stride)
            }
            try unsafe decoder.decode(jpeg, into: planes)
            return unsafe Frame(
                buffer: FrameBuffer(index: 0, memories: [copy.bytes], owner: copy),
                byteCount: copy.bytes.count,
                layout: layout, color: frame.color, sampleAspect: frame.sampleAspect,
                rotation: frame.rotation,
                isMirrored: frame.isMirrored, timestamp: frame.timestamp, arrival: frame.arrival,
                sequence: frame.sequence, recycler: nil)
        }
    }
}
