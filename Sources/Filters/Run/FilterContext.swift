internal import CVulkan
internal import Frames
public import VulkanCore

/// Runs graphs on a device, one submission for all that a frame needs.
///
/// Confined to the thread that makes it; connections and parameters may be changed from any other.
@safe public final class FilterContext {
    package let device: VulkanDevice
    package let ring: CommandRing
    package let runner: FilterRunner
    private var readback: [MappedBuffer] = []

    /// True when the time of each part of a picture is measured, for ``times``.
    ///
    /// The default is false, which costs nothing. While it is true, kernels that could run side by side run one after the
    /// other, so that pictures take a little longer than their times without it.
    public var measuresTimes: Bool {
        get { runner.measuresTimes }
        set { runner.measuresTimes = newValue }
    }

    /// The time of each part of the last picture, in the order in which they ran; none before the first one and while
    /// ``measuresTimes`` is false.
    ///
    /// Operations that have joined are one part. Waiting, reading back and the callbacks are in none.
    public var times: [OperationTime] { runner.collectTimes() }

    /// Makes a context.
    ///
    /// - Parameters:
    ///   - device: The device that runs the kernels; it needs no surface.
    ///   - isFused: Whether operations join kernels; off only to prove that it makes no difference.
    ///   - usesProcessor: Whether the processor works itself where it is the device; off only to prove that it makes no difference.
    /// - Throws: An error when the device cannot run filters.
    public init(
        device: VulkanDevice, isFused: Bool = true, usesProcessor: Bool = true
    ) throws(FilterError) {
        self.device = device
        ring = try FilterError.wrapping { () throws(VulkanError) in
            try CommandRing(device: device, name: "filters")
        }
        runner = try FilterRunner(
            device: device, ring: ring, isFused: isFused, usesProcessor: usesProcessor)
    }

    deinit { device.waitUntilIdle() }

    /// Computes pictures and waits for them.
    ///
    /// - Parameter sources: The ends of the graph whose pictures are wanted.
    /// - Returns: The pictures in ordinary memory, in the same order.
    /// - Throws: The graph's fault, or the device's.
    public func pictures(of sources: [any ImageSource]) throws(FilterError) -> [PixelData] {
        try pictures(of: sources) { results, _ in Array(results.indices) }
    }

    /// Computes pictures and waits for them.
    ///
    /// - Parameters:
    ///   - sources: The ends of the graph whose pictures are wanted.
    ///   - claim: Takes what shall stay on the device, and says which pictures are wanted in ordinary memory.
    /// - Returns: These, in their order.
    /// - Throws: The graph's fault, or the device's.
    func pictures(
        of sources: [any ImageSource], _ claim: ([FilterRunner.Result], Commands) -> [Int]
    ) throws(FilterError) -> [PixelData] {
        try runner.prepare(sources)
        return try FilterError.wrapping { () throws(VulkanError) in
            let commands = try ring.begin()
            let results = try runner.record(into: commands)
            // Before pictures are given away, whose places then hold other memory.
            runner.recordReports(into: commands)
            let read = claim(results, commands).map { results[$0] }
            try copy(read, commands)
            try ring.submit(commands)
            try ring.wait(for: commands.number)
            try runner.deliverReports(until: commands.number)
            for (_, buffer) in zip(read, readback) { try buffer.invalidate() }
            return zip(read, readback).map { result, buffer in
                unsafe PixelData(result, UnsafeRawBufferPointer(buffer.bytes))
            }
        }
    }

    /// Computes pictures and waits for them; they stay where they are.
    ///
    /// - Parameters:
    ///   - sources: The ends of the graph whose pictures are wanted.
    ///   - before: Records something before the kernels.
    ///   - after: Records something after them.
    /// - Throws: The graph's fault, or the device's.
    package func compute(
        _ sources: [any ImageSource], before: (Commands) -> Void = { _ in },
        after: (Commands) -> Void = { _ in }
    ) throws(FilterError) {
        try runner.prepare(sources)
        try FilterError.wrapping { () throws(VulkanError) in
            let commands = try ring.begin()
            before(commands)
            _ = try runner.record(into: commands)
            after(commands)
            try ring.submit(commands)
            try ring.wait(for: commands.number)
        }
    }

    /// Computes one picture and waits for it.
    public func picture(of source: any ImageSource) throws(FilterError) -> PixelData {
        try pictures(of: [source])[0]
    }

    private func copy(_ results: [FilterRunner.Result], _ commands: Commands) throws(VulkanError) {
        for (index, result) in results.enumerated() {
            if unsafe index >= readback.count || readback[index].bytes.count < result.byteCount {
                let buffer = try MappedBuffer(
                    device: device, readingBack: result.byteCount, name: "filter result")
                if index < readback.count { readback[index] = buffer } else { readback.append(buffer) }
            }
            var region = VkBufferCopy(srcOffset: 0, dstOffset: 0, size: VkDeviceSize(result.byteCount))
            unsafe vkCmdCopyBuffer(commands.raw, result.buffer, readback[index].raw, 1, &region)
            commands.keep(readback[index])
        }
        commands.order(.copyWrite, before: .hostRead)
    }
}
