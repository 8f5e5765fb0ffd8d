internal import CVulkan
internal import Frames
internal import LinuxIO
internal import VulkanCore

/// The rate at which the device copies as many bytes as a frame and a window have: the measure for everything else.
struct CopyBandwidth {
    let device: VulkanDevice
    let size: PixelSize
    let count: Int

    /// Copies a frame from the processor's memory, and a window within the device's.
    func measure() throws(VulkanError) -> [GPUReport.Copy] {
        let frame = FrameLayout(format: .nv12, size: size).byteCount()
        let window = size.width * size.height * 4
        let staging = try MappedBuffer(
            device: device, count: frame, usage: VK_BUFFER_USAGE_TRANSFER_SRC_BIT, isRead: false)
        let usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT.rawValue | VK_BUFFER_USAGE_TRANSFER_DST_BIT.rawValue
        let (first, second) = (
            try DeviceBuffer(device: device, count: window, usage: usage),
            try DeviceBuffer(device: device, count: window, usage: usage)
        )
        return [
            try unsafe copy("host to device", staging.raw, first.raw, frame),
            try unsafe copy("device to device", first.raw, second.raw, window),
        ]
    }

    private func copy(
        _ kind: String, _ source: VkBuffer, _ target: VkBuffer, _ bytes: Int
    ) throws(VulkanError) -> GPUReport.Copy {
        let ring = try CommandRing(device: device)
        let clock = try DeviceClock(device: device)
        var (walls, gpu): ([Double], [Double]) = ([], [])
        for step in 0..<count + DrawMeasurement.warmUp {
            let commands = try ring.begin()
            clock.begin(commands)
            var region = VkBufferCopy(srcOffset: 0, dstOffset: 0, size: VkDeviceSize(bytes))
            unsafe vkCmdCopyBuffer(commands.raw, source, target, 1, &region)
            clock.end(commands)
            let start = MonotonicClock.now()
            try ring.submit(commands)
            try ring.wait(for: commands.number)
            guard step >= DrawMeasurement.warmUp else { continue }
            walls.append(Double(MonotonicClock.now() - start))
            gpu.append(try clock.nanoseconds())
        }
        let times = GPUReport.Times(gpu)
        return GPUReport.Copy(
            size: size.description, kind: kind, bytes: bytes, submitToFence: GPUReport.Times(walls),
            gpu: times,
            gigabytesPerSecond: Double(bytes) / times.median / 1e6)
    }
}
