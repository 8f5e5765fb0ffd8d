internal import CVulkan
internal import Frames
internal import LinuxIO
internal import VulkanCore
internal import VulkanView

/// The times of the frames of one way of drawing, in nanoseconds.
struct DrawFigures {
    var submitToFence: [Double] = []
    var frameToFence: [Double] = []
    var gpu: [Double] = []
    var processorMilliseconds = 0.0
}

/// A measurement that draws frames one after the other as the program does, each waited for.
struct DrawMeasurement {
    let device: VulkanDevice
    let size: PixelSize
    let window: PixelSize
    let path: DrawPath
    let route: ImportRoute?

    /// The number of frames before those that count: kernels are translated, memory is touched for the first time.
    static let warmUp = 10

    /// Draws frames and times them.
    ///
    /// - Parameter count: The number of frames that count.
    /// - Returns: The times of the frames.
    /// - Throws: The reason why it cannot draw.
    func measure(_ count: Int) throws -> DrawFigures {
        let view = try OffscreenView(device: device, importRoute: route, path: path)
        let ring = view.ring
        let clock = try DeviceClock(device: device)
        let image = try DeviceImage(
            device: device, size: window, format: VK_FORMAT_B8G8R8A8_UNORM,
            usage: VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT.rawValue | VK_IMAGE_USAGE_TRANSFER_DST_BIT.rawValue)
        let target = unsafe RenderTarget(
            image: image.raw, view: image.view, format: image.format, size: window)
        let frames = (0..<3).map { NoiseFrame(size: size, seed: $0).frame }
        var figures = DrawFigures()
        var processor = Int64(0)
        for step in 0..<count + Self.warmUp {
            if step == Self.warmUp { processor = MonotonicClock.processorTime() }
            let arrival = MonotonicClock.now()
            try view.newest.load(frames[step % frames.count])
            let commands = try ring.begin()
            clock.begin(commands)
            _ = try view.draw(view.newest.current, into: target, commands)
            clock.end(commands)
            let submission = MonotonicClock.now()
            try ring.submit(commands)
            try ring.wait(for: commands.number)
            let end = MonotonicClock.now()
            guard step >= Self.warmUp else { continue }
            figures.submitToFence.append(Double(end - submission))
            figures.frameToFence.append(Double(end - arrival))
            figures.gpu.append(try clock.nanoseconds())
        }
        let spent = MonotonicClock.processorTime() - processor
        figures.processorMilliseconds = Double(spent) / 1e6 / Double(count)
        return figures
    }
}

/// A frame of noise on pages of its own, as a camera's driver gives it.
@safe final class NoiseFrame: Sendable {
    // The memory is written before the frame exists and belongs to it.
    private nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer

    init(format: PixelFormat = .nv12, size: PixelSize, seed: Int) {
        let count = FrameLayout(format: format, size: size).byteCount()
        let pages = (count + 4095) / 4096 * 4096
        unsafe bytes = .allocate(byteCount: pages, alignment: 4096)
        var state = UInt64(truncatingIfNeeded: seed) &* 0x9e37_79b9_7f4a_7c15 &+ 1
        for index in stride(from: 0, to: pages, by: 8) {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            unsafe bytes.storeBytes(of: state ^ state >> 29, toByteOffset: index, as: UInt64.self)
        }
        (self.format, self.size) = (format, size)
    }

    deinit { unsafe bytes.deallocate() }

    private let format: PixelFormat
    private let size: PixelSize

    /// The frame; it keeps the memory.
    var frame: Frame {
        let layout = FrameLayout(format: format, size: size)
        return Frame(
            buffer: unsafe FrameBuffer(index: 0, memories: [bytes], owner: self),
            byteCount: layout.byteCount(),
            layout: layout, color: .assumed(for: format, height: size.height),
            timestamp: Timestamp(nanoseconds: 0, clock: .monotonic, kind: .generated), arrival: 0,
            sequence: 0, recycler: nil)
    }
}
