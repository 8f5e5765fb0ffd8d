import Filters
import Frames
import Testing

/// Bodies that say how far they look get the same neighbours as those that do not.
@Suite struct WindowTests {
    /// A frame that is not turned is read four pixels at once, a turned one pixel by pixel.
    @Test(arguments: [
        PixelFormat.nv12, .i420, .i422, .i444, .yuyv, .uyvy, .grey, .bgra, .bgrx, .rgba, .rgb24,
    ])
    func aTurnedFrameGivesTheTurnedResult(format: PixelFormat) throws {
        let studio = try FilterStudio()
        let frame = TestFrame.noise(format, width: 64, height: 22)
        let turned = TestFrame.noise(format, width: 64, height: 22, rotation: .half)
        for name in ["PrewittEdgeDetection", "ThresholdSketchFilter", "ToonFilter", "MedianFilter"] {
            let operation = try Catalog.entry(named: name).make()
            let result = try studio.run(operation, frame)
            #expect(Set(result.pixels).count > 1)
            #expect(try studio.run(operation, turned).distance(to: result.turned.turned) <= 1, "\(name)")
        }
    }

    /// Pictures whose widths are no multiple of four are read pixel by pixel.
    @Test(
        arguments: [
            "Laplacian", "MedianFilter", "ToonFilter", "LocalBinaryPattern", "Convolution3x3", "Sharpen",
            "EmbossFilter", "PrewittEdgeDetection",
        ], [false, true])
    func aPictureOfAnotherWidthGivesTheSameInside(name: String, roundsOtherwise: Bool) throws {
        let studio = try FilterStudio(roundsOtherwise: roundsOtherwise)
        let picture = TestPicture.noise(64, 20)
        let narrow = TestPicture(61, 20) { x, y in picture.pixel(x, y) }
        let result = try studio.run(name, [picture])
        let inside = TestPicture(60, 20) { x, y in result.pixel(x, y) }
        let other = try studio.run(name, [narrow])
        #expect(TestPicture(60, 20) { x, y in other.pixel(x, y) } == inside)
    }

    /// Halves between kernels are read four at once, too.
    @Test func aWindowOfHalvesIsThatOfPixels() throws {
        let picture = TestPicture.noise(64, 20)
        let wide = try FilterStudio().run("SmoothToonFilter", [picture])
        let narrow = try FilterStudio().run(
            "SmoothToonFilter", [TestPicture(62, 20) { x, y in picture.pixel(x, y) }])
        #expect(
            TestPicture(50, 20) { x, y in narrow.pixel(x, y) }
                .distance(to: TestPicture(50, 20) { x, y in wide.pixel(x, y) }) <= 1)
    }
}
