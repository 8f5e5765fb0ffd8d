import CVulkan
import Frames
import TestSupport
import Testing
import VulkanView

@testable import VulkanCore

/// Pictures of a device that reads in the processor's pages what they held before.
@Suite struct StaleImportTests {
    private static let size = PixelSize(width: 32, height: 16)

    /// A frame of noise whose pages the device sees as they were one frame ago.
    private static func frame(_ format: PixelFormat, _ device: VulkanDevice) throws -> Frame {
        let layout = FrameLayout(format: format, size: size)
        func bytes(_ seed: Int) -> [UInt8] {
            var noise = Noise(seed)
            return noise.bytes(layout.byteCount())
        }
        let frame = FrameMaker.frame(layout) { $0.copyBytes(from: bytes(2)) }
        let usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT.rawValue | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT.rawValue
        let stale = try MappedBuffer(
            device: device, count: layout.byteCount(), usage: VkBufferUsageFlagBits(usage), isRead: false)
        stale.bytes.copyBytes(from: bytes(1))
        BufferImports.of(frame.buffer, on: device).pages = ImportedMemories([.init(stale, start: 0)])
        return frame
    }

    @Test(
        .onProcessor, arguments: [DrawPath.fragment, .compute],
        [PixelFormat.nv12, .i420, .yuyv, .grey, .bgrx, .rgb24])
    func noneIsShown(path: DrawPath, format: PixelFormat) throws {
        try withValidatedDevice { device in
            let copying = try OffscreenView(device: device, importRoute: .copy, path: path)
            let view = try OffscreenView(device: device, path: path)
            let frame = try Self.frame(format, device)
            try copying.load(frame)
            try view.load(frame)
            let expected = try copying.render(size: Self.size)
            #expect(try view.render(size: Self.size) == expected)
            #expect(view.importRoute?.name == "copy")
            #expect(view.importRoute?.reason.contains("hostptr: the device read other bytes") == true)
            // Without the comparison such a device's picture is another one, and this test would see it.
            device.importTrust.knowledge = ImportKnowledge()
            device.importTrust.checksFirstFrames = false
            let trusting = try OffscreenView(device: device, path: path)
            try trusting.load(frame)
            #expect(try trusting.render(size: Self.size) != expected)
            #expect(trusting.importRoute?.name == "hostptr")
        }
    }
}
