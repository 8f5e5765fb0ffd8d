import Filters
import TestSupport
import Testing

/// How long the parts of a picture take.
struct OperationTimeTests {
    private let picture = TestPicture.noise(1, width: 64, height: 48).withAlpha(255)

    private func chain(_ studio: FilterStudio) throws -> any ImageSource {
        try studio.source(picture) --> ColorInversion() --> SepiaToneFilter() --> BilateralBlur()
            --> GammaAdjustment()
    }

    @Test func nothingIsMeasuredUnlessItIsAskedFor() throws {
        let studio = try FilterStudio()
        let last = try chain(studio)
        _ = try studio.picture(of: last)
        #expect(!studio.context.measuresTimes && studio.context.times.isEmpty)
        studio.context.measuresTimes = true
        #expect(studio.context.times.isEmpty)
        let measured = try studio.picture(of: last)
        #expect(!studio.context.times.isEmpty)
        studio.context.measuresTimes = false
        #expect(studio.context.times.isEmpty)
        #expect(try studio.picture(of: last) == measured && studio.context.times.isEmpty)
    }

    @Test func eachPartIsNamedByItsOperations() throws {
        let studio = try FilterStudio(isCPU: false)
        let last = try chain(studio)
        studio.context.measuresTimes = true
        _ = try studio.picture(of: last)
        #expect(
            studio.context.times.map(\.operations) == [
                ["ColorInversion", "SepiaToneFilter"], ["BilateralBlur"],
                ["BilateralBlur", "GammaAdjustment"],
            ])
        #expect(studio.context.times.map(\.work) == studio.context.runner.kernelNames)
        #expect(studio.context.times.allSatisfy { !$0.isByProcessor && $0.nanoseconds ?? 1 > 0 })
    }

    @Test(.onProcessor) func whatTheProcessorDoesIsMeasured() throws {
        let studio = try FilterStudio(isCPU: true)
        let last = try chain(studio)
        studio.context.measuresTimes = true
        for _ in 0..<3 {
            _ = try studio.picture(of: last)
            let times = studio.context.times
            #expect(
                times.map(\.operations) == [
                    ["ColorInversion", "SepiaToneFilter"], ["BilateralBlur"], ["BilateralBlur"],
                    ["GammaAdjustment"],
                ])
            #expect(times.map(\.isByProcessor) == [true, false, false, true])
            #expect(times[0].nanoseconds ?? 0 > 0)
        }
    }

    @Test func anOperationOfSeveralKernelsIsNamedByEach() throws {
        let studio = try FilterStudio(isCPU: false)
        let blur = GaussianBlur()
        blur.blurRadiusInPixels = 3
        let last = try studio.source(picture) --> blur
        studio.context.measuresTimes = true
        _ = try studio.picture(of: last)
        #expect(studio.context.times.count >= 2)
        #expect(studio.context.times.allSatisfy { $0.operations == ["GaussianBlur"] })
    }

    @Test(arguments: FilterStudio.kinds)
    func theValidationLayerFindsNothingWrong(isCPU: Bool) throws {
        try withValidatedDevice { device in
            let context = try FilterContext(device: device)
            context.runner.isCPU = isCPU
            let source = PixelInput(device: device)
            try source.setPicture(picture.bytes, width: picture.width, height: picture.height)
            let histogram = HistogramEqualization()
            let last = source --> LowPassFilter() --> histogram --> BilateralBlur()
            for round in 0..<6 {
                context.measuresTimes = round % 3 != 2
                _ = try context.picture(of: last)
                if round == 3 { histogram.removeFromChain() }
                #expect(context.times.isEmpty == (round % 3 == 2))
            }
        }
    }
}
