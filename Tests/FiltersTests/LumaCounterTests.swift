import Filters
import Frames
import Synchronization
import Testing

/// The processor's counts of a camera's luma are those of the kernels.
@Suite(.serialized) struct LumaCounterTests {
    private func luminanceCounts(
        _ frame: Frame, _ studio: FilterStudio, bins: Int, range: (Float, Float)
    ) throws -> [UInt32] {
        let histogram = Histogram(channels: .luminance)
        histogram.bins = bins
        (histogram.minimum, histogram.maximum) = (ChannelValues(range.0), ChannelValues(range.1))
        let found = Mutex<[UInt32]>([])
        histogram.histogramCallback = { counts in found.withLock { $0 = counts.counts } }
        _ = try studio.run(histogram, frame)
        return found.withLock { $0 }
    }

    @Test func theyAgreeForEveryLayout() throws {
        let (processor, kernels) = (try FilterStudio(), try FilterStudio(isCPU: false))
        for format in [PixelFormat.nv12, .i420, .yuyv, .uyvy, .grey] {
            let frame = TestFrame.noise(format, width: 114, height: 38)
            let cases: [(bins: Int, range: (Float, Float))] = [
                (256, (0, 1)), (1024, (0, 1)), (256, (0.2, 0.6)),
            ]
            for (bins, range) in cases {
                let ours = try luminanceCounts(frame, processor, bins: bins, range: range)
                #expect(try luminanceCounts(frame, kernels, bins: bins, range: range) == ours)
                #expect(ours.reduce(0, +) == 114 * 38)
            }
        }
    }

    @Test func meansAgree() throws {
        let studios = (try FilterStudio(), try FilterStudio(isCPU: false))
        for format in [PixelFormat.nv12, .i420, .yuyv, .uyvy, .grey] {
            let frame = TestFrame.noise(format, width: 114, height: 38)
            let found = Mutex<[Float]>([])
            for studio in [studios.0, studios.1] {
                let (luminance, color) = (AverageLuminanceExtractor(), AverageColorExtractor())
                luminance.extractedLuminanceCallback = { mean in found.withLock { $0.append(mean) } }
                color.extractedColorCallback = { mean in found.withLock { $0 += mean.components } }
                _ = try studio.run(luminance, frame)
                _ = try studio.run(color, frame)
            }
            let means = found.withLock { $0 }
            #expect(means.count == 10)
            #expect(means.prefix(5) == means.suffix(5))
        }
    }

    @Test func equalizedFramesAgree() throws {
        let studios = (try FilterStudio(), try FilterStudio(isCPU: false))
        let frame = TestFrame.noise(.nv12, width: 116, height: 38)
        for channels in [HistogramChannels.rgb, .luminance, .green] {
            let one = try studios.0.run(HistogramEqualization(channels: channels), frame)
            let other = try studios.1.run(HistogramEqualization(channels: channels), frame)
            #expect(one.distance(to: other) <= 1)
        }
    }
}

/// Frames in ordinary memory.
enum TestFrame {
    /// Noise that is the same each time, with rows that are longer than their samples.
    static func noise(
        _ format: PixelFormat, width: Int, height: Int, rotation: Rotation = .none
    ) -> Frame {
        let layout = FrameLayout(format: format, size: PixelSize(width: width, height: height))
        let memory = TestMemory(count: layout.byteCount())
        return Frame(
            buffer: FrameBuffer(index: 0, memories: [memory.bytes], owner: memory),
            byteCount: layout.byteCount(), layout: layout, color: .assumed(for: format, height: height),
            rotation: rotation,
            timestamp: Timestamp(nanoseconds: 0, clock: .monotonic, kind: .generated), arrival: 0,
            sequence: 0, recycler: nil)
    }

    /// Noise of these numbers.
    static func noise(
        _ format: PixelFormat, width: Int, height: Int, _ numbers: inout SeededNumbers
    ) throws -> Frame {
        let layout = FrameLayout(format: format, size: PixelSize(width: width, height: height))
        let bytes = (0..<layout.byteCount()).map { _ in UInt8.random(in: 0...255, using: &numbers) }
        let now = Timestamp(nanoseconds: 0, clock: .monotonic, kind: .generated)
        return try Frame.allocated(layout, at: FrameMoment(timestamp: now, arrival: 0, sequence: 0)) {
            $0.copyBytes(from: bytes)
        }
    }
}

/// Bytes of noise.
final class TestMemory: Sendable {
    // Written before anybody sees it.
    nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer

    init(count: Int) {
        bytes = .allocate(byteCount: (count + 4095) / 4096 * 4096, alignment: 4096)
        var state: UInt64 = 88_172_645_463_325_252
        for index in 0..<count {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            bytes[index] = UInt8(truncatingIfNeeded: state >> 32)
        }
    }

    deinit { bytes.deallocate() }
}
