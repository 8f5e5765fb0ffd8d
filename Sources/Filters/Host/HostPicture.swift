internal import Frames
internal import VulkanCore

/// A picture as the processor sees it: planes of bytes.
@safe package struct HostPicture: @unchecked Sendable {
    // Sendable: whoever makes one answers for the memory and for who writes it.

    /// Rows of bytes.
    @safe package struct Plane: @unchecked Sendable {  // As above.
        /// The first byte.
        package let base: UnsafeMutableRawPointer
        /// Bytes from row to row.
        package let stride: Int
        /// Bytes of a row.
        package let width: Int
        /// Rows.
        package let height: Int
        /// Bytes from a sample to the next one of the same channel.
        package let step: Int
        /// How many pixels side by side share a sample, as a shift.
        package let columnShift: Int
        /// How many pixels one above the other share a sample, as a shift.
        package let rowShift: Int
    }

    package var planes: [Plane]
}

/// How the planes of a picture that the processor makes lie in one buffer.
struct HostLayout: Hashable {
    struct Plane: Hashable {
        let offset: Int
        let stride: Int
        let width: Int
        let height: Int
        let step: Int
        let columnShift: Int
        let rowShift: Int
    }

    let planes: [Plane]
    let byteCount: Int

    init(planes: [Plane], byteCount: Int) { (self.planes, self.byteCount) = (planes, byteCount) }

    /// Pixels of four bytes, rows without padding.
    init(pixels size: PixelSize) {
        planes = [
            Plane(
                offset: 0, stride: size.width * 4, width: size.width * 4, height: size.height, step: 4,
                columnShift: 0, rowShift: 0)
        ]
        byteCount = size.width * size.height * 4
    }

    /// The planes of a camera's picture; nil for arrangements whose samples of different kinds share rows.
    init?(_ traits: SourceSlot.Traits) {
        guard case .planes(let kind) = traits.samples else { return nil }
        let chroma = PixelSize(
            width: (traits.size.width + (1 << kind.columnShift) - 1) >> kind.columnShift,
            height: (traits.size.height + (1 << kind.rowShift) - 1) >> kind.rowShift)
        var shapes: [(size: PixelSize, step: Int, isChroma: Bool)] = [(traits.size, 1, false)]
        switch kind.arrangement {
        case .semiPlanar: shapes.append((chroma, 2, true))
        case .planar: shapes += [(chroma, 1, true), (chroma, 1, true)]
        case .grey: break
        case .color: shapes = [(traits.size, 4, false)]
        case .yuyv, .uyvy, .rgbBytes: return nil
        }
        var offset = 0
        var planes: [Plane] = []
        for shape in shapes {
            let width = shape.size.width * shape.step
            let stride = (width + 63) / 64 * 64
            planes.append(
                Plane(
                    offset: offset, stride: stride, width: width, height: shape.size.height, step: shape.step,
                    columnShift: shape.isChroma ? kind.columnShift : 0,
                    rowShift: shape.isChroma ? kind.rowShift : 0))
            offset += stride * shape.size.height
        }
        self.planes = planes
        byteCount = offset
    }
}

extension HostPicture {
    /// The planes in one buffer.
    init(_ layout: HostLayout, at base: UnsafeMutableRawPointer) {
        planes = layout.planes.map { plane in
            unsafe Plane(
                base: base + plane.offset, stride: plane.stride, width: plane.width, height: plane.height,
                step: plane.step, columnShift: plane.columnShift, rowShift: plane.rowShift)
        }
    }
}

extension SourceSlot {
    /// The source's planes as the processor sees them; nil when it does not.
    func hostPicture(_ layout: HostLayout) -> HostPicture? {
        guard let memory else { return nil }
        return HostPicture(
            planes: layout.planes.enumerated().map { index, plane in
                // Nobody writes to a source's planes.
                unsafe HostPicture.Plane(
                    base: UnsafeMutableRawPointer(mutating: memory[index].address),
                    stride: memory[index].stride,
                    width: plane.width, height: plane.height, step: plane.step,
                    columnShift: plane.columnShift, rowShift: plane.rowShift)
            })
    }
}
