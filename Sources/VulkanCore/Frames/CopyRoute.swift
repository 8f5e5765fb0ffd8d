internal import Frames
internal import Glibc

/// The route that copies a frame's bytes: it takes every uncompressed frame on every device.
final class CopyRoute: FrameRoute {
    let name = ImportRoute.copy.rawValue
    let reason = "the processor copies each frame into memory that the GPU reads"
    private let staging: StagingMemory

    init(staging: StagingMemory) { self.staging = staging }

    func load(_ frame: Frame, _ picture: Picture) throws(FrameError) -> RouteAnswer {
        let planes = try unsafe staging.load(picture, as: frame.layout.format) {
            memory, layout throws(FrameError) in
            for plane in layout.planes.indices {
                unsafe CopyRoute.copy(plane, of: frame, to: memory, layout.planes[plane])
            }
        }
        return .copied(picture, .buffers(planes))
    }

    private static func copy(
        _ plane: Int, of frame: Frame, to memory: UnsafeMutableRawBufferPointer, _ place: StagingLayout.Plane
    ) {
        let stride = frame.layout.planes[plane].stride
        unsafe frame.withPlane(plane) { source in
            guard let from = source.baseAddress, let start = memory.baseAddress else { return }
            let to = unsafe start + place.offset
            if stride == place.stride {
                // The last row's padding may lie outside.
                unsafe memcpy(to, from, stride * (place.rows - 1) + place.rowBytes)
            } else {
                for row in 0..<place.rows {
                    unsafe memcpy(to + row * place.stride, from + row * stride, place.rowBytes)
                }
            }
        }
    }
}
