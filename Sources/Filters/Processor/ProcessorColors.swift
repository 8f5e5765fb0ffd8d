internal import ProcessorVectors

/// A camera's picture as planes of red, green and blue, upright; a grey one as one plane.
struct ProcessorColors: Sendable {
    /// The camera's.
    let traits: SourceSlot.Traits

    /// Writes the planes.
    func apply(_ source: ProcessorPicture, to target: ProcessorPicture) {
        var image = ProcessorImage(traits)
        for (index, plane) in source.planes.enumerated() {
            let base = unsafe plane.base.assumingMemoryBound(to: UInt8.self)
            switch index {
            case 0: unsafe (image.planes.0, image.strides.0) = unsafe (base, plane.stride)
            case 1: unsafe (image.planes.1, image.strides.1) = unsafe (base, plane.stride)
            default: unsafe (image.planes.2, image.strides.2) = unsafe (base, plane.stride)
            }
        }
        // Constant while the rows are computed; each part writes rows of its own.
        nonisolated(unsafe) let (camera, planes) = unsafe (
            image, target.planes.map { unsafe ProcessorPlane($0) }
        )
        RowSpread.spread(target.planes.first?.height ?? 0) { rows in
            unsafe planes.withUnsafeBufferPointer { planes in
                guard let first = planes.baseAddress else { return }
                unsafe withUnsafePointer(to: camera) { camera in
                    unsafe processor_colors(
                        camera, first, Int32(planes.count), Int32(rows.lowerBound), Int32(rows.upperBound))
                }
            }
        }
    }
}
