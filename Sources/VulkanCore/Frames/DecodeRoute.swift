internal import Frames

/// The decoder of JPEG frames, which writes straight into the memory that the GPU reads where that is cached.
@safe final class DecodeRoute {
    let name = "decode"
    /// The way of the last picture's planes, for reports.
    var reason: String {
        staging.hasDraft
            ? "libjpeg writes the planes into cached memory, and a copy of them is what the GPU reads"
            : "libjpeg writes the planes into memory that the GPU reads"
    }
    private let staging: StagingMemory
    private var decoder: JPEGDecoder?
    /// The planes of one decoding; kept from picture to picture, so that a steady stream allocates nothing.
    private var planes: [JPEGPlane] = unsafe []

    init(staging: StagingMemory) { self.staging = staging }

    /// Decodes a frame.
    ///
    /// - Returns: The picture without its samples, and the planes that hold them.
    /// - Throws: ``FrameError/undecodable(_:)`` when the bytes are damaged; else the device's failure.
    func load(_ frame: Frame) throws(FrameError) -> (Picture, PlaneBuffers) {
        let decoded: FrameLayout
        do throws(JPEGError) {
            decoded = try read(frame)
        } catch {
            throw .undecodable(error.description)
        }
        guard let picture = Picture(frame, format: decoded.format, size: decoded.size) else {
            throw .undecodable("its planes are unknown")
        }
        let planes = try unsafe staging.load(picture, isScattered: true) {
            memory, layout throws(FrameError) in
            try unsafe decode(into: memory, layout)
        }
        return (picture, planes)
    }

    private func read(_ frame: Frame) throws(JPEGError) -> FrameLayout {
        if decoder == nil { decoder = try JPEGDecoder() }
        guard let decoder else { throw .outOfMemory }
        return try decoder.read(frame)
    }

    private func decode(
        into memory: UnsafeMutableRawBufferPointer, _ layout: StagingLayout
    ) throws(FrameError) {
        unsafe planes.removeAll(keepingCapacity: true)
        for plane in layout.planes {
            unsafe planes.append(
                JPEGPlane(
                    bytes: UnsafeMutableRawBufferPointer(
                        rebasing: memory[plane.offset..<plane.offset + plane.stride * plane.rows]),
                    stride: plane.stride))
        }
        do throws(JPEGError) {
            try unsafe decoder?.decode(into: planes)
        } catch {
            throw .undecodable(error.description)
        }
    }
}
