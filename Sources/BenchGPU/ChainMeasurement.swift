internal import Filters
internal import Frames
internal import LinuxIO
internal import VulkanCore

/// Times of a chain of filters, each frame waited for, nothing read back.
struct ChainMeasurement {
    private let context: FilterContext
    private let input: FrameInput
    private let last: any ImageSource
    private let frames: [Frame]
    private let names: [String]

    /// What was measured, in milliseconds of a frame.
    struct Figures {
        let names: [String]
        let median: Double
        let least: Double
        let processor: Double
        let megabytes: Double
        let kernels: Int

        /// One line.
        var line: String {
            func text(_ value: Double) -> String { String(Double(Int(value * 100)) / 100) }
            return
                "\(names.joined(separator: " ")): median \(text(median)) ms, least \(text(least)) ms, "
                + "processor \(text(processor)) ms, \(kernels) kernels, \(text(megabytes)) MB"
        }
    }

    /// Makes the chain.
    init(device: VulkanDevice, size: PixelSize, filters: [String], isFused: Bool) throws {
        context = try FilterContext(device: device, isFused: isFused)
        input = FrameInput(context: context)
        names = filters
        var last: any ImageSource = input
        for filter in filters {
            let operation = try FilterText.operation(filter)
            while operation.input.maximum > 0, operation.input.hasRoom { last --> operation }
            last = operation
        }
        self.last = last
        frames = (0..<3).map { NoiseFrame(size: size, seed: $0).frame }
    }

    /// Runs the chain on frames one after the other.
    func measure(_ count: Int) throws -> Figures {
        var times: [Double] = []
        var processor = Int64(0)
        for step in 0..<count + DrawMeasurement.warmUp {
            if step == DrawMeasurement.warmUp { processor = MonotonicClock.processorTime() }
            let start = MonotonicClock.now()
            try input.setFrame(frames[step % frames.count])
            try context.compute([last])
            if step >= DrawMeasurement.warmUp { times.append(Double(MonotonicClock.now() - start) / 1e6) }
        }
        times.sort()
        return Figures(
            names: names, median: times[times.count / 2], least: times[0],
            processor: Double(MonotonicClock.processorTime() - processor) / 1e6 / Double(count),
            megabytes: Double(context.runner.traffic) / 1e6, kernels: context.runner.kernelNames.count)
    }
}
