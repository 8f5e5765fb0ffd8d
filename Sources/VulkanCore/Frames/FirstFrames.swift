internal import Frames

/// The first frames of a stream that a device reads where they are: some are compared with what the processor sees before anyone
/// sees them.
///
/// No call fails where a device reads what memory held before a camera's driver wrote, or rows at another pitch than its driver has
/// said. Confined to the device's thread.
final class FirstFrames {
    /// The numbers of the frames that are compared: the first ones of the first buffers, and later ones of buffers that were filled
    /// again.
    static let compared = [1, 2, 5, 10, 30]

    /// True when nothing is left to be compared: it costs nothing any more.
    private(set) var areOver = true
    private var count = 0
    private let device: VulkanDevice
    private var comparison: LineComparison?

    init(device: VulkanDevice) { self.device = device }

    /// Begins to count, where frames are read in place.
    ///
    /// - Parameter answer: The answer to the first frame.
    func begin(_ answer: RouteAnswer) {
        count = 0
        areOver = answer.read == nil || !device.importTrust.checksFirstFrames
        if areOver { comparison = nil }
    }

    /// Counts a frame, and compares it if its turn has come.
    ///
    /// - Parameters:
    ///   - frame: The frame.
    ///   - answer: The route's answer to it.
    /// - Returns: The difference in words; nil where none was found.
    /// - Throws: The device's failure.
    func fault(of frame: Frame, _ answer: RouteAnswer) throws(FrameError) -> String? {
        guard let samples = answer.read else { return nil }
        count += 1
        guard FirstFrames.compared.contains(count) else { return nil }
        return try FrameError.wrapping { () throws(VulkanError) in
            let comparison = if let comparison { comparison } else { try LineComparison(device: device) }
            self.comparison = comparison
            let difference = try comparison.difference(frame, samples)
            if count == FirstFrames.compared.last {
                areOver = true
                self.comparison = nil
            }
            return difference.map {
                "the device read other bytes than the processor (row \($0.row) of plane \($0.plane), frame \(count))"
            }
        }
    }
}

extension RouteAnswer {
    /// The samples that the device reads in memory of others; nil where it reads none.
    var read: CurrentPicture.Samples? {
        guard case .imported(_, let samples) = self else { return nil }
        switch samples {
        case .buffers, .images: return samples
        case .memory, .copied: return nil
        }
    }
}
