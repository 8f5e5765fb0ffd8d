package import Frames

/// A picture as the processor sees it: planes of bytes.
@safe package struct ProcessorPicture: @unchecked Sendable {
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
        /// The number of pixels side by side that share a sample, as a shift.
        package let columnShift: Int
        /// The number of pixels one above the other that share a sample, as a shift.
        package let rowShift: Int
    }

    package var planes: [Plane]
}

/// The places in one buffer of the planes of a picture that the processor makes.
package struct ProcessorLayout: Hashable {
    package struct Plane: Hashable {
        package let offset: Int
        package let stride: Int
        package let width: Int
        package let height: Int
        package let step: Int
        package let columnShift: Int
        package let rowShift: Int
    }

    package let planes: [Plane]
    package let byteCount: Int
}

extension ProcessorLayout {
    /// Pixels of four bytes, rows without padding.
    package init(pixels size: PixelSize) {
        planes = [
            Plane(
                offset: 0, stride: size.width * 4, width: size.width * 4, height: size.height, step: 4,
                columnShift: 0, rowShift: 0)
        ]
        byteCount = size.width * size.height * 4
    }

    /// The planes of a camera's picture; nil where samples of different kinds share rows, or are no bytes.
    package init?(_ format: PixelFormat, size: PixelSize) {
        guard let channels = format.samples?.channels, channels.allSatisfy({ $0.word == 8 && $0.bits == 8 }),
            !channels.contains(where: { $0.plane == 0 && $0.columnShift > 0 }),
            format.planes.allSatisfy({ [1, 2, 4].contains($0.bytes) })
        else { return nil }
        var offset = 0
        planes = format.planes.map { plane in
            let elements = plane.size(of: size)
            let width = elements.width * plane.bytes
            let stride = (width + 63) / 64 * 64
            defer { offset += stride * elements.height }
            return Plane(
                offset: offset, stride: stride, width: width, height: elements.height, step: plane.bytes,
                columnShift: plane.columns.trailingZeroBitCount,
                rowShift: plane.rows.trailingZeroBitCount)
        }
        byteCount = offset
    }

    /// The luma of a camera's picture alone; nil where there is none, or where it is no bytes.
    package init?(lumaOf format: PixelFormat, size: PixelSize) {
        guard format.model != .rgb, let luma = format.samples?.channels.first, luma.word == 8, luma.bits == 8
        else { return nil }
        let width = size.width * luma.step / 8
        let plane = Plane(
            offset: 0, stride: (width + 63) / 64 * 64, width: width, height: size.height, step: luma.step / 8,
            columnShift: 0, rowShift: 0)
        (planes, byteCount) = ([plane], plane.stride * plane.height)
    }
}

extension ProcessorPicture {
    /// The planes of a layout, each at its own place.
    ///
    /// - Parameters:
    ///   - layout: The layout.
    ///   - plane: Gives a plane's first byte, which nobody writes to, and the number of bytes from row to row.
    package init(_ layout: ProcessorLayout, _ plane: (Int) -> (address: UnsafeRawPointer, stride: Int)) {
        planes = layout.planes.enumerated().map { index, shape in
            let found = unsafe plane(index)
            return unsafe Plane(
                base: UnsafeMutableRawPointer(mutating: found.address), stride: found.stride,
                width: shape.width, height: shape.height, step: shape.step,
                columnShift: shape.columnShift, rowShift: shape.rowShift)
        }
    }

    /// The planes in one buffer.
    package init(_ layout: ProcessorLayout, at base: UnsafeMutableRawPointer) {
        unsafe self.init(layout) { index in
            let plane = layout.planes[index]
            return unsafe (UnsafeRawPointer(base + plane.offset), plane.stride)
        }
    }
}
