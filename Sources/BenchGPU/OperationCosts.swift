internal import Filters
internal import Frames
internal import VulkanCore

/// The costs of every operation, alone, on a camera's frames.
struct OperationCosts {
    let device: VulkanDevice
    /// The time for which each operation is measured at a size, in milliseconds.
    let patience: Double

    /// An operation at a size; times are milliseconds of a frame.
    struct Row: Encodable {
        var name: String
        var className: String
        var group: String
        /// The size of the frame.
        var size: String
        var median: Double?
        var least: Double?
        var processor: Double?
        var kernels: Int?
        /// The megabytes that are read and written for a frame.
        var megabytes: Double?
        /// The least time that the device needs to move as many bytes.
        var limit: Double?
        /// The ratio of the fastest frame's time to that limit.
        var ratio: Double?
        /// The reason why it could not be measured.
        var failure: String?
    }

    /// Sizes by the names that they have in tables.
    static let sizes = [
        ("720p", PixelSize(width: 1280, height: 720)), ("1080p", PixelSize(width: 1920, height: 1080)),
        ("4K", PixelSize(width: 3840, height: 2160)),
    ]

    /// Measures all operations.
    ///
    /// - Parameters:
    ///   - name: The name of the size.
    ///   - size: The size of the frames.
    ///   - progress: Called before each operation.
    /// - Returns: A row for each operation.
    /// - Throws: The reason why the device does not copy.
    func measure(_ name: String, _ size: PixelSize, progress: (String) -> Void) throws -> [Row] {
        let copy = try CopyBandwidth(device: device, size: size, count: 20).measure()[1]
        // A driver that draws on the processor does not work when its clock says so.
        let milliseconds = device.isCPU ? copy.submitToFence.min : copy.gpu.median
        // A copied byte is read and written.
        let bytesPerMillisecond = 2 * Double(copy.bytes) / milliseconds
        let frames = (0..<3).map { SceneFrame(size: size, seed: $0).frame }
        return Catalog.entries.map { entry in
            progress(entry.name)
            var row = Row(
                name: entry.name, className: entry.className, group: entry.group.rawValue, size: name)
            do {
                let chain = try ChainMeasurement(device: device, frames: frames, filters: [entry.name])
                let times = try measure(chain)
                let least = times.map(\.wall).min() ?? .nan
                let limit = Double(chain.traffic) / bytesPerMillisecond
                row.median = times.map(\.wall).median
                row.least = least
                row.processor = times.map(\.processor).median
                row.kernels = chain.kernelCount
                row.megabytes = Double(chain.traffic) / 1e6
                row.limit = limit
                row.ratio = least / limit
            } catch {
                row.failure = "\(error)"
            }
            return row
        }
    }

    /// Measures at least three frames, after two, or as many as the time allows.
    private func measure(_ chain: ChainMeasurement) throws -> [FrameTime] {
        _ = try chain.frames(2)
        var times = try chain.frames(3)
        while times.map(\.wall).reduce(0, +) < patience, times.count < 40 { times += try chain.frames(1) }
        return times
    }

    /// The costs as the page of filters reads them.
    struct Page: Encodable {
        let device: String
        /// The figures of each operation, by its class: the least milliseconds of a frame by size, and at 1080p the
        /// megabytes and the ratio to the time that the memory alone takes.
        private(set) var operations: [String: [String: Double]] = [:]

        /// Makes the page of measured rows.
        init(device: String, rows: [Row]) {
            self.device = device
            for row in rows {
                guard let least = row.least, let megabytes = row.megabytes, let ratio = row.ratio else {
                    continue
                }
                operations[row.className, default: [:]][row.size] = OperationCosts.rounded(least, 1000)
                guard row.size == "1080p" else { continue }
                operations[row.className]?["megabytes"] = OperationCosts.rounded(megabytes, 10)
                operations[row.className]?["ratio"] = OperationCosts.rounded(ratio, 10)
            }
        }
    }

    private static func rounded(_ value: Double, _ steps: Double) -> Double {
        (value * steps).rounded() / steps
    }
}
