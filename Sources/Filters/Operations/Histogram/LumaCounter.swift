internal import Frames
internal import VulkanCore

/// Counts the luma of a camera's picture on the processor.
///
/// Where the processor plays the graphics chip, a plain loop over its own memory takes a third of a kernel's time. The
/// result is the one of HistogramCounts.glsl to the last pixel. Confined to the thread that renders.
@safe final class LumaCounter {
    /// Eight sets of bins: the same value again and again would else wait for its own last count.
    private let bins: UnsafeMutablePointer<UInt32>
    private static let sets = 8

    init() {
        unsafe bins = .allocate(capacity: 256 * Self.sets)
        unsafe bins.initialize(repeating: 0, count: 256 * Self.sets)
    }

    deinit { unsafe bins.deallocate() }

    /// Counts a plane's samples.
    ///
    /// - Parameters:
    ///   - first: The first sample.
    ///   - stride: Bytes from row to row.
    ///   - size: Samples across and down.
    ///   - step: Bytes from sample to sample: 1 or 2.
    ///   - bin: The bin of a sample's code.
    ///   - result: Gets the counts.
    func count(
        _ first: UnsafeRawPointer, stride: Int, size: (width: Int, height: Int), step: Int,
        bin: (Int) -> Int, into result: inout MutableSpan<UInt32>
    ) {
        unsafe bins.update(repeating: 0, count: 256 * Self.sets)
        for row in 0..<size.height {
            let start = unsafe first + row * stride
            if step == 1 {
                unsafe countRow(start, size.width)
            } else {
                for column in 0..<size.width {
                    let code = unsafe Int(start.load(fromByteOffset: column * step, as: UInt8.self))
                    unsafe bins[(column & 7) << 8 | code] &+= 1
                }
            }
        }
        result.update(repeating: 0)
        for code in 0..<256 {
            var sum: UInt32 = 0
            for set in 0..<Self.sets { unsafe sum &+= bins[set << 8 | code] }
            if sum > 0 { result[bin(code)] &+= sum }
        }
    }

    private func countRow(_ start: UnsafeRawPointer, _ width: Int) {
        var column = 0
        while column + 8 <= width {
            let word = unsafe start.loadUnaligned(fromByteOffset: column, as: UInt64.self)
            unsafe bins[Int(word & 255)] &+= 1
            unsafe bins[256 | Int(word >> 8 & 255)] &+= 1
            unsafe bins[512 | Int(word >> 16 & 255)] &+= 1
            unsafe bins[768 | Int(word >> 24 & 255)] &+= 1
            unsafe bins[1024 | Int(word >> 32 & 255)] &+= 1
            unsafe bins[1280 | Int(word >> 40 & 255)] &+= 1
            unsafe bins[1536 | Int(word >> 48 & 255)] &+= 1
            unsafe bins[1792 | Int(word >> 56)] &+= 1
            column += 8
        }
        while column < width {
            unsafe bins[Int(start.load(fromByteOffset: column, as: UInt8.self))] &+= 1
            column += 1
        }
    }
}

extension PlanBuilder {
    /// Plans the counts of a camera's luma on the processor; nil where a kernel has to do it.
    ///
    /// - Parameters:
    ///   - image: The picture.
    ///   - shape: What is counted.
    ///   - range: The values of the first and the last bin, asked for each frame.
    /// - Returns: The bins.
    func lumaCounts(
        of image: PlanImage, _ shape: HistogramShape, range: @escaping () -> (Float, Float)
    ) -> PlanValues? {
        guard isCPU, shape.channels == .luminance, case .source(let slot) = image.content,
            slot.memory != nil, case .planes(let planes) = slot.traits.samples, planes.arrangement.hasLuma
        else { return nil }
        let counter = LumaCounter()
        let size = (slot.traits.size.width, slot.traits.size.height)
        let isPacked = planes.arrangement == .yuyv || planes.arrangement == .uyvy
        return hostValues(count: shape.count) { [weak slot] result in
            guard let memory = slot?.memory else { return }
            let (low, high) = range()
            let start = planes.arrangement == .uyvy ? 1 : 0
            unsafe counter.count(
                memory.first.address + start, stride: memory.first.stride, size: size, step: isPacked ? 2 : 1,
                bin: { shape.bin(of: planes.luminance(of: $0), low, high) }, into: &result)
        }
    }
}

extension HistogramShape {
    /// The bin of a value, as HistogramBins.glsli has it.
    func bin(of value: Float, _ low: Float, _ high: Float) -> Int {
        let place = min(max((value - low) / max(high - low, 1e-6), 0), 1) * Float(bins - 1)
        return Int(place + 0.5)
    }
}

extension SourceSlot.PlaneTraits {
    /// The luminance of a luma's code, as kernels have it.
    func luminance(of code: Int) -> Float {
        let value = Int32(code << 8 - 32768)
        let sum = (value * weights.red.x) >> 16 + (weights.red.w - 16)
        return Float(min(max(sum, 0), 8160)) * (1 / 8160)
    }
}
