import Filters
import Synchronization
import Testing

/// Means that operations tell.
@Suite(.serialized) struct AverageTests {
    @Test(arguments: FilterStudio.kinds, [(37, 23), (1, 1), (300, 70), (3, 500)])
    func theMeanColorIsExact(isCPU: Bool, size: (Int, Int)) throws {
        let studio = try FilterStudio(isCPU: isCPU)
        let picture = TestPicture.noise(11, width: size.0, height: size.1)
        let extractor = AverageColorExtractor()
        let found = Mutex(Color.black)
        extractor.extractedColorCallback = { color in found.withLock { $0 = color } }
        #expect(try studio.run(extractor, [picture]) == picture)
        let means = found.withLock { $0 }.components
        for channel in 0..<4 {
            let places = stride(from: channel, to: picture.bytes.count, by: 4)
            let codes = places.map { Double(picture.bytes[$0]) }
            let mean = codes.reduce(0, +) / Double(codes.count) / 255
            #expect(abs(Double(means[channel]) - mean) < 1e-6)
        }
    }

    @Test(arguments: FilterStudio.kinds) func theMeanLuminanceIsThatOfTheMeanColor(isCPU: Bool) throws {
        let studio = try FilterStudio(isCPU: isCPU)
        let picture = TestPicture.noise(200, 90, seed: 3)
        let (colors, luminances) = (AverageColorExtractor(), AverageLuminanceExtractor())
        let color = Mutex(Color.black)
        let luminance = Mutex(Float(-1))
        colors.extractedColorCallback = { value in color.withLock { $0 = value } }
        luminances.extractedLuminanceCallback = { value in luminance.withLock { $0 = value } }
        _ = try studio.run(colors, [picture])
        _ = try studio.run(luminances, [picture])
        let mean = color.withLock { $0 }
        let expected = 0.2125 * mean.red + 0.7154 * mean.green + 0.0721 * mean.blue
        #expect(abs(luminance.withLock { $0 } - expected) < 1e-4)
    }

    @Test(arguments: FilterStudio.kinds) func largePicturesDoNotOverflow(isCPU: Bool) throws {
        let (width, height) = (8192, 1024)
        let picture = TestPicture(
            width: width, height: height, bytes: [UInt8](repeating: 255, count: width * height * 4))
        let extractor = AverageColorExtractor()
        let found = Mutex(Color.black)
        extractor.extractedColorCallback = { color in found.withLock { $0 = color } }
        _ = try FilterStudio(isCPU: isCPU).run(extractor, [picture])
        #expect(found.withLock { $0 } == .white)
    }

    @Test(arguments: FilterStudio.kinds) func whatIsAsBrightAsTheMeanIsWhite(isCPU: Bool) throws {
        let studio = try FilterStudio(isCPU: isCPU)
        for level in stride(from: 0, to: 256, by: 15) {
            let result = try studio.run(AverageLuminanceThreshold(), [.grey(UInt8(level))])
            #expect(result == .grey(255))
        }
        let half = TestPicture.grey(30, 20) { x, _ in x < 15 ? 90 : 100 }
        let result = try studio.run(AverageLuminanceThreshold(), [half])
        #expect(result == TestPicture.grey(30, 20) { x, _ in x < 15 ? 0 : 255 })
    }
}
