internal import Frames
internal import VulkanCore

/// The row of a picture's format and the weights of its samples, as Picture.glsl takes them.
struct SampleNumbers {
    /// The numbers of three channels; a grey picture has its luma three times.
    let channels: [UInt32]
    let isGrey: Bool
    /// The number of pixels side by side that share a chroma sample, as a shift: 0, 1 or 2; 4 more where it lies in the first of them.
    let columnShift: Int32
    /// The number of pixels one above the other that share a chroma sample, likewise.
    let rowShift: Int32
    let weights: ColorWeights

    init(_ picture: Picture) {
        let (samples, planes) = (picture.format.samples ?? SampleLayout([]), picture.format.planes)
        isGrey = samples.channels.count == 1
        channels = (0..<3).map { channel in
            let channel = samples.channels[min(channel, samples.channels.count - 1)]
            return channel.numbers(texelBytes: planes[channel.plane].texelBytes)
        }
        let (shifts, site) = (samples.chromaShifts, picture.color.chromaSite)
        columnShift = Int32(shifts.columns + (site.isInFirstColumn && shifts.columns > 0 ? 4 : 0))
        rowShift = Int32(shifts.rows + (site.isInFirstRow && shifts.rows > 0 ? 4 : 0))
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
