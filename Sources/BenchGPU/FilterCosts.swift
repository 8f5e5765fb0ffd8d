internal import Filters
internal import Foundation
internal import Frames
internal import LinuxIO
internal import VulkanCore

/// What each operation of the table costs by itself, for docs/filters.md.
struct FilterCosts: Encodable {
    /// The device that was measured.
    let device: String
    /// Of each operation, by its class: the least milliseconds of a frame at each size ("720p", "1080p", "4K"), and at
    /// 1080p the megabytes that its kernels move and how much longer it takes than a copy of as many bytes.
    private(set) var operations: [String: [String: Double]] = [:]

    private static let sizes = [
        ("720p", PixelSize(width: 1280, height: 720)), ("1080p", PixelSize(width: 1920, height: 1080)),
        ("4K", PixelSize(width: 3840, height: 2160)),
    ]
    private static let seconds = 0.5
    private static let mostFrames = 60

    /// Measures; an operation that needs more than the device has is left out.
    ///
    /// - Parameters:
    ///   - device: What is measured.
    ///   - progress: Gets each operation's name before it is measured.
    /// - Throws: What is wrong with the device.
    init(_ device: VulkanDevice, progress: (String) -> Void) throws {
        self.device = DeviceFacts(device).name
        for (label, size) in Self.sizes {
            let rate = try CopyBandwidth(device: device, size: size, count: 20).measure()[1]
                .gigabytesPerSecond
            let frames = (0..<2).map { SceneFrame(size: size, seed: $0).frame }
            for entry in Catalog.entries {
                progress("\(label) \(entry.name)")
                guard let cost = try? Self.cost(of: entry.make(), frames, device) else { continue }
                operations[entry.className, default: [:]][label] = cost.milliseconds
                guard label == "1080p" else { continue }
                operations[entry.className]?["megabytes"] = cost.megabytes
                // A copy reads and writes each byte.
                operations[entry.className]?["ratio"] = cost.milliseconds / (cost.megabytes / (2 * rate))
            }
        }
    }

    private static func cost(
        of operation: BasicOperation, _ frames: [Frame], _ device: VulkanDevice
    ) throws -> (milliseconds: Double, megabytes: Double) {
        let context = try FilterContext(device: device)
        let input = FrameInput(context: context)
        while operation.input.maximum > 0, operation.input.hasRoom { input --> operation }
        var least = Double.infinity
        let end = MonotonicClock.now() + Int64(seconds * 1e9)
        for step in 0..<mostFrames where step < 5 || MonotonicClock.now() < end {
            let start = MonotonicClock.now()
            try input.setFrame(frames[step % frames.count])
            try context.compute([operation])
            // The first ones make kernels and buffers.
            if step >= 2 { least = min(least, Double(MonotonicClock.now() - start) / 1e6) }
        }
        return (least, Double(context.runner.traffic) / 1e6)
    }
}

/// Light, edges, corners and a little noise, as a camera's NV12 frame has them.
@safe final class SceneFrame: Sendable {
    // The memory is written before the frame exists and belongs to it.
    private nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer
    private let size: PixelSize

    init(size: PixelSize, seed: Int) {
        self.size = size
        let count = FrameLayout(format: .nv12, size: size).byteCount()
        unsafe bytes = .allocate(byteCount: (count + 4095) / 4096 * 4096, alignment: 4096)
        let wave = (0..<max(size.width, size.height)).map {
            sin(Double($0 + 40 * seed) * 9 / Double(size.width))
        }
        let block = size.width / 24
        var state = UInt64(truncatingIfNeeded: seed + 1)
        for index in unsafe bytes.indices {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let (x, y) = (index % size.width, index / size.width)
            let step = x / block % 4 == 0 && y / block % 3 == 0 ? 60.0 : 0
            let light = 110 + (y < size.height ? 50 : 20) * wave[x] * wave[y % size.height] + step
            unsafe bytes[index] = UInt8(light + Double(state >> 61))
        }
    }

    deinit { unsafe bytes.deallocate() }

    /// The frame; it keeps the memory.
    var frame: Frame {
        let layout = FrameLayout(format: .nv12, size: size)
        return Frame(
            buffer: unsafe FrameBuffer(index: 0, memories: [bytes], owner: self),
            byteCount: layout.byteCount(), layout: layout,
            color: .assumed(for: .nv12, height: size.height),
            timestamp: Timestamp(nanoseconds: 0, clock: .monotonic, kind: .generated), arrival: 0,
            sequence: 0, recycler: nil)
    }
}
