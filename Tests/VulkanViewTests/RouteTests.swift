import Frames
import Synchronization
import TestSupport
import Testing
import VulkanCore
import VulkanView

/// The ways of a frame's bytes to the GPU: the same picture by each, and no byte read after the buffer went back.
@Suite struct RouteTests {
    private static let size = PixelSize(width: 32, height: 16)

    @Test(.onProcessor, arguments: PixelFormat.uncompressed)
    func lentPagesShowWhatACopyShows(format: PixelFormat) throws {
        try withValidatedDevice { device in
            let copying = try OffscreenView(device: device, importRoute: .copy)
            let reading = try OffscreenView(device: device, importRoute: .hostptr)
            let texel = format.planes[0].bytes
            for (padding, offset) in [(0, 0), (4 * texel, 0), (12 * texel, 4 * texel), (0, 64)] {
                let frame = Self.frame(format, padding: padding, offset: offset)
                try copying.load(frame)
                try reading.load(frame)
                let expected = try copying.render(size: Self.size)
                #expect(try reading.render(size: Self.size) == expected, "\(padding) \(offset)")
            }
        }
    }

    @Test func rowsThatAreNotWholeTexelsAreCopied() throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device, path: .fragment)
            let copying = try OffscreenView(device: device, importRoute: .copy, path: .fragment)
            for (format, padding, offset) in [
                (.nv12, 1, 0), (.nv12, 0, 1), (.yuyv, 2, 0), (.yuyv, 0, 3), (.bgrx, 0, 2), (.bgra, 5, 1),
            ] as [(PixelFormat, Int, Int)] {
                let frame = Self.frame(format, padding: padding, offset: offset)
                try view.load(frame)
                try copying.load(frame)
                let expected = try copying.render(size: Self.size)
                #expect(try view.render(size: Self.size) == expected, "\(format) \(padding) \(offset)")
                let lent = try OffscreenView(device: device, importRoute: .hostptr, path: .fragment)
                expectNoRoute("whole texels") { () throws(ViewError) in try lent.load(frame) }
            }
        }
    }

    @Test func forcedRoutesDoNotFallBack() throws {
        try withValidatedDevice { device in
            for route in [ImportRoute.dmabuf, .userptr] {
                let view = try OffscreenView(device: device, importRoute: route)
                expectNoRoute("\(route.rawValue): the source") { () throws(ViewError) in
                    try view.load(Self.frame(.nv12))
                }
            }
        }
    }

    @Test func aBadFrameIsBadByEveryRoute() throws {
        try withValidatedDevice { device in
            for route in [nil] + ImportRoute.allCases.map(Optional.some) {
                let view = try OffscreenView(device: device, importRoute: route)
                let layout = FrameLayout(format: .nv12, size: Self.size)
                let short = FrameMaker.frame(layout, count: layout.byteCount() - 1) { _ in }
                do throws(ViewError) {
                    try view.load(short)
                    Issue.record("the frame was taken")
                } catch {
                    guard case .frame(.incomplete) = error else {
                        Issue.record("\(error)")
                        return
                    }
                }
            }
        }
    }

    @Test(.onProcessor) func aReadFramesBufferGoesBackWhenTheGPUHasCopiedIt() throws {
        try withValidatedDevice { device in
            let (copying, reading) = (
                try OffscreenView(device: device, importRoute: .copy, path: .fragment),
                try OffscreenView(device: device, importRoute: .hostptr, path: .fragment)
            )
            let recycler = Scribbler()
            for step in 1...5 {
                try copying.load(Self.frame(.nv12, recycler: recycler))
                #expect(recycler.count == 2 * step - 1, "free as soon as it is shown")
                try reading.load(Self.frame(.nv12, recycler: recycler))
                #expect(recycler.count == 2 * step - 1, "not before the GPU has read it")
                _ = try reading.render(size: Self.size)
                #expect(recycler.count == 2 * step)
            }
        }
    }

    @Test(.onProcessor) func nothingIsReadFromABufferThatWentBack() throws {
        try withValidatedDevice { device in
            let copying = try OffscreenView(device: device, importRoute: .copy)
            let recycler = Scribbler()
            for route in [nil, ImportRoute.hostptr] {
                let view = try OffscreenView(device: device, importRoute: route)
                for seed in 1...20 {
                    try copying.load(Self.frame(.yuyv, seed: seed))
                    let expected = try copying.render(size: Self.size)
                    try view.load(Self.frame(.yuyv, seed: seed, recycler: recycler))
                    for _ in 0..<3 { #expect(try view.render(size: Self.size) == expected) }
                }
            }
        }
    }

    @Test(.onProcessor) func aBuffersEndFreesWhatWasMadeOfIt() throws {
        final class Owner: Sendable {}
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device, importRoute: .hostptr)
            weak var last: Owner?
            for seed in 1...100 {
                #expect(last == nil, "the memory of buffer \(seed - 1) is kept")
                let owner = Owner()
                last = owner
                let bytes = Self.pages(of: Specimen(.grey, Self.size, seed: seed).reference.bytes)
                defer { bytes.deallocate() }
                var frame: Frame? = Frame(
                    buffer: FrameBuffer(index: 0, memories: [bytes], owner: owner), byteCount: bytes.count,
                    layout: FrameLayout(format: .grey, size: Self.size),
                    color: .assumed(for: .grey, height: 16),
                    timestamp: Timestamp(nanoseconds: 0, clock: .monotonic, kind: .generated), arrival: 0,
                    sequence: 0, recycler: nil)
                if let frame { try view.load(frame) }
                frame = nil
                _ = try view.render(size: Self.size)
                // The textures hold the picture; the next frame's planes take the place of this one's.
                try view.load(Self.frame(.grey))
                _ = try view.render(size: Self.size)
            }
        }
    }

    private static func frame(
        _ format: PixelFormat, padding: Int = 0, offset: Int = 0, seed: Int = 1,
        recycler: (any FrameRecycler)? = nil
    ) -> Frame {
        let tight = FrameLayout(format: format, size: size)
        let padded = FrameLayout(format: format, size: size, stride: tight.planes[0].stride + padding)
        let planes = padded.planes.map { PlaneLayout(offset: $0.offset + offset, stride: $0.stride) }
        let layout = FrameLayout(format: format, size: size, planes: planes)
        var noise = Noise(seed)
        return FrameMaker.frame(layout, recycler: recycler) { bytes in
            bytes.copyBytes(from: noise.bytes(bytes.count))
        }
    }

    private static func pages(of bytes: [UInt8]) -> UnsafeMutableRawBufferPointer {
        let pages = UnsafeMutableRawBufferPointer.allocate(
            byteCount: (bytes.count + 4095) / 4096 * 4096, alignment: 4096)
        pages.copyBytes(from: bytes)
        return pages
    }

    private func expectNoRoute(
        _ words: String, sourceLocation: SourceLocation = #_sourceLocation,
        _ body: () throws(ViewError) -> Void
    ) {
        do throws(ViewError) {
            try body()
            Issue.record("the frame was taken", sourceLocation: sourceLocation)
        } catch {
            guard case .noRoute = error, error.description.contains(words) else {
                Issue.record("\(error)", sourceLocation: sourceLocation)
                return
            }
        }
    }
}

/// Does what a driver does with a buffer that comes back: fills it with something else.
private final class Scribbler: FrameRecycler {
    private let returned = Atomic(0)
    var count: Int { returned.load(ordering: .acquiring) }

    func recycle(_ buffer: FrameBuffer) {
        for memory in buffer.memories { memory.initializeMemory(as: UInt8.self, repeating: 0x5a) }
        returned.add(1, ordering: .acquiringAndReleasing)
    }
}
