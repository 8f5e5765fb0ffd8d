import Decoders
import Frames
import TestSupport
import Testing

@testable import VulkanCore

/// Each way of a frame's bytes by itself.
@Suite struct FrameRouteTests {
    private let size = PixelSize(width: 12, height: 6)

    /// The rows of a plane without padding.
    private func rows(of planes: PlaneBuffers, _ plane: Int, _ format: PixelFormat) -> [UInt8] {
        guard let memory = PlaneMemory(planes) else { return [] }
        let shape = format.planes[plane]
        let elements = shape.size(of: size)
        return (0..<elements.height).flatMap { row in
            UnsafeRawBufferPointer(
                start: memory[plane].address + row * memory[plane].stride,
                count: elements.width * shape.bytes)
        }
    }

    private func rows(of frame: Frame, _ plane: Int) -> [UInt8] {
        let shape = frame.layout.format.planes[plane]
        let elements = shape.size(of: size)
        return frame.withPlane(plane) { bytes in
            (0..<elements.height).flatMap { row in
                bytes[(row * frame.layout.planes[plane].stride)...].prefix(elements.width * shape.bytes)
            }
        }
    }

    @Test(arguments: PixelFormat.uncompressed, [0, 3, 8])
    func aCopyHasEveryRowWithoutItsPadding(format: PixelFormat, padding: Int) throws {
        try withValidatedDevice { device in
            let ring = try CommandRing(device: device)
            let route = CopyRoute(staging: StagingMemory(device: device, ring: ring, isRead: true))
            let stride = FrameLayout(format: format, size: size).planes[0].stride + padding
            let frame = TestFrame.make(FrameLayout(format: format, size: size, stride: stride), seed: 5)
            let picture = try #require(Picture(frame))
            guard case .copied(let copied, .buffers(let planes)) = try route.load(frame, picture) else {
                Issue.record("not copied")
                return
            }
            #expect(copied == picture)
            for plane in format.planes.indices {
                #expect(rows(of: planes, plane, format) == rows(of: frame, plane))
            }
        }
    }

