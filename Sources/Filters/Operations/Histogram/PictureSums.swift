internal import Frames
internal import Processor
internal import VulkanCore

/// The parts of a picture's sums, so many and so fine that none can pass 32 bits.
struct PictureSums {
    let parts: PlanValues
    let channelCount: Int
    let size: PixelSize
    /// The number of steps of full scale.
    let scale: Int

    static let slotCount = 128

    /// Puts the sum of a channel into the parts, about as much into each.
    static func add(_ sum: Int, to parts: inout MutableSpan<UInt32>, channel: Int, of channels: Int) {
        for slot in 0..<slotCount {
            parts[slot * channels + channel] = UInt32(
                truncatingIfNeeded: sum * (slot + 1) / slotCount - sum * slot / slotCount)
        }
    }

    /// Computes the mean of each channel, exact to a step of ``scale`` of each pixel.
    static func means(_ numbers: [UInt32], channels: Int, pixels: Int, scale: Int) -> [Float] {
        (0..<channels).map { channel in
            var sum: UInt64 = 0
            for slot in 0..<slotCount { sum += UInt64(numbers[slot * channels + channel]) }
            return Float(Double(sum) / (Double(scale) * Double(pixels)))
        }
    }
}

extension PlanBuilder {
    /// Plans the sums of a picture.
    ///
    /// - Parameters:
    ///   - image: The picture.
    ///   - ofLuminance: True when the luminance is summed up; otherwise all four channels.
    /// - Returns: The sums in parts.
    func sums(of image: PlanImage, ofLuminance: Bool) -> PictureSums {
        let (width, height) = (image.size.width, image.size.height)
        // 2²⁷ pixels in 128 parts: 2²⁰ · 4080 is less than 2³². Both scales are multiples of a byte's 255.
        let scale = width * height <= 1 << 27 ? 4080 : 255
        let channels = ofLuminance ? 1 : 4
        if let parts = processorSums(of: image, ofLuminance: ofLuminance, scale: scale) {
            return PictureSums(parts: parts, channelCount: channels, size: image.size, scale: scale)
        }
        let groups =
            isCPU
            ? (1, min(PictureSums.slotCount, height)) : ((width + 255) / 256, (height + 31) / 32)
        let parts = values(
            "PictureSums", images: [image], count: PictureSums.slotCount * channels,
            localSize: (tableWidth, 1), groups: groups, isCleared: true,
            constants: [
                "CHANNELS": channels, "SLOTS": PictureSums.slotCount, "SCALE": scale,
                "READS_LUMINANCE": ofLuminance ? 1 : 0,
            ])
        return PictureSums(parts: parts, channelCount: channels, size: image.size, scale: scale)
    }

    /// Plans the sums by the processor; nil where a kernel has to add.
    private func processorSums(of image: PlanImage, ofLuminance: Bool, scale: Int) -> PlanValues? {
        if ofLuminance {
            guard let traits = image.processorTraits, case .planes(let planes) = traits.samples,
                let layout = ProcessorLayout(lumaOf: traits)
            else { return nil }
            let first = planes.channels[0].offset / 8
            return processorValues("LumaSum", image, layout: layout, count: PictureSums.slotCount) {
                source, result in
                let codes = ProcessorCounter.codes(of: source.planes[0], first: first)
                let sum = codes.enumerated().reduce(0) { sum, bin in
                    sum + Int(bin.element) * Int(planes.luminance(of: bin.offset) * Float(scale) + 0.5)
                }
                PictureSums.add(sum, to: &result, channel: 0, of: 1)
            }
        }
        guard image.layout == .rgba8, image.isStoredPixels else { return nil }
        return processorValues(
            "PixelSums", image, layout: ProcessorLayout(pixels: image.size), count: PictureSums.slotCount * 4
        ) { source, result in
            // The scale is a multiple of 255.
            for (channel, sum) in ProcessorCounter.sums(of: source.planes[0]).enumerated() {
                PictureSums.add(Int(sum) * (scale / 255), to: &result, channel: channel, of: 4)
            }
        }
    }

    /// Hands the means of sums to a callback.
    func report(_ sums: PictureSums, to deliver: @escaping @Sendable ([Float]) -> Void) {
        let (channels, scale) = (sums.channelCount, sums.scale)
        let pixels = sums.size.width * sums.size.height
        report(sums.parts, count: PictureSums.slotCount * channels) { numbers in
            deliver(PictureSums.means(numbers, channels: channels, pixels: pixels, scale: scale))
        }
    }
}
