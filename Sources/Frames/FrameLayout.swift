/// The place of a plane's rows in a frame's buffer.
public struct PlaneLayout: Hashable, Sendable {
    /// The index of the buffer's memory that holds the plane; 0 except for V4L2's formats with separate planes.
    public var memory: Int
    /// The number of bytes from the start of that memory to the first row.
    public var offset: Int
    /// The number of bytes from one row to the next.
    public var stride: Int

    /// Makes a layout.
    public init(memory: Int = 0, offset: Int, stride: Int) {
        self.memory = memory
        self.offset = offset
        self.stride = stride
    }
}

/// The shape of a picture in memory: format, size and the place of each plane.
public struct FrameLayout: Hashable, Sendable {
    /// The arrangement of the samples.
    public let format: PixelFormat
    /// The picture's size.
    public let size: PixelSize
    /// The planes of the format in their order; for compressed formats one entry with stride 0.
    public let planes: [PlaneLayout]

    /// Makes a layout from planes that lie anywhere.
    public init(format: PixelFormat, size: PixelSize, planes: [PlaneLayout]) {
        self.format = format
        self.size = size
        self.planes = planes
    }

    /// Lays the planes one after the other in one memory, as V4L2's single-planar formats do.
    ///
    /// - Parameters:
    ///   - format: The arrangement of the samples.
    ///   - size: The picture's size.
    ///   - stride: Bytes per row of the first plane (V4L2's `bytesperline`); the others follow in proportion. Nil or a
    ///     value too small means rows without padding.
    public init(format: PixelFormat, size: PixelSize, stride: Int? = nil) {
        let formats = format.planes
        guard let first = formats.first else {
            self.init(format: format, size: size, planes: [PlaneLayout(offset: 0, stride: 0)])
            return
        }
        let packed = first.size(of: size).width * first.bytes
        // Beyond that no memory has room, and the numbers below would have none.
        let firstStride = max(packed, min(stride ?? packed, 1 << 32))
        var offset = 0
        var planes: [PlaneLayout] = []
        for plane in formats {
            let tight = plane.size(of: size).width * plane.bytes
            let padded = firstStride * first.columns * plane.bytes / (plane.columns * first.bytes)
            planes.append(PlaneLayout(offset: offset, stride: max(tight, padded)))
            offset += max(tight, padded) * plane.size(of: size).height
        }
        self.init(format: format, size: size, planes: planes)
    }

    /// A plane's size in elements of its format.
    public func elements(of plane: Int) -> PixelSize { format.planes[plane].size(of: size) }

    /// The number of bytes of a plane's row that carry picture.
    public func rowBytes(of plane: Int) -> Int { elements(of: plane).width * format.planes[plane].bytes }

    /// The number of bytes that a memory must hold for this layout, up to the last pixel of its last row; 0 for
    /// compressed formats.
    public func byteCount(of memory: Int = 0) -> Int {
        var end = 0
        guard format.model != .compressed else { return 0 }
        for (index, plane) in planes.prefix(format.planes.count).enumerated() where plane.memory == memory {
            end = max(end, self.end(of: index) ?? .max)
        }
        return end
    }

    /// The number of the memory's byte behind the last one of a plane; nil where it is no number.
    func end(of index: Int) -> Int? {
        let plane = planes[index]
        let rows = max(0, elements(of: index).height - 1)
        let (before, isTall) = plane.stride.multipliedReportingOverflow(by: rows)
        let (last, isFar) = before.addingReportingOverflow(plane.offset)
        let (end, isFarther) = last.addingReportingOverflow(rowBytes(of: index))
        return isTall || isFar || isFarther ? nil : end
    }
}
