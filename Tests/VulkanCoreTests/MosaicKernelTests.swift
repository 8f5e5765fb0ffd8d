import CVulkan
import Decoders
import Frames
import TestSupport
import Testing

@testable import VulkanCore

/// Mosaics whose pixels a kernel makes, as on graphics cards: the bits of the processor's vectors, and those of the definition.
@Suite struct MosaicKernelTests {
    private static let formats = PixelFormat.everyCoded.filter {
        if case .mosaic? = $0.coding?.kind { true } else { false }
    }
    private static let sizes = [(1, 1), (2, 1), (1, 4), (3, 3), (17, 33), (64, 48), (131, 35)].map {
        PixelSize(width: $0.0, height: $0.1)
    }

    /// Calls a test with a device whose mosaics a kernel decodes, whatever it is.
    private func withKernel(
        lowering lower: (inout DeviceLimits) -> Void = { _ in },
        _ body: (VulkanDevice, CommandRing) throws -> Void
    ) throws {
        try withValidatedDevice(
            lowering: {
                $0.hasMosaicKernel = true
                lower(&$0)
            },
            { try body($0, CommandRing(device: $0)) })
    }

    /// A frame of noise.
    private static func frame(
        _ format: PixelFormat, _ size: PixelSize, padding: Int = 0, offset: Int = 0, seed: Int = 0
    ) -> Frame {
        let tight = FrameLayout(format: format, size: size)
        let layout = FrameLayout(
            format: format, size: size,
            planes: [PlaneLayout(offset: offset, stride: tight.planes[0].stride + padding)])
        var noise = SplitMix(state: UInt64(seed))
        let bytes = (0..<layout.byteCount()).map { _ in UInt8(truncatingIfNeeded: noise.next()) }
        return TestFrame.make(layout, bytes: bytes)
    }

    /// The bytes of the newest picture as the device has them.
    private func pixels(_ newest: NewestPicture, _ ring: CommandRing) throws -> [UInt8] {
        let (target, commands) = try record(newest, ring)
        try ring.submit(commands)
        try ring.waitForAll()
        try target.invalidate()
        return Array(target.bytes)
    }

    private func record(_ newest: NewestPicture, _ ring: CommandRing) throws -> (MappedBuffer, Commands) {
        let current = try #require(newest.current)
        guard case .buffers(let buffers) = current.samples, let plane = buffers.planes.first else {
            throw FrameError.undecodable("no buffers")
        }
        let count = current.size.width * current.size.height * current.picture.format.planes[0].bytes
        let target = try MappedBuffer(device: newest.device, readingBack: count)
        let commands = try ring.begin()
        commands.keep(target)
        current.acquire(into: commands)
        var copy = VkBufferCopy(
            srcOffset: VkDeviceSize(plane.offset), dstOffset: 0, size: VkDeviceSize(count))
        vkCmdCopyBuffer(commands.raw, plane.buffer, target.raw, 1, &copy)
        commands.order(.copyWrite, before: .hostRead)
        return (target, commands)
    }

    /// The bytes that the processor's vectors make of a frame.
    private func decoded(_ frame: Frame) throws -> [UInt8] {
        let decoded = try FrameDecoder().decode(frame)
        let count = decoded.layout.rowBytes(of: 0) * decoded.layout.size.height
        return decoded.withPlane(0) { Array($0.prefix(count)) }
    }

    @Test(arguments: formats) func theBitsAreThoseOfTheVectorsAndOfTheDefinition(format: PixelFormat) throws {
        try withKernel { device, ring in
            // Through memory of the device's, and from where the frame lies if the device can read it there.
            let ways = [ImportRoute.copy, nil].map {
                NewestPicture(device: device, ring: ring, viewAccess: .textures, importRoute: $0)
            }
            for (seed, size) in Self.sizes.enumerated() {
                for (padding, offset) in [(0, 0), (13, 0), (4, 7)] {
                    let frame = Self.frame(format, size, padding: padding, offset: offset, seed: seed)
                    let expected = try decoded(frame)
                    for newest in ways {
                        try newest.load(frame)
                        #expect(newest.decodedCount == 0, "the vectors have decoded it")
                        #expect(newest.picture?.format == format.coding?.decoded)
                        let found = try pixels(newest, ring)
                        #expect(found == expected, "\(size), \(padding), \(newest.route?.name ?? "")")
                    }
                    guard padding == 13 else { continue }
                    let (found, bytes) = (expected, frame.buffer.memories[0].map { $0 })
                    let definition = try #require(CodedPicture(frame.layout, bytes))
                    for y in 0..<size.height {
                        for x in 0..<size.width {
                            let codes = codes(of: y * size.width + x, in: found, format.coding?.decoded)
                            guard codes == definition.codes(x, y) else {
                                Issue.record("\(size), pixel \(x), \(y): \(codes)")
                                return
                            }
                        }
                    }
                }
            }
        }
    }

