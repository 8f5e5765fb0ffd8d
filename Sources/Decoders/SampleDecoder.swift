internal import Frames
internal import ProcessorVectors

/// A decoder of numbers that are no samples yet: mosaics, hues, packed luma and distances, by the processor's vectors.
@safe final class SampleDecoder {
    private var frame: Frame?
    private var coding = ProcessorCoding()
    private var lastLayout: FrameLayout?
    /// Rows on their way.
    private var rows = FrameBuffer(index: 0, byteCounts: [1])
    private let depths: DepthRange

    init(depths: DepthRange) { self.depths = depths }

    func read(_ frame: Frame) throws(CodecError) -> FrameLayout {
        self.frame = nil
        guard let wanted = frame.layout.format.coding else { throw .unsupported(frame.layout.format.name) }
        do { try frame.checkLayout() } catch { throw .layout(error) }
        coding = ProcessorCoding(wanted, frame.layout, depths)
        // Each number is read once, so that nothing depends on who else writes to the memory meanwhile.
        self.frame = frame
        let (format, size) = (wanted.decoded, frame.layout.size)
        if let lastLayout, lastLayout.format == format, lastLayout.size == size { return lastLayout }
        let layout = FrameLayout(format: format, size: size)
        lastLayout = layout
        return layout
    }

    func decode(into memory: UnsafeMutableRawBufferPointer, at planes: [PlaneLayout]) throws(CodecError) {
        guard let frame, let lastLayout else { throw .corrupt("nothing was read") }
        // The frame's memory is its source's again.
        self.frame = nil
        let wish = FrameLayout(format: lastLayout.format, size: lastLayout.size, planes: planes)
        guard (try? wish.check { $0 == 0 ? memory.count : nil }) != nil,
            let target = memory.baseAddress, let plane = planes.first
        else { throw .planesDoNotFit }
        let needed = unsafe processor_coding_size(&coding)
        if unsafe rows.memories[0].count < needed { rows = FrameBuffer(index: 0, byteCounts: [needed]) }
        unsafe frame.withPlane(0) { bytes in
            guard let start = bytes.baseAddress else { return }
            unsafe processor_decode(
                &coding, start.assumingMemoryBound(to: UInt8.self), frame.layout.planes[0].stride,
                (target + plane.offset).assumingMemoryBound(to: UInt8.self), plane.stride,
                rows.memories[0].baseAddress)
        }
    }
}

extension ProcessorCoding {
    /// The numbers of a picture.
    fileprivate init(_ coding: SampleCoding, _ layout: FrameLayout, _ depths: DepthRange) {
        self.init()
        (width, height) = (Int32(layout.size.width), Int32(layout.size.height))
        (bits, isPacked) = (Int32(coding.bits), coding.isPacked)
        switch coding.kind {
        case .mosaic(let red): (kind, self.red) = (PROCESSOR_MOSAIC, Int32(red))
        case .hues(let count):
            (kind, hues, bits) = (PROCESSOR_HUES, Int32(count), Int32(layout.format.planes[0].bytes * 8))
        case .grey: kind = PROCESSOR_GREYS
        case .depth: (kind, black, white) = (PROCESSOR_DEPTHS, Int32(depths.black), Int32(depths.white))
        }
    }
}
