import CVulkan
import Frames
import LinuxIO
import TestSupport
import Testing

@testable import VulkanCore
@testable import VulkanView

/// The trial of a route with a source's first frames.
@Suite struct RouteTrialTests {
    private static let layout = FrameLayout(format: .nv12, size: PixelSize(width: 64, height: 72))

    /// Frames of a camera whose driver fills one buffer again and again.
    private struct Source {
        let buffer = FrameBuffer(
            index: 0, byteCounts: [(layout.byteCount() + 4095) / 4096 * 4096])

        func frame(_ number: Int) -> Frame {
            TrialMemory.fill(buffer, with: number)
            return Frame(
                buffer: buffer, byteCount: layout.byteCount(), layout: layout,
                color: .assumed(for: .nv12, height: layout.size.height),
                timestamp: Timestamp(nanoseconds: 0, clock: .monotonic, kind: .generated), arrival: 0,
                sequence: 0, recycler: nil)
        }
    }

    /// Devices of the tests' own layer read old lines, or do not take pages at all.
    @Test func lendingPagesIsComparedFrameByFrame() throws {
        try withValidatedDevice { device in
            let (trial, source) = (try RouteTrial(.hostptr, on: device), Source())
            var number = 0
            while !trial.isOver {
                number += 1
                try trial.take(source.frame(number))
            }
            let finding = trial.finding
            switch DeviceProfile.current {
            case .stale:
                #expect(finding.difference?.contains("other bytes than the processor") == true, "\(finding)")
                #expect(trial.verdicts.contains { $0.memory == .pages && !$0.isTrusted && $0.isByFrames })
            case .pi, .nvidia, .noncoherent:
                #expect(finding.frames == 0)
                #expect(finding.refusal?.contains("VK_EXT_external_memory_host") == true)
            default:
                #expect(finding.difference == nil && finding.refusal == nil, "\(finding)")
                #expect(finding.frames == RouteTrial.frameCount && finding.reason != nil)
                #expect(trial.verdicts.isEmpty)
            }
        }
    }

    /// The import holds what the test puts there, in the place of what a device reads.
    @Test func aLineThatIsReadWronglyIsTold() throws {
        try withValidatedDevice { device in
            let (trial, source) = (try RouteTrial(.hostptr, on: device), Source())
            let usage =
                VK_BUFFER_USAGE_TRANSFER_SRC_BIT.rawValue | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT.rawValue
            let memory = try MappedBuffer(
                device: device, count: Self.layout.byteCount(), usage: VkBufferUsageFlagBits(usage),
                isRead: true)
            BufferImports.of(source.buffer, on: device).pages = ImportedMemories([
                ImportedMemories.Part(memory, start: 0)
            ])
            for number in 1...5 {
                let frame = source.frame(number)
                let seen = source.buffer.memories[0].prefix(Self.layout.byteCount())
                if number < 5 { memory.bytes.copyBytes(from: seen) }
                try trial.take(frame)
                #expect(trial.isOver == (number == 5))
            }
            #expect(trial.finding.frames == 4 && trial.finding.refusal != nil)
            #expect(trial.finding.difference?.contains("frame 5") == true, "\(trial.finding)")
            #expect(trial.verdicts.map(\.memory) == [.pages])
        }
    }

    @Test func aRouteThatIsNotThereIsRefusedWithTheReason() throws {
        try withValidatedDevice { device in
            let trial = try RouteTrial(.dmabuf, on: device)
            try trial.take(Source().frame(1))
            #expect(trial.isOver && trial.finding.frames == 0 && trial.finding.difference == nil)
            #expect(trial.finding.refusal?.contains("dmabuf: ") == true, "\(trial.finding)")
        }
    }
}
