import Filters
import TestSupport
import Testing
import VulkanCore

/// One filter of each kind of plan on the devices of the tests' own Vulkan layer: the bits are those without it.
@Suite struct ProfileFilterTests {
    /// Names of the table: points, an area across and down, a neighbourhood, a histogram, a second picture,
    /// the frame before, a graph of many kernels, values of the picture, and a table.
    private static let names = [
        "ColorInversion", "SaturationAdjustment", "GaussianBlur", "SobelEdgeDetection",
        "HistogramEqualization", "DifferenceBlend", "LowPassFilter", "CannyEdgeDetection",
        "LuminanceRangeReduction", "ColorTableFilter",
    ]

    @Test(arguments: names, [false, true])
    func aFiltersBitsAreThoseWithoutALayer(name: String, isFused: Bool) throws {
        let studio = try FilterStudio(isFused: isFused, isCPU: false)
        #expect(DeviceProfile.current == nil || studio.device.name.contains("profile"))
        let pictures = name.hasSuffix("Blend") ? [TestPicture.noise(3), .noise(4)] : [.noise(3)]
        let result = try studio.run(name, pictures)
        RecordedBits.check("filter-\(name)-\(isFused)", result.bytes)
        let again = try studio.run(name, pictures)
        #expect(again == result)
    }

    /// The least that Vulkan allows for a workgroup's memory is 16 KiB, and a Raspberry Pi has no more.
    @Test(arguments: ["Histogram", "HistogramEqualization", "HistogramSpecification"])
    func tablesOfTheMostBinsFitIntoEveryDevice(name: String) throws {
        try withValidatedDevice { device in
            let context = try FilterContext(device: device, usesProcessor: false)
            context.runner.isCPU = false
            let operation = try Catalog.entry(named: name).make()
            let bins = try #require(operation.parameters.first { $0.name == "bins" })
            bins.parameter.set(components: [4096])
            let source = PixelInput(device: device)
            let picture = TestPicture.noise(3)
            try source.setPicture(picture.bytes, width: picture.width, height: picture.height)
            source --> operation
            RecordedBits.check("filter-\(name)-4096", try context.picture(of: operation).bytes)
        }
    }

    @Test func aLongChainOfLargePicturesRuns() throws {
        let studio = try FilterStudio(isCPU: false)
        let chain = try ["GaussianBlur", "SobelEdgeDetection", "ColorInversion", "BoxBlur"].map {
            try Catalog.entry(named: $0).make()
        }
        let result = try studio.run(chain, TestPicture.noise(5, width: 800, height: 600))
        RecordedBits.check("filter-chain", result.bytes)
    }
}
