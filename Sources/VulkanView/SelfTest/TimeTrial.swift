internal import CVulkan
internal import Frames
internal import LinuxIO
internal import VulkanCore

/// A trial of the times that frames take by each path and route.
///
/// At 30 frames a second clocks and caches are what they are while a camera runs, which a loop without pauses never shows.
final class TimeTrial {
    private static let frameCount = 32
    private static let interval: Int64 = 33_333_333

    /// One way, with all that its frames need.
    private final class Way {
        var times: WayTime
        let view: OffscreenView?
        let target: DeviceImage?
        var frame: [Double] = []
        var submit: [Double] = []
        var burst: [Double] = []
        var processor: [Double] = []

        init(_ path: DrawPath, _ route: ImportRoute, _ device: VulkanDevice, size: PixelSize) {
            times = WayTime(path: path.rawValue, route: route.rawValue, frames: "\(size) NV12")
            var made: (view: OffscreenView, target: DeviceImage)?
            do throws(VulkanError) {
                let view = try OffscreenView(device: device, importRoute: route, path: path)
                let target = try DeviceImage(
                    device: device, size: size, format: VK_FORMAT_B8G8R8A8_UNORM,
                    usage: VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT.rawValue
                        | VK_IMAGE_USAGE_TRANSFER_DST_BIT.rawValue, name: "times of paths")
                made = (view, target)
            } catch {
                times.refusal = "\(error)"
            }
            (view, target) = (made?.view, made?.target)
        }

        /// Brings a frame to the target and waits for it.
        func draw(_ source: Frame, isInBurst: Bool, counts: Bool = true) throws(VulkanError) {
            guard times.refusal == nil, let view, let target else { return }
            let (begin, spent) = (MonotonicClock.now(), MonotonicClock.threadTime())
            do throws(FrameError) { try view.newest.load(source) } catch {
                if case .vulkan(let error) = error { throw error }
                times.refusal = "\(error)"
                return
            }
            let commands = try view.ring.begin()
            let place = unsafe RenderTarget(
                image: target.raw, view: target.view, format: target.format, size: target.size)
            _ = try view.draw(view.newest.current, into: place, commands)
            let submission = MonotonicClock.now()
            try view.ring.submit(commands)
            try view.ring.wait(for: commands.number)
            let end = MonotonicClock.now()
            guard counts else { return }
            if isInBurst {
                burst.append(Double(end - submission) / 1e6)
            } else {
                frame.append(Double(end - begin) / 1e6)
                submit.append(Double(end - submission) / 1e6)
                processor.append(Double(MonotonicClock.threadTime() - spent) / 1e6)
            }
        }

        var result: WayTime {
            var times = times
            (times.frameToFence, times.submitToFence) = (.init(frame), .init(submit))
            times.submitToFenceInBurst = .init(burst)
            times.processor = WayTime.Spread(processor)?.median
            return times
        }
    }

    private let device: VulkanDevice
    /// The size of frames and window: a processor's figures are nobody's choice, and need not take long.
    private let size: PixelSize
    private let isOver: () -> Bool
    private var ways: [Way] = []

    init(_ device: VulkanDevice, until isOver: @escaping () -> Bool) {
        self.device = device
        self.isOver = isOver
        size = device.isCPU ? PixelSize(width: 320, height: 180) : PixelSize(width: 1280, height: 720)
    }

    /// Measures all ways, in the built-in order.
    ///
    /// - Throws: The device's failure.
    func run() throws(VulkanError) -> [WayTime] {
        // What is compared takes time, and is not asked for here.
        device.importTrust.checksFirstFrames = false
        defer { device.importTrust.checksFirstFrames = true }
        let plain = [frame(on: FrameBuffer(index: 0, byteCounts: [byteCount]))]
        let shared = (try? SharedPages(pagesOf: byteCount)).map {
            [frame(on: TrialMemory.buffer(on: $0))]
        }
        var sources: [[Frame]] = []
        for path in [DrawPath.fragment, .compute, .host] {
            for route in [ImportRoute.dmabuf, .hostptr, .copy] where path != .host || route == .copy {
                guard let frames = route == .dmabuf ? shared : plain else { continue }
                ways.append(Way(path, route, device, size: size))
                sources.append(frames)
            }
        }
        func drawAll(isInBurst: Bool = false, counts: Bool = true) throws(VulkanError) {
            for (way, frames) in zip(ways, sources) {
                try way.draw(frames[0], isInBurst: isInBurst, counts: counts)
            }
        }
        for _ in 0..<2 where !isOver() { try drawAll(counts: false) }
        var next = MonotonicClock.now()
        for _ in 0..<Self.frameCount where !isOver() {
            try drawAll()
            next += Self.interval
            _ = try? Poll.wait(for: Poll.Entry(-1, .readable), until: next)
        }
        for (way, frames) in zip(ways, sources) {
            for _ in 0..<Self.frameCount where !isOver() { try way.draw(frames[0], isInBurst: true) }
        }
        return ways.map(\.result)
    }

    private var byteCount: Int {
        (FrameLayout(format: .nv12, size: size).byteCount() + 4095) / 4096 * 4096
    }

    private func frame(on buffer: FrameBuffer) -> Frame {
        TrialMemory.fill(buffer, with: 1)
        let layout = FrameLayout(format: .nv12, size: size)
        return Frame(
            buffer: buffer, byteCount: layout.byteCount(), layout: layout,
            color: .assumed(for: .nv12, height: size.height),
            timestamp: Timestamp(nanoseconds: 0, clock: .monotonic, kind: .generated), arrival: 0,
            sequence: 0, recycler: nil)
    }
}
