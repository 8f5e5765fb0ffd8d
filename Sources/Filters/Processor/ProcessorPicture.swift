internal import Frames

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
struct ProcessorLayout: Hashable {
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
}

extension ProcessorLayout {
    /// Pixels of four bytes, rows without padding.
    init(pixels size: PixelSize) {
        planes = [
            Plane(
                offset: 0, stride: size.width * 4, width: size.width * 4, height: size.height, step: 4,
                columnShift: 0, rowShift: 0)
        ]
        byteCount = size.width * size.height * 4
    }
}

extension ProcessorPicture {
    /// The planes in one buffer.
    init(_ layout: ProcessorLayout, at base: UnsafeMutableRawPointer) {
        planes = layout.planes.map { plane in
            unsafe Plane(
                base: base + plane.offset, stride: plane.stride, width: plane.width, height: plane.height,
                step: plane.step, columnShift: plane.columnShift, rowShift: plane.rowShift)
        }
    }
}