    @Test(arguments: [ImportRoute.copy, nil])
    func picturesFollowEachOtherWithoutWaitingAndWithoutNewObjects(route: ImportRoute?) throws {
        try withKernel { device, ring in
            let newest = NewestPicture(
                device: device, ring: ring, viewAccess: .buffers, importRoute: route)
            let size = PixelSize(width: 70, height: 50)
            let format = try #require(PixelFormat(rawValue: "grbg10p"))
            let frames = (0..<3).map { Self.frame(format, size, seed: $0) }
            let expected = try frames.map { try decoded($0) }
            var targets: [MappedBuffer] = []
            var made = 0
            for turn in 0..<9 {
                try newest.load(frames[turn % 3])
                // A picture that stays is not made again, and is the same one.
                for _ in 0..<2 {
                    let (target, commands) = try record(newest, ring)
                    try ring.submit(commands)
                    targets.append(target)
                }
                // The test's own buffers.
                let count = device.createdObjects - targets.count * 2
                if turn == 3 { made = count }
                if turn > 3 { #expect(count == made) }
            }
            try ring.waitForAll()
            for (index, target) in targets.enumerated() {
                try target.invalidate()
                #expect(Array(target.bytes) == expected[index / 2 % 3], "picture \(index)")
            }
        }
    }

    @Test func aRecordingThatIsGivenUpLosesNoPicture() throws {
        try withKernel { device, ring in
            let newest = NewestPicture(device: device, ring: ring, viewAccess: .buffers)
            let format = try #require(PixelFormat(rawValue: "rggb12"))
            let frame = Self.frame(format, PixelSize(width: 40, height: 40))
            try newest.load(frame)
            for _ in 0..<3 { _ = try record(newest, ring) }
            #expect(try pixels(newest, ring) == decoded(frame))
            #expect(try pixels(newest, ring) == decoded(frame))
        }
    }

    @Test func aFrameThatCannotBeLeavesTheLastPicture() throws {
        try withKernel { device, ring in
            let newest = NewestPicture(device: device, ring: ring, viewAccess: .buffers)
            let (format, size) = (
                try #require(PixelFormat(rawValue: "bggr16")), PixelSize(width: 40, height: 9)
            )
            let frame = Self.frame(format, size)
            try newest.load(frame)
            let short = FrameLayout(format: format, size: PixelSize(width: 40, height: 4000))
            let narrow = FrameLayout(
                format: format, size: size, planes: [PlaneLayout(offset: 0, stride: 79)])
            for layout in [short, narrow] {
                for _ in 0..<3 {
                    #expect(throws: FrameError.self) {
                        try newest.load(TestFrame.make(layout, bytes: Array(repeating: 9, count: 720)))
                    }
                }
            }
            #expect(try pixels(newest, ring) == decoded(frame))
        }
    }

    @Test(arguments: [ImportRoute.copy, nil]) func aPictureIsKeptAsTheMosaic(route: ImportRoute?) throws {
        try withKernel { device, ring in
            let newest = NewestPicture(
                device: device, ring: ring, viewAccess: .buffers, importRoute: route)
            let format = try #require(PixelFormat(rawValue: "gbrg14p"))
            let frame = Self.frame(format, PixelSize(width: 21, height: 11), padding: 3)
            try newest.load(frame)
            let kept = try #require(newest.kept())
            #expect(kept.layout.format == format && kept.layout.size == frame.layout.size)
            #expect(try decoded(kept) == decoded(frame))
        }
    }

    @Test func formatsFollowEachOther() throws {
        try withKernel { device, ring in
            let newest = NewestPicture(device: device, ring: ring, viewAccess: .buffers)
            for (turn, name) in ["rggb8", "y12p", "rggb8", "bggr10", "gbrg16", "rgbx", "rggb8"].enumerated() {
                let format = try #require(PixelFormat(rawValue: name))
                let frame = Self.frame(format, PixelSize(width: 20 + turn / 2, height: 30), seed: turn)
                try newest.load(frame)
                guard frame.layout.format != .rgbx else { continue }
                if name == "y12p" { continue }
                #expect(try pixels(newest, ring) == decoded(frame), "\(name)")
            }
            #expect(newest.decodedCount == 1)
        }
    }

    /// Red, green and blue of a pixel.
    private func codes(of pixel: Int, in bytes: [UInt8], _ format: PixelFormat?) -> [Int] {
        func number(_ place: Int, _ count: Int) -> Int {
            bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        return (0..<3).map { color in
            switch format {
            case .rgba64: number(pixel * 8 + color * 2, 2)
            case .argb2101010: number(pixel * 4, 4) >> (20 - 10 * color) & 1023
            default: number(pixel * 4 + color, 1)
            }
        }
    }

    /// What kernels cannot see at once the processor decodes, where it can be drawn at all.
    @Test func largePicturesAreTheProcessors() throws {
        try withKernel(lowering: { $0.storageBytes = 16 * 16 * 8 }) { device, ring in
            let format = try #require(PixelFormat(rawValue: "rggb12"))
            let textures = NewestPicture(device: device, ring: ring, viewAccess: .textures)
            for (side, count) in [(16, 0), (17, 1)] {
                let frame = Self.frame(format, PixelSize(width: side, height: side))
                try textures.load(frame)
                #expect(textures.decodedCount == count)
                let pixels = try pixels(textures, ring)
                #expect(try pixels == decoded(frame))
            }
            let buffers = NewestPicture(device: device, ring: ring, viewAccess: .buffers)
            #expect(throws: FrameError.self) {
                try buffers.load(Self.frame(format, PixelSize(width: 17, height: 17)))
            }
        }
    }

    @Test(.onProcessor) func processorsAndDrawingsByThemTakeTheVectors() throws {
        let frame = Self.frame(try #require(PixelFormat(rawValue: "rggb10")), PixelSize(width: 8, height: 8))
        try withValidatedDevice { device in
            let newest = try NewestPicture(
                device: device, ring: CommandRing(device: device), viewAccess: .buffers)
            try newest.load(frame)
            #expect(newest.decodedCount == 1)
        }
        try withKernel { device, ring in
            let newest = NewestPicture(device: device, ring: ring, viewAccess: .memory)
            try newest.load(frame)
            #expect(newest.decodedCount == 1)
        }
    }
}
