package import Frames

/// The way from samples to red, green and blue: the part of each sample in each colour, and a constant.
///
/// Samples and colours are 0…1, a code of 8 bits divided by 255; samples of n bits are divided by 2ⁿ⁻⁸, too. Worked out in double
/// precision from the luma weights alone (ITU-R BT.601-7 2.5.1, BT.709-6 3.2, BT.2020-2 table 4; full range as in ITU-T T.871), so no rounded matrix is
/// copied from anywhere. Primaries and transfer stay as they are: the compositor takes our colours for its own.
package struct ColorTransform: Hashable {
    /// The parts of red: the first, second and third sample's weight, and the constant.
    package let red: SIMD4<Double>
    /// The parts of green, in this order.
    package let green: SIMD4<Double>
    /// The parts of blue, in this order.
    package let blue: SIMD4<Double>

    /// Works out the transform of a picture's samples.
    ///
    /// - Parameters:
    ///   - color: The meaning of the samples.
    ///   - format: The format: luma and colour differences, grey (the sample comes three times), or red, green and blue, of so many bits.
    package init(_ color: ColorDescription, _ format: PixelFormat) {
        // Black and white are the codes 16 and 235 in limited range; a colour difference spans 224 codes.
        let isLimited = color.range == .limited
        // Nothing is allocated: filters ask with each frame.
        func scale(_ channel: Int) -> Double {
            guard !isLimited else { return 255.0 / 219 }
            let channels = format.samples?.channels ?? []
            let bits = channels.isEmpty ? 8 : min(16, channels[min(channel, channels.count - 1)].bits)
            // n bits are the upper ones of 16: the largest code is less than 256 by one of its steps.
            return 255 / (256 - Double(sign: .plus, exponent: 8 - bits, significand: 1))
        }
        let luma = scale(0)
        let offset = isLimited ? -16.0 / 219 : 0
        guard format.model == .yCbCr else {
            red = SIMD4(luma, 0, 0, offset)
            green = SIMD4(0, scale(1), 0, offset)
            blue = SIMD4(0, 0, scale(2), offset)
            return
        }
        let (blueChroma, redChroma) = isLimited ? (255.0 / 224, 255.0 / 224) : (scale(1), scale(2))
        // No colour is the code 128, in both ranges.
        let center = 128.0 / 255
        let weights = color.matrix.weights
        let greenWeight = 1 - weights.red - weights.blue
        let redFromCr = 2 * (1 - weights.red) * redChroma
        let blueFromCb = 2 * (1 - weights.blue) * blueChroma
        let greenFromCb = -weights.blue / greenWeight * blueFromCb
        let greenFromCr = -weights.red / greenWeight * redFromCr
        red = SIMD4(luma, 0, redFromCr, offset - redFromCr * center)
        green = SIMD4(luma, greenFromCb, greenFromCr, offset - (greenFromCb + greenFromCr) * center)
        blue = SIMD4(luma, blueFromCb, 0, offset - blueFromCb * center)
    }
}
