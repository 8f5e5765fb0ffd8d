import Decoders
import Frames
import Synchronization
import TestSupport
import Testing
import VulkanCore
import VulkanView

/// Pictures one after the other: changes in mid-stream, damage, and what is made anew.
@Suite struct StreamTests {
    private let size = PixelSize(width: 16, height: 8)

    private func render(_ view: OffscreenView) throws -> [UInt8] { try view.render(size: size).bytes }

    @Test func formatSizeAndColourMayChangeWithEveryFrame() throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device)
            var noise = Noise(9)
            for step in 0..<120 {
                let format = PixelFormat.uncompressed.randomElement(using: &noise) ?? .grey
                let size = PixelSize(
                    width: .random(in: 1...40, using: &noise), height: .random(in: 1...40, using: &noise))
                let color = ColorDescription(
                    matrix: ColorDescription.Matrix.allCases.randomElement(using: &noise) ?? .bt601,
                    range: Bool.random(using: &noise) ? .limited : .full)
                let specimen = Specimen(format, size, color: color, padding: 4, seed: step)
                try view.load(specimen.frame)
                // Not every frame is drawn.
                guard step % 3 != 0 else { continue }
                let drawn = try view.render(size: size)
                let places = (0..<size.width * size.height).map { ($0 % size.width, $0 / size.width) }
                let worst = places.map { specimen.reference.pixel($0, $1).distance(to: drawn.pixel($0, $1)) }
                    .max()
                #expect((worst ?? 0) <= 1, "\(format) \(size)")
            }
        }
    }

    @Test(arguments: PixelFormat.allCases)
    func aSteadyStreamMakesNothing(format: PixelFormat) throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device)
            let frames = try (0..<2).map { try frame(format, seed: $0) }
            for frame in frames {
                try view.load(frame)
                _ = try render(view)
            }
            let made = device.createdObjects
            for step in 0..<100 {
                try view.load(frames[step % 2])
                _ = try render(view)
            }
            #expect(device.createdObjects == made)
        }
    }

    @Test func aJPEGShowsWhatItsPlanesShow() throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device)
            for format in [PixelFormat.i420, .i422, .i444, .i440, .i411, .grey] {
                for (width, height) in [(16, 8), (17, 9), (1, 1), (33, 2)] {
                    let size = PixelSize(width: width, height: height)
                    let jpeg = try JPEG.encode(Specimen(format, size).frame)
                    let color = ColorDescription(matrix: .bt601, range: .full)
                    try view.load(JPEG.frame(jpeg, size: size, color: color))
                    let shown = try view.render(size: size)
                    try view.load(JPEG.decodedFrame(jpeg, color: color))
                    #expect(try view.render(size: size) == shown, "\(format) \(size)")
                }
            }
        }
    }

    @Test func aDamagedJPEGLeavesTheLastPicture() throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device)
            let big = PixelSize(width: 64, height: 64)
            let first = try JPEG.encode(Specimen(.i422, big, seed: 1).frame)
            let second = try JPEG.encode(Specimen(.i422, big, seed: 2).frame)
            let damaged = [
                Array(second.prefix(second.count / 2)), Array(second.prefix(1)), [],
                [0xff, 0xd8, 0xff, 0xd9],
                Array(second.dropFirst(100)), [UInt8](repeating: 0x42, count: 1000),
            ]
            try view.load(JPEG.frame(first, size: big))
            let picture = try view.render(size: big)
            for bytes in damaged {
                expectBadFrame { () throws(ViewError) in try view.load(JPEG.frame(bytes, size: big)) }
                #expect(try view.render(size: big) == picture)
                // A picture that waits to be drawn survives, too.
                try view.load(JPEG.frame(first, size: big))
                expectBadFrame { () throws(ViewError) in try view.load(JPEG.frame(bytes, size: big)) }
                #expect(try view.render(size: big) == picture)
            }
        }
    }

    @Test func anIncompleteFrameLeavesTheLastPicture() throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device)
            try view.load(try frame(.nv12, seed: 4))
            let picture = try render(view)
            for format in PixelFormat.uncompressed {
                let layout = FrameLayout(format: format, size: size)
                let short = FrameMaker.frame(layout, count: layout.byteCount() - 1) { _ in }
                expectBadFrame { () throws(ViewError) in try view.load(short) }
                #expect(try render(view) == picture)
            }
        }
    }

    @Test func aPictureLargerThanTheDeviceAllowsIsRefused() throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device)
            let size = PixelSize(width: 1 << 20, height: 1)
            expectBadFrame { () throws(ViewError) in try view.load(Specimen(.grey, size).frame) }
            #expect(throws: ViewError.self) { try view.render(size: size) }
            #expect(throws: ViewError.self) { try view.render(size: PixelSize(width: 0, height: 4)) }
        }
    }

    private func expectBadFrame(
        sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws(ViewError) -> Void
    ) {
        do throws(ViewError) {
            try body()
            Issue.record("the frame was taken", sourceLocation: sourceLocation)
        } catch {
            guard case .frame = error else {
                Issue.record("\(error)", sourceLocation: sourceLocation)
                return
            }
        }
    }

    private func frame(_ format: PixelFormat, seed: Int) throws -> Frame {
        guard format == .mjpeg else { return Specimen(format, size, seed: seed).frame }
        return JPEG.frame(try JPEG.encode(Specimen(.i422, size, seed: seed).frame), size: size)
    }
}

/// JPEG pictures for tests.
enum JPEG {
    static func encode(_ frame: Frame) throws -> [UInt8] {
        let layout = frame.layout
        let count = try JPEGEncoder.byteCountLimit(of: layout)
        return try [UInt8](unsafeUninitializedCapacity: count) { target, length in
            length = try JPEGEncoder().encode(
                UnsafeRawBufferPointer(frame.buffer.memories[0]), layout: layout,
                into: UnsafeMutableRawBufferPointer(target))
        }
    }

    static func frame(_ bytes: [UInt8], size: PixelSize, color: ColorDescription? = nil) -> Frame {
        FrameMaker.frame(FrameLayout(format: .mjpeg, size: size), color: color, count: bytes.count) {
            $0.copyBytes(from: bytes)
        }
    }

    /// The decoded planes as a frame of their own.
    static func decodedFrame(_ bytes: [UInt8], color: ColorDescription) throws -> Frame {
        let decoder = try JPEGDecoder()
        let layout = try bytes.withUnsafeBytes { try decoder.header($0) }
        var failure: (any Error)?
        let frame = FrameMaker.frame(layout, color: color) { memory in
            do {
                try bytes.withUnsafeBytes { try decoder.decode($0, into: memory, at: layout.planes) }
            } catch { failure = error }
        }
        if let failure { throw failure }
        return frame
    }
}
