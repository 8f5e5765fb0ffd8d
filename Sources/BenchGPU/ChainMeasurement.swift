internal import Filters
internal import Frames
internal import LinuxIO
internal import VulkanCore

/// A chain of filters on a camera's frames, each frame waited for, nothing read back.
final class ChainMeasurement: MeasuredWork {
    private let context: FilterContext
    private let input: FrameInput
    private let last: any ImageSource
    private let frames: [Frame]
    private let names: [String]
    private var step = 0

    /// The figures of a chain, in milliseconds of a frame.
    struct Figures {
        let names: [String]
        let median: Double
        let least: Double
        let processor: Double
        let megabytes: Double
        let kernels: Int

        /// The figures in one line.
        var line: String {
            func text(_ value: Double) -> String { String(Double(Int(value * 100)) / 100) }
            return
                "\(names.joined(separator: " ")): median \(text(median)) ms, least \(text(least)) ms, "
                + "processor \(text(processor)) ms, \(kernels) kernels, \(text(megabytes)) MB"
        }
    }

    /// Makes the chain.
    ///
    /// - Parameters:
    ///   - device: The device on which it runs.
    ///   - size: The size of the frames.
    ///   - filters: The filters as on the command line; none for frames that only become pixels.
    ///   - isFused: True when filters join kernels.
    ///   - usesProcessor: True when the processor works itself where it is the device.
    /// - Throws: The fault of the names or the device.
    convenience init(
        device: VulkanDevice, size: PixelSize, filters: [String], isFused: Bool = true,
        usesProcessor: Bool = true
    ) throws {
        try self.init(
            device: device, frames: (0..<3).map { SceneFrame(size: size, seed: $0).frame }, filters: filters,
            isFused: isFused, usesProcessor: usesProcessor)
    }

    /// Makes the chain for given frames.
    init(
        device: VulkanDevice, frames: [Frame], filters: [String], isFused: Bool = true,
        usesProcessor: Bool = true
    ) throws {
        context = try FilterContext(device: device, isFused: isFused, usesProcessor: usesProcessor)
        input = FrameInput(context: context)
        names = filters
        last = try MeasuredChain.connect(filters, after: input).last ?? input
        self.frames = frames
    }

    /// The number of bytes that the kernels of a frame move; valid after the first frame.
    var traffic: Int { context.runner.traffic }
    /// The number of kernels of a frame; valid after the first frame.
    var kernelCount: Int { context.runner.kernelNames.count }

    func frames(_ count: Int) throws -> [FrameTime] {
        try FrameTime.of(count) { try frame() }
    }

    /// Computes the next frame.
    ///
    /// - Parameter clock: A clock that measures it on the device; nil where nobody wants to know.
    /// - Throws: The fault of the filters, or the device's failure.
    func frame(_ clock: DeviceClock? = nil) throws {
        step += 1
        try input.setFrame(frames[step % frames.count])
        try context.compute([last], before: { clock?.begin($0) }, after: { clock?.end($0) })
    }

    /// Runs the chain on frames one after the other.
    func measure(_ count: Int) throws -> Figures {
        _ = try frames(DrawMeasurement.warmUp)
        let times = try frames(count)
        return Figures(
            names: names, median: times.map(\.wall).median, least: times.map(\.wall).min() ?? .nan,
            processor: times.map(\.processor).reduce(0, +) / Double(count),
            megabytes: Double(traffic) / 1e6, kernels: kernelCount)
    }
}

/// Filters by name, connected one after another.
enum MeasuredChain {
    /// Makes operations and connects them; one with several inputs gets the same picture at all of them.
    ///
    /// - Parameters:
    ///   - filters: The filters as on the command line.
    ///   - source: The source that feeds the first.
    /// - Returns: The operations.
    /// - Throws: The fault of the names.
    static func connect(_ filters: [String], after source: any ImageSource) throws -> [BasicOperation] {
        var source = source
        return try filters.map { filter in
            let operation = try FilterText.operation(filter)
            while operation.input.maximum > 0, operation.input.hasRoom { source --> operation }
            source = operation
            return operation
        }
    }
}