    @Test func theProcessorReadsAFrameWhereItIs() throws {
        let frame = TestFrame.make(FrameLayout(format: .nv12, size: size))
        let picture = try #require(Picture(frame))
        guard case .imported(picture, .memory) = try InPlaceRoute().load(frame, picture) else {
            Issue.record("not left in place")
            return
        }
        let memory = try #require(PlaneMemory(frame))
        for plane in 0..<2 {
            frame.withPlane(plane) { #expect(memory[plane].address == $0.baseAddress) }
        }
    }

    @Test func memoryThatIsReadSlowlyIsCopiedOnce() throws {
        try withValidatedDevice { device in
            let ring = try CommandRing(device: device)
            let frame = TestFrame.make(FrameLayout(format: .nv12, size: size))
            let picture = try #require(Picture(frame))
            for (rate, name) in [(200e6, "copy"), (5e9, "in place"), (nil, "in place")] as [(Double?, String)]
            {
                var measurements = 0
                let inPlace = InPlaceRoute { _ in
                    measurements += 1
                    return rate
                }
                let copy = CopyRoute(staging: StagingMemory(device: device, ring: ring, isRead: true))
                var routes = FrameRoutes([inPlace, copy], device: device, access: .memory)
                let (_, taken, reason) = try routes.load(frame, picture)
                #expect(taken == name)
                #expect(
                    rate != 200e6
                        || reason.hasPrefix("in place: the processor reads this memory at 200 MB/s only"))
                for _ in 0..<3 { #expect(try routes.loadAgain(frame, picture) != nil) }
                _ = try routes.load(frame, picture)
                #expect(measurements == 1, "once for a source")
            }
        }
    }

    @Test func ordinaryMemoryIsReadFast() throws {
        let frame = TestFrame.make(FrameLayout(format: .nv12, size: PixelSize(width: 640, height: 480)))
        #expect(try #require(ReadingRate.measure(frame)) > 600e6)
        #expect(ReadingRate.measure(TestFrame.make(FrameLayout(format: .nv12, size: size))) == nil)
    }

    @Test func aFrameOfOrdinaryMemoryIsNoneOfTheDriversOrTheDevices() throws {
        try withValidatedDevice { device in
            let frame = TestFrame.make(FrameLayout(format: .nv12, size: size))
            let picture = try #require(Picture(frame))
            for readsTextures in [true, false] {
                let rows = TexelRows(areNeeded: readsTextures)
                let routes: [any FrameRoute] = [
                    DMABufferRoute(device: device, takesImages: readsTextures, rows: rows),
                    UserPointerRoute(device: device, rows: rows),
                ]
                for route in routes {
                    guard case .refused(let reason) = try route.load(frame, picture) else {
                        Issue.record("\(route.name) took it")
                        return
                    }
                    #expect(!reason.isEmpty)
                }
            }
        }
    }

    @Test(arguments: [true, false])
    func aJPEGIsDecodedIntoThePlanesThatTheDecoderWrites(isCached: Bool) throws {
        try withValidatedDevice { device in
            let ring = try CommandRing(device: device)
            let route = DecodeRoute(
                staging: StagingMemory(device: device, ring: ring, isRead: true, isCached: isCached),
                by: PictureDecoder.init)
            for format in [PixelFormat.i420, .i422, .i444, .grey] {
                let jpeg = try jpeg(format, seed: 3)
                let (picture, planes) = try route.load(frame(of: jpeg))
                #expect(picture.format == format && picture.size == size)
                let wanted = try decoded(jpeg)
                for plane in format.planes.indices {
                    #expect(rows(of: planes, plane, format) == rows(of: wanted, plane))
                }
            }
        }
    }

    @Test(arguments: [true, false])
    func aDamagedJPEGLeavesThePlanesOfTheOneBefore(isCached: Bool) throws {
        try withValidatedDevice { device in
            let ring = try CommandRing(device: device)
            let route = DecodeRoute(
                staging: StagingMemory(device: device, ring: ring, isRead: true, isCached: isCached),
                by: PictureDecoder.init)
            let good = try jpeg(.i422, seed: 1)
            let (_, planes) = try route.load(frame(of: good))
            let before = rows(of: planes, 0, .i422)
            let other = try jpeg(.i422, seed: 2)
            for damaged in [Array(other.prefix(other.count / 2)), Array(other.prefix(3)), []] {
                #expect {
                    try route.load(frame(of: damaged))
                } throws: { error in
                    if case .undecodable = error as? FrameError { true } else { false }
                }
                #expect(rows(of: planes, 0, .i422) == before)
            }
            let (_, next) = try route.load(frame(of: other))
            #expect(rows(of: next, 0, .i422) == rows(of: try decoded(other), 0))
        }
    }

    @Test func aCompressedFrameWithoutADecoderIsRefusedByItsFormat() throws {
        try withValidatedDevice { device in
            let staging = StagingMemory(device: device, ring: try CommandRing(device: device), isRead: true)
            let route = DecodeRoute(staging: staging, by: nil)
            let frame = frame(of: try jpeg(.i422, seed: 1))
            #expect {
                try route.load(frame)
            } throws: { error in
                if case .noRoute(let words) = error as? FrameError {
                    words.hasPrefix("MJPEG ")
                } else {
                    false
                }
            }
        }
    }

    private func frame(of jpeg: [UInt8]) -> Frame {
        TestFrame.make(FrameLayout(format: .mjpeg, size: size), bytes: jpeg)
    }

    private func jpeg(_ format: PixelFormat, seed: Int) throws -> [UInt8] {
        let frame = TestFrame.make(FrameLayout(format: format, size: size), seed: seed)
        let count = try JPEGEncoder.byteCountLimit(of: frame.layout)
        return try [UInt8](unsafeUninitializedCapacity: count) { target, length in
            length = try JPEGEncoder().encode(
                UnsafeRawBufferPointer(frame.buffer.memories[0]), layout: frame.layout,
                into: UnsafeMutableRawBufferPointer(target))
        }
    }

    private func decoded(_ jpeg: [UInt8]) throws -> Frame {
        let decoder = try JPEGDecoder()
        let layout = try jpeg.withUnsafeBytes { try decoder.header($0) }
        let frame = TestFrame.make(layout)
        try jpeg.withUnsafeBytes { try decoder.decode($0, into: frame.buffer.memories[0], at: layout.planes) }
        return frame
    }
}
