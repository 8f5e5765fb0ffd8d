internal import Frames
internal import VulkanCore

extension ProcessorLayout {
    /// The planes of a camera's picture; nil for arrangements whose samples of different kinds share rows.
    init?(_ traits: SourceSlot.Traits) {
        guard case .planes(let kind) = traits.samples else { return nil }
        let isMixed = kind.channels.contains { $0.plane == 0 && $0.columnShift > 0 }
        guard !isMixed, kind.format.planes.allSatisfy({ [1, 2, 4].contains($0.bytes) }) else { return nil }
        var offset = 0
        var planes: [Plane] = []
        for plane in kind.format.planes {
            let size = plane.size(of: traits.size)
            let width = size.width * plane.bytes
            let stride = (width + 63) / 64 * 64
            planes.append(
                Plane(
                    offset: offset, stride: stride, width: width, height: size.height, step: plane.bytes,
                    columnShift: plane.columns.trailingZeroBitCount, rowShift: plane.rows.trailingZeroBitCount
                ))
            offset += stride * size.height
        }
        self.init(planes: planes, byteCount: offset)
    }

    /// The luma of a camera's picture alone; nil where there is none.
    init?(lumaOf traits: SourceSlot.Traits) {
        guard case .planes(let kind) = traits.samples, kind.arrangement.hasLuma else { return nil }
        let step = kind.channels[0].step / 8
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
