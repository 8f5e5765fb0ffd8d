internal import Frames
internal import LinuxIO
internal import VulkanCore
internal import VulkanView

/// A measurement of the checks of a stream's first frames: streams with and without, in turns.
struct FirstFrameMeasurement {
    let device: VulkanDevice
    let format: PixelFormat
    let size: PixelSize

    /// The median costs of checks, in milliseconds: what a frame takes more than the same frame of a stream without.
    struct Figures: Encodable {
        var format: String
        var size: String
        /// The reason why frames of the format are not read in place.
        var failure: String?
        /// The first frame's, with what the checks of a stream need.
        var first: Double?
        /// That of the second and the fifth frame.
        var later: Double?
    }

    /// The frames of a stream that count, of the first and of the later ones.
    private static let compared = (first: [1], later: [2, 5])

    /// Loads the beginnings of streams by the route of the processor's pages.
    ///
    /// - Parameter count: The number of streams of each kind.
    /// - Returns: The times.
    func measure(_ count: Int) -> Figures {
        var figures = Figures(format: format.name, size: size.description)
        defer { device.importTrust.checksFirstFrames = true }
        do {
            let frames = (0..<3).map { NoiseFrame(format: format, size: size, seed: $0).frame }
            var times: [Bool: [Int: [Double]]] = [:]
            for round in 0..<2 * count {
                let isChecked = round % 2 == 0
                device.importTrust.checksFirstFrames = isChecked
                let view = try OffscreenView(device: device, importRoute: .hostptr, path: .compute)
                for number in 1...5 {
                    let begin = MonotonicClock.now()
                    try view.newest.load(frames[number % frames.count])
                    times[isChecked, default: [:]][number, default: []].append(
                        Double(MonotonicClock.now() - begin) / 1e6)
                }
            }
            func cost(_ numbers: [Int]) -> Double {
                func median(_ isChecked: Bool) -> Double {
                    let all = numbers.flatMap { times[isChecked]?[$0] ?? [] }.sorted()
                    return all.isEmpty ? 0 : all[all.count / 2]
                }
                return median(true) - median(false)
            }
            figures.first = cost(Self.compared.first)
            figures.later = cost(Self.compared.later)
        } catch {
            figures.failure = "\(error)"
        }
        return figures
    }

    /// Measures all formats that have samples.
    static func all(on device: VulkanDevice, size: PixelSize, count: Int) -> [Figures] {
        PixelFormat.allCases.filter { $0.samples != nil }.map {
            FirstFrameMeasurement(device: device, format: $0, size: size).measure(count)
        }
    }
}
