internal import Frames

/// The parts of a picture's sums, so many and so fine that none can pass 32 bits.
struct PictureSums {
    let parts: PlanValues
    let channelCount: Int
    let size: PixelSize
    /// Steps of full scale.
    let scale: Int

    static let slotCount = 128

    /// The mean of each channel, exact to a step of ``scale`` of each pixel.
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
    ///   - ofLuminance: Whether the luminance is summed up; else all four channels.
    /// - Returns: The sums in parts.
    func sums(of image: PlanImage, ofLuminance: Bool) -> PictureSums {
        let (width, height) = (image.size.width, image.size.height)
        // 2²⁷ pixels in 128 parts: 2²⁰ · 4080 is less than 2³². Both scales are multiples of a byte's 255.
        let scale = width * height <= 1 << 27 ? 4080 : 255
        let channels = ofLuminance ? 1 : 4
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

    /// Hands the means of sums to a callback.
    func report(_ sums: PictureSums, to deliver: @escaping @Sendable ([Float]) -> Void) {
        let (channels, scale) = (sums.channelCount, sums.scale)
        let pixels = sums.size.width * sums.size.height
        report(sums.parts, count: PictureSums.slotCount * channels) { numbers in
            deliver(PictureSums.means(numbers, channels: channels, pixels: pixels, scale: scale))
        }
    }
}
