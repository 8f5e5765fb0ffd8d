@testable import Frames
import Testing

@testable import Capture

/// Layouts that no row of the table has: samples of fewer bits than eight, and words that lie across bytes.
@Suite struct RowEncoderTests {
    private typealias Channel = SampleLayout.Channel

    /// The codes of a channel in a row that was made of these pixels.
    private func codes(
        _ channels: [Channel], _ place: Int, isRGB: Bool, range: ColorDescription.Range,
        _ pixels: [RGBColor]
    ) -> [Int] {
        var encoder = RowEncoder(
            channels, in: SampleLayout(channels).planes, isRGB: isRGB, width: pixels.count,
            color: ColorDescription(matrix: .bt601, range: range))
        encoder.encode(pixels)
        let channel = channels[place]
        return pixels.indices.map { x in
            let from = channel.offset + x * channel.step + channel.shift
            return (0..<channel.bits).reduce(0) { code, bit in
                let byte = encoder.rows[channel.plane][(from + bit) / 8]
                return code | Int(byte >> ((from + bit) % 8) & 1) << bit
            }
        }
    }

    private let colors = [
        RGBColor(grey: 0), RGBColor(grey: 255), RGBColor(255, 0, 0), RGBColor(0, 255, 0), RGBColor(0, 0, 255),
        RGBColor(grey: 128), RGBColor(10, 100, 200),
    ]

    @Test func wordsOfFiveSixAndFiveBitsHoldTheNearestCodes() {
        let channels = [(5, 11), (6, 5), (5, 0)].map { Channel(step: 16, word: 16, bits: $0, shift: $1) }
        let parts: [(RGBColor) -> UInt8] = [{ $0.red }, { $0.green }, { $0.blue }]
        for (place, part) in parts.enumerated() {
            let most = Double(1 << channels[place].bits - 1)
            let full = codes(channels, place, isRGB: true, range: .full, colors)
            #expect(full == colors.map { Int((Double(part($0)) / 255 * most).rounded()) })
            // The code 16 of 256, and 235.
            let limited = codes(channels, place, isRGB: true, range: .limited, colors)
            #expect(limited[0] == (1 << channels[place].bits) / 16 && limited[1] < Int(most))
            #expect(
                limited
                    == colors.map {
                        Int(((16 + 219 * Double(part($0)) / 255) * (most + 1) / 256).rounded())
                    })
        }
    }

    @Test(arguments: 1...16) func packedSamplesOfAnyNumberOfBitsDoNotTouchEachOther(bits: Int) {
        let channels = [Channel(step: bits, word: bits > 9 ? 32 : 16, bits: bits)]
        let greys = (0..<16).map { RGBColor(grey: UInt8($0 * 17)) }
        let most = Double(1 << bits - 1)
        let found = codes(channels, 0, isRGB: false, range: .full, greys)
        #expect(
            zip(found, greys).allSatisfy { code, pixel in
                abs(Double(code) - most * Double(pixel.red) / 255) <= 0.5001
            }, "\(found)")
        #expect(found.first == 0 && found.last == Int(most))
    }

    @Test(arguments: [4, 5, 8, 10, 16]) func noColourIsTheMiddleCode(bits: Int) {
        let channels = (0..<3).map { Channel(plane: $0, step: 16, word: 16, bits: bits) }
        for range in ColorDescription.Range.allCases {
            let greys = [RGBColor(grey: 0), RGBColor(grey: 77), RGBColor(grey: 255)]
            for place in 1...2 {
                #expect(
                    codes(channels, place, isRGB: false, range: range, greys)
                        == [Int](repeating: (1 << bits) / 2, count: 3))
            }
        }
    }
}
