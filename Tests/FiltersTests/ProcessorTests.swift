import FilterReferences
import Filters
import Frames
import Glibc
import Testing

@testable import VulkanCore

/// What the processor does itself, beside the kernels that do the same on other devices.
@Suite struct ProcessorTests {
    /// The ratio of peak to mean error in dB of a chain on a camera's frame with and without the processor's own ways.
    private func agreement(
        _ format: PixelFormat, _ size: PixelSize, _ filters: [String], rotation: Rotation = .none,
        isColored: Bool = true
    ) throws -> Double {
        let pictures = try pictures(format, size, filters, rotation: rotation, isColored: isColored)
        let squares = Differences(pictures[0].bytes, pictures[1].bytes).squares
        guard squares > 0 else { return .infinity }
        return 10 * log10(255 * 255 * Double(pictures[0].bytes.count) / squares)
    }

    /// How far, in codes, a chain's pictures are apart with and without the processor's own ways.
    private func worst(
        _ format: PixelFormat, _ size: PixelSize, _ filters: [String], rotation: Rotation = .none
    ) throws -> Int {
        let pictures = try pictures(format, size, filters, rotation: rotation, isColored: true)
        return Differences(pictures[0].bytes, pictures[1].bytes).worst
    }

    private func pictures(
        _ format: PixelFormat, _ size: PixelSize, _ filters: [String], rotation: Rotation, isColored: Bool
    ) throws -> [PixelData] {
        try Self.pictures(
            CameraFrame(format: format, size: size, rotation: rotation, chroma: isColored ? 24 : 0).frame,
            filters)
    }

    private static func pictures(_ frame: Frame, _ filters: [String]) throws -> [PixelData] {
        let studio = try FilterStudio()
        var pictures: [PixelData] = []
        for usesProcessor in [true, false] {
            let context = try FilterContext(device: studio.device, usesProcessor: usesProcessor)
            let input = FrameInput(context: context)
            try input.setFrame(frame)
            var last: any ImageSource = input
            for filter in filters { last = last --> (try FilterText.operation(filter)) }
            pictures.append(try context.picture(of: last))
        }
        return pictures
    }

    private static let formats: [PixelFormat] = [
        .nv12, .i420, .i422, .i444, .grey, .bgra, .rgba, .yuyv, .uyvy, .rgb24,
    ]

    @Test(arguments: formats, ["passthrough", "gamma-adjustment:gamma=1.7", "hue-adjustment:hue=40"])
    func everyFormatIsReadAlike(format: PixelFormat, filter: String) throws {
        // Wider than a part that stays in the first cache, and no whole number of vectors.
        for width in [317, 64, 5] {
            let size = PixelSize(width: width, height: 7)
            #expect(try worst(format, size, filter == "passthrough" ? [] : [filter]) <= 1)
        }
    }

    @Test(arguments: Rotation.allCases, [PixelFormat.nv12, .i420, .yuyv, .bgra])
    func turnedFramesAreReadAlike(rotation: Rotation, format: PixelFormat) throws {
        let filters = ["saturation-adjustment:saturation=1.5", "vignette"]
        #expect(try worst(format, PixelSize(width: 66, height: 18), filters, rotation: rotation) <= 1)
    }

    @Test func curvesAreWhatTheirBodiesAreOneAfterTheOther() throws {
        let filters = [
            "brightness-adjustment:brightness=0.1", "contrast-adjustment:contrast=1.4",
            "gamma-adjustment:gamma=0.6", "posterize:colorLevels=12", "color-inversion",
            "opacity-adjustment:opacity=0.5",
        ]
        #expect(try worst(.nv12, PixelSize(width: 317, height: 20), filters) <= 1)
    }

    @Test func aChainOfManyOperationsAgrees() throws {
        let filters = ["vibrance", "sepia-tone-filter", "color-inversion", "hue-adjustment:hue=30", "haze"]
        #expect(try worst(.nv12, PixelSize(width: 130, height: 40), filters) <= 1)
    }

