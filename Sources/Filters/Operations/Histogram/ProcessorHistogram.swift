internal import Frames
internal import VulkanCore

extension PlanBuilder {
    /// Plans counts by the processor.
    ///
    /// - Parameters:
    ///   - image: The picture.
    ///   - shape: The channels and bins.
    ///   - range: The values of the first and the last bin, asked for each frame.
    /// - Returns: The bins; nil where a kernel has to count.
    func processorCounts(
        of image: PlanImage, _ shape: HistogramShape, range: @escaping @Sendable () -> (Float, Float)
    ) -> PlanValues? {
        if shape.channels == .luminance, let traits = image.processorTraits,
            case .planes(let planes) = traits.samples, let layout = ProcessorLayout(lumaOf: traits)
        {
            return lumaCounts(of: image, shape, planes, layout, range)
        }
        guard image.layout == .rgba8, image.isStoredPixels else { return nil }
        return pixelCounts(of: image, shape, range)
    }

    /// Plans the picture as pixels, where the processor counts its colours: twice as fast as out of a camera's planes.
    func countable(_ image: PlanImage) throws(FilterError) -> PlanImage {
        guard isCPU, !image.isStoredPixels else { return image }
        return try point("Passthrough", [image])
    }

    private func lumaCounts(
        of image: PlanImage, _ shape: HistogramShape, _ planes: SourceSlot.PlaneTraits,
        _ layout: ProcessorLayout, _ range: @escaping @Sendable () -> (Float, Float)
    ) -> PlanValues? {
        let first = planes.arrangement == .uyvy ? 1 : 0
        return processorValues("LumaCounts", image, layout: layout, count: shape.count) { source, result in
            let codes = ProcessorCounter.codes(of: source.planes[0], first: first)
            let (low, high) = range()
            shape.add(codes[...], to: &result, channel: 0) { code in
                shape.bin(of: planes.luminance(of: code), low, high)
            }
        }
    }

    private func pixelCounts(
        of image: PlanImage, _ shape: HistogramShape, _ range: @escaping @Sendable () -> (Float, Float)
    ) -> PlanValues? {
        // Luminances of pixels lie between the codes: only bins that are codes can be counted by codes.
        if shape.channels == .luminance, shape.bins != 256 || !shape.isWholeRange { return nil }
        let layout = ProcessorLayout(pixels: image.size)
        return processorValues("PixelCounts", image, layout: layout, count: shape.count) { source, result in
            let (low, high) = range()
            let plane = source.planes[0]
            // Several channels are counted together.
            let isTogether = shape.channels.count > 1
            let codes =
                if isTogether {
                    ProcessorCounter.channels(
                        of: plane, count: max(3, shape.channels.first + shape.channels.count))
                } else if shape.channels == .luminance {
                    ProcessorCounter.luminances(of: plane)
                } else {
                    ProcessorCounter.codes(of: plane, first: shape.channels.first)
                }
            for channel in 0..<shape.channels.count {
                let first = isTogether ? (shape.channels.first + channel) * 256 : 0
                shape.add(codes[first..<first + 256], to: &result, channel: channel) { code in
                    shape.bin(of: Float(code) * (1 / 255), low, high)
                }
            }
        }
    }
}

extension HistogramShape {
    /// Puts the counts of codes into a channel's bins.
    fileprivate func add(
        _ codes: ArraySlice<UInt32>, to result: inout MutableSpan<UInt32>, channel: Int, bin: (Int) -> Int
    ) {
        for index in channel * bins..<(channel + 1) * bins { result[index] = 0 }
        for (code, count) in codes.enumerated() { result[channel * bins + bin(code)] &+= count }
    }

    /// Finds the bin of a value, as HistogramBins.glsli has it.
    fileprivate func bin(of value: Float, _ low: Float, _ high: Float) -> Int {
        let part = isWholeRange ? value : (value - low) / max(high - low, 1e-6)
        return Int(min(max(part, 0), 1) * Float(bins - 1) + 0.5)
    }
}

extension SourceSlot.PlaneTraits {
    /// Computes the luminance of a luma's code, as kernels have it.
    func luminance(of code: Int) -> Float {
        let value = Int32(code << 8 - 32768)
        let sum = (value * weights.red.x) >> 16 + (weights.red.w - 16)
        return Float(min(max(sum, 0), 8160)) * (1 / 8160)
    }
}
