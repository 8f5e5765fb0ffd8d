internal import Frames
internal import Processor
internal import VulkanCore

extension PlanBuilder {
    /// Plans counts by the processor.
    ///
    /// - Parameters:
    ///   - image: The picture.
    ///   - shape: The channels and bins.
    ///   - bounds: The limits and the threshold, asked for each frame.
    /// - Returns: The bins and the limits; nil where a kernel has to count.
    func processorCounts(
        of image: PlanImage, _ shape: HistogramShape, bounds: @escaping @Sendable () -> HistogramBounds
    ) -> PlanValues? {
        if shape.channels == .luminance, let traits = image.processorTraits,
            case .planes(let planes) = traits.samples, let layout = ProcessorLayout(lumaOf: traits)
        {
            return lumaCounts(of: image, shape, planes, layout, bounds)
        }
        guard image.layout == .rgba8, image.isStoredPixels else { return nil }
        return pixelCounts(of: image, shape, bounds)
    }

    /// Plans the picture as pixels, where the processor counts its colours: twice as fast as out of a camera's planes.
    func countable(_ image: PlanImage) throws(FilterError) -> PlanImage {
        guard isCPU, !image.isStoredPixels else { return image }
        return try point("Passthrough", [image])
    }

    private func lumaCounts(
        of image: PlanImage, _ shape: HistogramShape, _ planes: SourceSlot.PlaneTraits,
        _ layout: ProcessorLayout, _ bounds: @escaping @Sendable () -> HistogramBounds
    ) -> PlanValues? {
        let first = planes.channels[0].offset / 8
        return processorValues("LumaCounts", image, layout: layout, count: shape.count + shape.limitCount) {
            source, result in
            let codes = ProcessorCounter.codes(of: source.planes[0], first: first)
            shape.add(codes[...], bounds(), to: &result, channel: 0) { planes.luminance(of: $0) }
        }
    }

    private func pixelCounts(
        of image: PlanImage, _ shape: HistogramShape, _ bounds: @escaping @Sendable () -> HistogramBounds
    ) -> PlanValues? {
        // Luminances of pixels lie between the codes: only bins that are codes can be counted by codes.
        if shape.channels == .luminance, shape.bins != 256 || !shape.isWholeRange || shape.hasThreshold {
            return nil
        }
        let layout = ProcessorLayout(pixels: image.size)
        return processorValues("PixelCounts", image, layout: layout, count: shape.count + shape.limitCount) {
            source, result in
            let bounds = bounds()
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
                shape.add(codes[first..<first + 256], bounds, to: &result, channel: channel) {
                    Float($0) / 255
                }
            }
        }
    }
}

/// The limits of a histogram's bins, and the least values that are counted.
struct HistogramBounds {
    let minimum: ChannelValues
    let maximum: ChannelValues
    let threshold: ChannelValues
}

extension HistogramShape {
    /// Puts the counts of codes into a channel's bins, and its limits behind all bins.
    fileprivate func add(
        _ codes: ArraySlice<UInt32>, _ bounds: HistogramBounds, to result: inout MutableSpan<UInt32>,
        channel: Int, value: (Int) -> Float
    ) {
        let place = channels.first + channel
        let threshold = bounds.threshold.components[place]
        let found = codes.enumerated().filter { code, count in
            count > 0 && (threshold <= 0 || value(code) + 1 / 8160 >= threshold)
        }
        var low = bounds.minimum.components[place]
        var high = bounds.maximum.components[place]
        // Values grow with the codes.
        if isNormalized, let least = found.first, let greatest = found.last {
            let limits = (low, high)
            (low, high) = (limited(value(least.offset), limits), limited(value(greatest.offset), limits))
        }
        for index in channel * bins..<(channel + 1) * bins { result[index] = 0 }
        for (code, count) in found { result[channel * bins + bin(of: value(code), low, high)] &+= count }
        guard !isWholeRange else { return }
        result[count + 2 * channel] = low.bitPattern
        result[count + 2 * channel + 1] = high.bitPattern
    }

    private func limited(_ value: Float, _ limits: (low: Float, high: Float)) -> Float {
        min(max(value, limits.low), max(limits.low, limits.high))
    }

    /// Finds the bin of a value, as HistogramBins.glsli has it.
    private func bin(of value: Float, _ low: Float, _ high: Float) -> Int {
        let part = isWholeRange ? value : (value - low) / max(high - low, 1e-6)
        return Int(min(max(part, 0), 1) * Float(bins - 1) + (isWholeRange ? 0.5 : 0.501))
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
