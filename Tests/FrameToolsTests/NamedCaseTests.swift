import Foundation
import FrameTools
import Frames
import Testing

/// Cases with values that other toolboxes of this kind are held to.
struct NamedCaseTests {
    private let portrait = PixelSize(width: 720, height: 1280)

    /// A picture that grows brighter to the right and downwards, with chroma that fills its range.
    private func gradient(_ format: PixelFormat, _ size: PixelSize) throws -> Frame {
        let planes =
            size == portrait ? try Self.portraitGradient.get() : try Self.gradient(size)
        return format == .i420 ? planes : try FrameConverter().convert(planes, to: format)
    }

    private static let portraitGradient = Result { try gradient(PixelSize(width: 720, height: 1280)) }

    private static func gradient(_ size: PixelSize) throws -> Frame {
        let layout = FrameLayout(format: .i420, size: size)
        let chroma = PixelSize(width: (size.width + 1) / 2, height: (size.height + 1) / 2)
        let color = ColorDescription(matrix: .bt601, range: .limited)
        return try Frame.allocated(layout, color: color, at: .some) { memory in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    memory[y * size.width + x] = UInt8(
                        min(255, 128 * (x * size.height + y * size.width) / (size.width * size.height)))
                }
            }
            for y in 0..<chroma.height {
                for x in 0..<chroma.width {
                    let place = y * chroma.width + x
                    memory[layout.planes[1].offset + place] = UInt8(255 * x / max(1, chroma.width - 1))
                    memory[layout.planes[2].offset + place] = UInt8(255 * y / max(1, chroma.height - 1))
                }
            }
        }
    }

    /// The peak signal to noise ratio of two pictures in decibels, 48 and more for the same ones.
    private func likeness(_ one: Frame, _ other: Frame) -> Double {
        let (first, second) = (one.picture, other.picture)
        guard first.count == second.count, !first.isEmpty else { return 0 }
        let error = zip(first, second).reduce(0) { $0 + (Int($1.0) - Int($1.1)) * (Int($1.0) - Int($1.1)) }
        guard error > 0 else { return 48 }
        return min(48, 10 * log10(255.0 * 255 * Double(first.count) / Double(error)))
    }

    private func cropAndScale(
        _ format: PixelFormat, from size: PixelSize, _ crop: PixelRegion? = nil, to target: PixelSize
    ) throws -> Double {
        let frame = try gradient(format, size)
        let made = try FrameConverter().convert(frame, crop: crop, size: target)
        #expect(made.layout.size == target && made.layout.format == format)
        // Red, green and blue have no place for all of the chroma: what they have is what counts.
        let whole =
            try format.model == .rgb ? FrameConverter().convert(frame, to: .i420) : gradient(.i420, size)
        let planes = try FrameConverter().convert(whole, crop: crop, size: target)
        return likeness(try FrameConverter().convert(made, to: .i420), planes)
    }

    @Test func requiresCroppingNoCrop() {
        #expect(!CropAndScale(whole: portrait).requiresCropping(of: portrait))
    }

    @Test func requiresCroppingWithCrop() {
        let part = CropAndScale(crop: PixelRegion(x: 100, y: 100, width: 360, height: 640))
        #expect(part.requiresCropping(of: portrait))
    }

    @Test func requiresScalingNoScale() { #expect(!CropAndScale(whole: portrait).requiresScaling) }

    @Test func requiresScalingWithScale() {
        let half = CropAndScale(crop: PixelRegion(portrait), size: PixelSize(width: 360, height: 640))
        #expect(half.requiresScaling)
    }

    @Test func requiresScalingWithScaleAndMatchingCrop() {
        let size = PixelSize(width: 360, height: 640)
        #expect(
            !CropAndScale(crop: PixelRegion(x: 0, y: 0, width: 360, height: 640), size: size).requiresScaling)
    }

    @Test func bufferSizeNV12() {
        let half = CropAndScale(crop: PixelRegion(portrait), size: PixelSize(width: 360, height: 640))
        #expect(half.scratchByteCount(for: .nv12) == 576_000)
    }

    @Test func bufferSizeRGB() {
        let half = CropAndScale(crop: PixelRegion(portrait), size: PixelSize(width: 360, height: 640))
        #expect(half.scratchByteCount(for: .bgra) == 0)
    }

    @Test func cropAndScaleNV12() throws {
        #expect(try cropAndScale(.nv12, from: portrait, to: PixelSize(width: 360, height: 640)) == 48)
    }

    @Test func cropAndScaleNV12NoOp() throws {
        #expect(try cropAndScale(.nv12, from: portrait, to: portrait) == 48)
    }

    @Test func cropAndScaleNV12FullToVideo() throws {
        var frame = try gradient(.nv12, portrait)
        frame = try Frame.allocated(
            frame.layout, color: ColorDescription(matrix: .bt601, range: .full), at: .some
        ) { memory in
            frame.withPlane(0) {
                memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<memory.count]))
            }
        }
        let made = try FrameConverter().convert(frame, to: .i420, size: PixelSize(width: 360, height: 640))
        let planes = try FrameConverter().convert(gradient(.i420, portrait), size: made.layout.size)
        #expect(likeness(made, planes) == 48 && made.color.range == .full)
    }

    @Test func cropAndScaleZeroSizeFrame() throws {
        let frame = try gradient(.nv12, portrait)
        let none = PixelSize(width: 0, height: 0)
        #expect(throws: FrameToolError.target(.size(none))) {
            try FrameConverter().convert(frame, size: none)
        }
        #expect(throws: FrameLayoutError.size(none)) { try gradient(.i420, none) }
    }

    @Test func cropAndScaleNV12ToSmallFormat() throws {
        #expect(try cropAndScale(.nv12, from: portrait, to: PixelSize(width: 148, height: 320)) == 48)
    }

    @Test func cropAndScaleNV12ToOddFormat() throws {
        #expect(try cropAndScale(.nv12, from: portrait, to: PixelSize(width: 361, height: 640)) == 48)
    }

    @Test(arguments: [PixelFormat.bgra, .rgba])
    func cropAndScale32BGRA(format: PixelFormat) throws {
        #expect(try cropAndScale(format, from: portrait, to: PixelSize(width: 360, height: 640)) == 48)
    }

    @Test(arguments: [PixelFormat.nv12, .bgra])
    func cropAndScaleSmallCropInfo(format: PixelFormat) throws {
        let crop = PixelRegion(x: 2, y: 3, width: 717, height: 1275)
        let value = try cropAndScale(format, from: portrait, crop, to: PixelSize(width: 360, height: 640))
        // Planes cannot be cut in the middle of a sample of chroma, as red, green and blue can.
        #expect(value >= (format == .nv12 ? 48 : 47))
    }

    @Test(arguments: [PixelFormat.nv12, .bgra])
    func cropAndScaleLargeCropInfo(format: PixelFormat) throws {
        let crop = PixelRegion(x: 200, y: 300, width: 360, height: 640)
        #expect(
            try cropAndScale(format, from: portrait, crop, to: PixelSize(width: 180, height: 320)) == 48)
    }

    @Test func toI420NV12() throws {
        let frame = try gradient(.nv12, PixelSize(width: 360, height: 640))
        let planes = try gradient(.i420, frame.layout.size)
        #expect(likeness(try FrameConverter().convert(frame, to: .i420), planes) == 48)
    }

    @Test(arguments: [PixelFormat.bgra, .rgba])
    func toI420BGRA(format: PixelFormat) throws {
        let frame = try gradient(format, PixelSize(width: 360, height: 640))
        let planes = try gradient(.i420, frame.layout.size)
        // Chroma that no colour has is lost in red, green and blue.
        #expect(likeness(try FrameConverter().convert(frame, to: .i420), planes) >= 19)
    }

    @Test(
        arguments: [PixelFormat.nv12, .bgra, .rgba],
        [
            PixelRegion(x: 0, y: 0, width: 640, height: 360),
            PixelRegion(x: 160, y: 90, width: 160, height: 90),
        ])
    func toI420WithCropAndScale(format: PixelFormat, crop: PixelRegion) throws {
        let size = PixelSize(width: 640, height: 360)
        let target = crop.size == size ? PixelSize(width: 320, height: 180) : crop.size
        let made = try FrameConverter().convert(gradient(format, size), to: .i420, crop: crop, size: target)
        let planes = try FrameConverter().convert(gradient(.i420, size), crop: crop, size: target)
        #expect(likeness(made, planes) >= (format == .nv12 ? 48 : 19))
    }

    @Test func scaleBufferTest() throws {
        let outer = CropAndScale(
            crop: PixelRegion(x: 320, y: 180, width: 1280, height: 720),
            size: PixelSize(width: 960, height: 540))
        let inner = CropAndScale(
            crop: PixelRegion(x: 240, y: 135, width: 480, height: 270),
            size: PixelSize(width: 320, height: 180))
        let both = try outer.then(inner)
        #expect(both.crop == PixelRegion(x: 640, y: 360, width: 640, height: 360))
        #expect(both.size == PixelSize(width: 320, height: 180))
    }
}
