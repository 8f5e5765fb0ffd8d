import Frames
import TestSupport
import Testing
import VulkanCore

@testable import VulkanView

/// Memory that devices offer to cameras.
@Suite struct FrameMemoryTests {
    private static let size = PixelSize(width: 32, height: 16)

    @Test(.onProcessor) func aDevicesOwnMemoryIsReadWhereItIs() throws {
        try withValidatedDevice { device in
            for path in [DrawPath.fragment, .compute] {
                let provider = try #require(DrawPath.frameMemory(on: device, route: .userptr, path: path))
                #expect(provider.provisionRefusal == nil && provider.exportRefusal == "userptr was asked for")
                let view = try OffscreenView(device: device, importRoute: .userptr, path: path)
                let copying = try OffscreenView(device: device, importRoute: .copy, path: path)
                for format in PixelFormat.uncompressed {
                    let frame = try Self.frame(format, provider, planesApart: format == .nv12)
                    try view.load(frame)
                    try copying.load(frame)
                    let expected = try copying.render(size: Self.size)
                    #expect(try view.render(size: Self.size) == expected, "\(format) \(path)")
                }
                #expect(view.importRoute?.name == "userptr" && copying.importRoute?.name == "copy")
            }
        }
    }

    @Test(.onProcessor) func aBufferOfADeviceThatIsGoneIsStillThere() throws {
        var frame: Frame?
        try withValidatedDevice { device in
            frame = try Self.frame(.grey, VulkanFrameMemory(device: device), planesApart: false)
        }
        #expect(frame?.withPlane(0) { $0[0] } != nil)
        // Only now the device goes, and the messages of its end would fail nothing: it must not crash.
        frame = nil
    }

    @Test func processorsThatDrawWantNoMemory() throws {
        try withValidatedDevice { device in
            #expect(DrawPath.frameMemory(on: device, route: nil, path: .host) == nil)
            #expect(DrawPath.choose(nil, isCPU: true, importRoute: .hostptr).path == .compute)
            #expect(DrawPath.choose(nil, isCPU: true, importRoute: .copy, isOptimized: true).path == .host)
            #expect(DrawPath.choose(nil, isCPU: false, importRoute: .hostptr).path == .fragment)
        }
    }

    @Test(.onProcessor) func theRouteThatWasTakenAndWhyIsReported() throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device, path: .compute)
            try view.load(Specimen(.grey, Self.size).frame)
            let route = try #require(view.importRoute)
            #expect(route.name == "hostptr")
            #expect(
                route.reason == """
                    dmabuf: the source's memory is ordinary memory; userptr: the source fills memory of its own; \
                    the GPU reads the source's pages
                    """)
        }
    }

    /// A frame of noise in memory of the device's.
    private static func frame(
        _ format: PixelFormat, _ provider: any FrameMemoryProvider, planesApart: Bool
    ) throws -> Frame {
        var layout = FrameLayout(format: format, size: size)
        var counts = [layout.byteCount()]
        if planesApart {
            let planes = layout.planes.indices.map { PlaneLayout(memory: $0, offset: 0, stride: 32) }
            layout = FrameLayout(format: format, size: size, planes: planes)
            counts = planes.indices.map { layout.byteCount(of: $0) }
        }
        let origin = MemoryOrigin(exportRefusal: "it is the device's", provisionRefusal: nil)
        let buffer = try provider.makeBuffer(index: 0, byteCounts: counts, origin: origin)
        var noise = Noise(7)
        for (memory, count) in zip(buffer.memories, counts) {
            #expect(memory.count >= count && Int(bitPattern: memory.baseAddress) % 4096 == 0)
            memory.copyBytes(from: noise.bytes(count))
        }
        return Frame(
            buffer: buffer, byteCount: counts[0], layout: layout,
            color: .assumed(for: format, height: size.height),
            timestamp: Timestamp(nanoseconds: 0, clock: .monotonic, kind: .generated), arrival: 0,
            sequence: 0,
            recycler: nil)
    }
}
