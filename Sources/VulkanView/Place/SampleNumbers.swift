internal import Frames
internal import VulkanCore

/// The row of a picture's format and the weights of its samples, as Picture.glsl takes them.
struct SampleNumbers {
    /// The numbers of three channels; a grey picture has its luma three times.
    let channels: [UInt32]
    let isGrey: Bool
    let columnShift: Int32
    let rowShift: Int32
    let weights: ColorWeights

    init(_ picture: Picture) {
        let (samples, planes) = (picture.format.samples ?? SampleLayout([]), picture.format.planes)
        isGrey = samples.channels.count == 1
        channels = (0..<3).map { channel in
            let channel = samples.channels[min(channel, samples.channels.count - 1)]
            return channel.numbers(texelBytes: planes[channel.plane].texelBytes)
        }
        (columnShift, rowShift) = (Int32(samples.chromaShifts.columns), Int32(samples.chromaShifts.rows))
        weights = ColorWeights(ColorTransform(picture.color, picture.format))
    }
}

extension SampleLayout.Channel {
    /// The row in one number: plane, texel, bits and the order of a word's bytes, step, and bits before the first.
    fileprivate func numbers(texelBytes: Int) -> UInt32 {
        let numbers = [
            plane | texelBytes.trailingZeroBitCount << 4, bits | (isBigEndian ? 0x80 : 0), step, first,
        ]
        return numbers.reversed().reduce(0) { $0 << 8 | UInt32(truncatingIfNeeded: $1) }
    }
}

extension ColorWeights {
    /// The weights of red, green and blue.
    var rows: [SIMD4<Int32>] { [red, green, blue] }
}