    private static let neighbours = [
        "gaussian-blur:blurRadiusInPixels=2", "gaussian-blur:blurRadiusInPixels=6",
        "gaussian-blur:blurRadiusInPixels=20", "box-blur:blurRadiusInPixels=1",
        "box-blur:blurRadiusInPixels=2",
        "box-blur:blurRadiusInPixels=40", "sobel-edge-detection", "sketch-filter",
        "gaussian-blur-position", "gaussian-selective-blur", "tilt-shift", "ios-blur", "unsharp-mask",
        "single-component-gaussian-blur",
    ]

    @Test(arguments: formats, neighbours)
    func neighboursAreMixedAlike(format: PixelFormat, filter: String) throws {
        #expect(try worst(format, PixelSize(width: 162, height: 91), [filter]) <= 1)
    }

    /// Noise of all codes: most colours leave what red, green and blue can show, and most luma is between black and white.
    @Test(arguments: formats, neighbours)
    func clippedColorsAreMixedAlike(format: PixelFormat, filter: String) throws {
        let pictures = try Self.pictures(TestFrame.noise(format, width: 66, height: 35), [filter])
        #expect(Differences(pictures[0].bytes, pictures[1].bytes).worst <= 1)
    }

    @Test(arguments: Rotation.allCases)
    func turnedFramesAgree(rotation: Rotation) throws {
        let found = try agreement(
            .nv12, PixelSize(width: 64, height: 48), ["gaussian-blur", "sketch-filter"], rotation: rotation,
            isColored: false)
        #expect(found >= 45)
    }

    @Test func workAfterKernelsAgrees() throws {
        let found = try agreement(
            .nv12, PixelSize(width: 64, height: 48),
            ["contrast-adjustment:contrast=1.3", "gaussian-blur", "color-inversion", "box-blur"])
        #expect(found >= 45)
    }
}

/// A frame as a camera sends it, of smooth shapes with a few edges.
private struct CameraFrame {
    let frame: Frame

    init(format: PixelFormat, size: PixelSize, rotation: Rotation, chroma: Double) throws {
        let layout = FrameLayout(format: format, size: size)
        var bytes = [UInt8](repeating: 255, count: layout.byteCount())
        for (index, plane) in layout.planes.enumerated() {
            let shape = format.planes[index]
            let elements = shape.size(of: size)
            for row in 0..<elements.height {
                for column in 0..<elements.width * shape.bytes {
                    let x = Double(column) / Double(elements.width * shape.bytes)
                    let y = Double(row) / Double(elements.height)
                    let wave = 0.5 + 0.3 * sin(9 * x + 4 * y + Double(index + column % shape.bytes))
                    let step = x + y > 1.1 ? 0.15 : 0
                    let isChroma =
                        format.model == .yCbCr
                        && (index > 0 || format == .yuyv && column % 2 == 1)
                    bytes[plane.offset + row * plane.stride + column] =
                        isChroma
                        ? UInt8(128 + chroma * (wave - 0.5)) : UInt8(70 + 100 * (wave + step) / 1.1)
                }
            }
        }
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 4096)
        memory.copyBytes(from: bytes)
        frame = Frame(
            buffer: FrameBuffer(index: 0, memories: [memory], owner: Memory(memory)), byteCount: bytes.count,
            layout: layout, color: .assumed(for: format, height: size.height), rotation: rotation,
            timestamp: Timestamp(nanoseconds: 0, clock: .monotonic, kind: .generated), arrival: 0,
            sequence: 0,
            recycler: nil)
    }

    private final class Memory: @unchecked Sendable {  // Freed with the last frame.
        let bytes: UnsafeMutableRawBufferPointer
        init(_ bytes: UnsafeMutableRawBufferPointer) { self.bytes = bytes }
        deinit { bytes.deallocate() }
    }
}
