internal import Frames

/// A picture's planes as the processor sees them; valid as long as the picture is the current one.
@safe package struct PlaneMemory {
    /// The place of a plane.
    @safe package struct Plane {
        /// The first byte of the first row.
        package let address: UnsafeRawPointer
        /// The number of bytes from row to row.
        package let stride: Int
    }

    /// Luma, or all there is.
    package let first: Plane
    /// The second plane; the first again where there is none.
    package let second: Plane
    /// The third plane; the one before again where there is none.
    package let third: Plane

    /// A plane by its number.
    package subscript(index: Int) -> Plane { index == 0 ? first : index == 1 ? second : third }

    private init?(_ plane: (Int) -> Plane?) {
        guard let first = plane(0) else { return nil }
        self.first = first
        second = plane(1) ?? first
        third = plane(2) ?? second
    }

    /// Finds the planes in a frame's own memory; nil where that is compressed.
    init?(_ frame: Frame) {
        let layout = frame.layout
        guard layout.format.samples != nil || layout.format.coding != nil else { return nil }
        self.init { index in
            guard index < layout.planes.count else { return nil }
            return unsafe frame.withPlane(index) { bytes in
                guard let address = bytes.baseAddress else { return nil }
                return unsafe Plane(address: address, stride: layout.planes[index].stride)
            }
        }
    }

    /// Finds the planes of buffers that the processor sees; nil for others.
    package init?(_ buffers: PlaneBuffers) {
        self.init { index in
            guard index < buffers.planes.count else { return nil }
            let plane = buffers.planes[index]
            guard let address = unsafe plane.address else { return nil }
            return unsafe Plane(address: address, stride: plane.stride)
        }
    }
}
