internal import Frames
internal import Glibc

/// Copies a frame's bytes: works for every uncompressed frame on every device.
final class CopyRoute: FrameRoute {
    let name = "copy"
    let reason = "no way of importing the camera's own memory is built in"
    private let staging: StagingMemory

    init(staging: StagingMemory) { self.staging = staging }

    func load(_ frame: Frame) throws(FrameError) -> RouteAnswer {
        guard let picture = Picture(frame) else {
            return .refused("\(frame.layout.format.name) is compressed")
        }
        try frame.checkCompleteness()
        let planes = try unsafe staging.load(picture) { memory, layout throws(FrameError) in
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

extension Frame {
    /// Throws when a plane's memory ends before its last row does.
    func checkCompleteness() throws(FrameError) {
        for (index, plane) in layout.planes.enumerated() {
            let rowBytes = layout.rowBytes(of: index)
            let needed = plane.stride * (layout.elements(of: index).height - 1) + rowBytes
            let found = unsafe withPlane(index) { bytes in bytes.count }
            guard plane.stride >= rowBytes, found >= needed else {
                throw .incomplete(plane: index, needed: needed, found: found)
            }
        }
    }
}
