internal import Frames
internal import ProcessorVectors
internal import VulkanCore

/// A camera's picture as planes of red, green and blue, upright; a grey one as one plane.
struct PlanarColors: Sendable {
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

extension ProcessorImage {
    /// The layout of a source's picture, as far as it stays.
    init(_ traits: SourceSlot.Traits) {
        self.init()
        turn = ProcessorImage.turn(traits)
        guard case .planes(let planes) = traits.samples else {
            samples = PROCESSOR_RGBA8
            return
        }
        samples = ProcessorSamples(planes.arrangement)
        columnShift = Int32(planes.columnShift)
        rowShift = Int32(planes.rowShift)
        func row(_ weights: SIMD4<Int32>) -> (Int16, Int16, Int16, Int16) {
            (
                Int16(clamping: weights.x), Int16(clamping: weights.y), Int16(clamping: weights.z),
                Int16(clamping: weights.w)
            )
        }
        weights = (row(planes.weights.red), row(planes.weights.green), row(planes.weights.blue))
    }

    /// From a place in the upright picture to the one in memory, as two rows of a matrix.
    private static func turn(_ traits: SourceSlot.Traits) -> (Int32, Int32, Int32, Int32, Int32, Int32) {
        let (right, bottom) = (Int32(traits.size.width) - 1, Int32(traits.size.height) - 1)
        let turn: (Int32, Int32, Int32, Int32, Int32, Int32) =
            switch traits.rotation {
            case .none: (1, 0, 0, 0, 1, 0)
            case .clockwise90: (0, 1, 0, -1, 0, bottom)
            case .half: (-1, 0, right, 0, -1, bottom)
            case .clockwise270: (0, -1, right, 1, 0, 0)
            }
        guard traits.isMirrored else { return turn }
        let last = Int32(traits.uprightSize.width) - 1
        return (-turn.0, turn.1, turn.2 + turn.0 * last, -turn.3, turn.4, turn.5 + turn.3 * last)
    }
}

extension ProcessorSamples {
    fileprivate init(_ arrangement: PlaneArrangement) {
        switch arrangement {
        case .semiPlanar: self = PROCESSOR_SEMI_PLANAR
        case .planar: self = PROCESSOR_PLANAR
        case .yuyv: self = PROCESSOR_YUYV
        case .uyvy: self = PROCESSOR_UYVY
        case .grey: self = PROCESSOR_GREY
        case .color: self = PROCESSOR_BGRX
        // Kernels read rows without a pattern.
        case .rgbBytes, .other: self = PROCESSOR_RGB
        case .redFirst: self = PROCESSOR_RGBX
        }
    }
}
