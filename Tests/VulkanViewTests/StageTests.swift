import Filters
import Frames
import TestSupport
import Testing
import VulkanCore

@testable import VulkanView

/// Frames that go through filters before they are placed, under the validation layer.
@Suite struct StageTests {
    private static let size = PixelSize(width: 16, height: 8)

    private func grey(_ code: UInt8) -> Frame { FrameMaker.grey(code, size: Self.size) }

    private func makeStage(_ view: FilteredView, _ operations: [BasicOperation] = []) -> FilterStage {
        view.stage.operations = operations
        return view.stage
    }

    private func code(_ view: FilteredView, _ size: PixelSize = StageTests.size) throws -> UInt8 {
        let picture = try view.render(size: size)
        let middle = (size.height / 2 * size.width + size.width / 2) * 4
        return picture.bytes[middle]
    }

    @Test(arguments: DrawPath.allCases)
    func filtersWorkOnEveryPath(_ path: DrawPath) throws {
        try withValidatedDevice { device in
            let view = try FilteredView(device: device, path: path)
            _ = makeStage(view, [ColorInversion()])
            for value in [0, 77, 255] as [UInt8] {
                try view.load(grey(value))
                #expect(try code(view) == 255 - value)
            }
        }
    }

    @Test(arguments: DrawPath.allCases)
    func filtersComeAndGoWithoutANewFrame(_ path: DrawPath) throws {
        try withValidatedDevice { device in
            let view = try FilteredView(device: device, path: path)
            let stage = makeStage(view)
            try view.load(grey(100))
            #expect(try code(view) == 100)
            for _ in 0..<3 {
                stage.operations = [ColorInversion()]
                #expect(try code(view) == 155)
                stage.operations = []
                #expect(try code(view) == 100)
            }
        }
    }

    @Test func aParameterShowsWithoutANewFrame() throws {
        try withValidatedDevice { device in
            let view = try FilteredView(device: device)
            let brightness = BrightnessAdjustment()
            let stage = makeStage(view, [brightness])
            try view.load(grey(51))
            #expect(try code(view) == 51)
            brightness.brightness = 0.2
            stage.recompute()
            #expect(try code(view) == 102)
        }
    }

    @Test func drawingAgainDoesNotComputeAgain() throws {
        try withValidatedDevice { device in
            let view = try FilteredView(device: device)
            let mean = LowPassFilter()
            mean.strength = 0.5
            _ = makeStage(view, [mean])
            try view.load(grey(0))
            #expect(try code(view) == 0)
            try view.load(grey(255))
            for size in [
                Self.size, PixelSize(width: 40, height: 20), PixelSize(width: 5, height: 9), Self.size,
            ] {
                #expect((127...128).contains(try code(view, size)), "\(size)")
            }
            view.options.rotation = .clockwise90
            #expect((127...128).contains(try code(view)))
            try view.load(grey(255))
            #expect((191...192).contains(try code(view)))
        }
    }

    @Test func whatCannotRunIsReportedAndThePictureGoesOn() throws {
        final class Bodiless: PointOperation, @unchecked Sendable {
            override init() { super.init() }
        }
        try withValidatedDevice { device in
            let view = try FilteredView(device: device)
            let stage = makeStage(view, [ColorInversion()])
            var failures: [FilterError] = []
            stage.onFailure = { failures.append($0) }
            try view.load(grey(100))
            #expect(try code(view) == 155)
            stage.operations = [Bodiless()]
            #expect(try code(view) == 100)
            try view.load(grey(90))
            #expect(try code(view) == 90)
            #expect(failures.count == 1)
            stage.operations = [ColorInversion()]
            #expect(try code(view) == 165)
        }
    }

    @Test(arguments: Rotation.allCases, [false, true])
    func turnedAndMirroredFramesAreFilteredUpright(_ rotation: Rotation, _ isMirrored: Bool) throws {
        try withValidatedDevice { device in
            let frame = FrameMaker.frame(
                FrameLayout(format: .bgrx, size: PixelSize(width: 20, height: 12)), sampleAspect: Rational(2),
                rotation: rotation, isMirrored: isMirrored
            ) { bytes in
                for index in bytes.indices {
                    bytes[index] = UInt8(truncatingIfNeeded: index &* 37 &+ index / 80)
                }
            }
            let plain = try FilteredView(device: device)
            let filtered = try FilteredView(device: device)
            _ = makeStage(filtered, [ColorInversion(), ColorInversion()])
            try plain.load(frame)
            try filtered.load(frame)
            for size in [PixelSize(width: 40, height: 12), PixelSize(width: 33, height: 50)] {
                let (one, other) = (try plain.render(size: size), try filtered.render(size: size))
                let worst = zip(one.bytes, other.bytes).map { abs(Int($0) - Int($1)) }.max()
                #expect(worst ?? 255 <= 1, "\(size)")
            }
        }
    }
}
