internal import Frames
internal import VulkanCore

extension ProcessorLayout {
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
        case .color, .redFirst: shapes = [(traits.size, 4, false)]
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
        self.init(planes: planes, byteCount: offset)
    }

    /// The luma of a camera's picture alone; nil where there is none.
    init?(lumaOf traits: SourceSlot.Traits) {
        guard case .planes(let kind) = traits.samples, kind.arrangement.hasLuma else { return nil }
        let isPacked = kind.arrangement == .yuyv || kind.arrangement == .uyvy
        let step = isPacked ? 2 : 1
        let plane = Plane(
            offset: 0, stride: (traits.size.width * step + 63) / 64 * 64, width: traits.size.width * step,
            height: traits.size.height, step: step, columnShift: 0, rowShift: 0)
        self.init(planes: [plane], byteCount: plane.stride * plane.height)
    }
}

extension SourceSlot {
    /// The source's planes as the processor sees them; nil when it does not.
    func processorPicture(_ layout: ProcessorLayout) -> ProcessorPicture? {
        guard let memory else { return nil }
        return ProcessorPicture(
            planes: layout.planes.enumerated().map { index, plane in
                // Nobody writes to a source's planes.
                unsafe ProcessorPicture.Plane(
                    base: UnsafeMutableRawPointer(mutating: memory[index].address),
                    stride: memory[index].stride,
                    width: plane.width, height: plane.height, step: plane.step,
                    columnShift: plane.columnShift, rowShift: plane.rowShift)
            })
    }
}
