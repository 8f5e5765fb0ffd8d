internal import Frames
internal import LinuxIO
internal import VulkanCore

/// The times of filters by the device's own clock.
enum FilterTimes {
    /// The chain that the goals are about.
    static let chain = [
        "gaussian-blur:blurRadiusInPixels=2", "sketch-filter", "brightness-adjustment:brightness=0.1",
        "contrast-adjustment:contrast=1.3", "histogram-equalization:channels=3",
    ]

    /// The chains that are measured, by name.
    static let kinds: [(name: String, filters: [String])] = [
        ("no filter", []),
        ("histogram", ["histogram-extractor"]),
        ("equalization", ["histogram-equalization:channels=3"]),
        (chainName, chain),
    ]

    /// The chain's name.
    static let chainName = "chain of 5"

    /// Measures all kinds on frames of a size.
    static func measure(
        _ device: VulkanDevice, size: PixelSize, frames: Int
    ) throws -> [GPUReport.Filter] {
        try kinds.map { kind in
            let chain = try ChainMeasurement(device: device, size: size, filters: kind.filters)
            let clock = try DeviceClock(device: device)
            var (walls, times): ([Double], [Double]) = ([], [])
            for step in 0..<frames + DrawMeasurement.warmUp {
                let start = MonotonicClock.now()
                try chain.frame(clock)
                guard step >= DrawMeasurement.warmUp else { continue }
                walls.append(Double(MonotonicClock.now() - start))
                times.append(try clock.nanoseconds())
            }
            return GPUReport.Filter(
                size: size.description, filters: kind.name, kernels: chain.kernelCount,
                megabytes: Double(chain.traffic) / 1e6, frameToFence: GPUReport.Times(walls),
                gpu: GPUReport.Times(times))
        }
    }
}
