import Frames
import Glibc
import TestSupport
import Testing
import VulkanCore

@testable import VulkanView

/// Frames whose memory ends where the program's ends: whoever reads past it crashes.
@Suite struct GuardTests {
    @Test(arguments: PixelFormat.uncompressed)
    func nothingIsReadPastTheMemorysEnd(format: PixelFormat) throws {
        try withValidatedDevice { device in
            let size = PixelSize(width: 320, height: 180)
            for path in DrawPath.allCases {
                let view = try OffscreenView(device: device, path: path)
                try view.load(Self.frame(format, size))
                for window in [size, PixelSize(width: 100, height: 100)] {
                    _ = try view.render(size: window)
                }
            }
        }
    }

    private static func frame(_ format: PixelFormat, _ size: PixelSize) -> Frame {
        final class Pages: Sendable {
            nonisolated(unsafe) let start: UnsafeMutableRawPointer
            let count: Int
            init(count: Int) {
                self.count = count
                start = mmap(nil, count + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | 0x20, -1, 0)
                mprotect(start + count, 4096, PROT_NONE)
            }
            deinit { munmap(start, count + 4096) }
        }
        let layout = FrameLayout(format: format, size: size)
        let count = layout.byteCount()
        let pages = Pages(count: (count + 4095) / 4096 * 4096)
        let bytes = UnsafeMutableRawBufferPointer(start: pages.start + pages.count - count, count: count)
        return Frame(
            buffer: FrameBuffer(index: 0, memories: [bytes], owner: pages), byteCount: count, layout: layout,
            color: .assumed(for: format, height: size.height),
            timestamp: Timestamp(nanoseconds: 0, clock: .monotonic, kind: .generated), arrival: 0,
            sequence: 0,
            recycler: nil)
    }
}
