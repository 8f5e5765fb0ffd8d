internal import Frames

/// What a histogram counts, and into how many bins.
struct HistogramShape {
    let channels: HistogramChannels
    let bins: Int
    /// Whether the bins stand for 0…1.
    let isWholeRange: Bool

    /// Makes a shape.
    ///
    /// - Parameters:
    ///   - channels: What is counted.
    ///   - bins: Rounded up to a power of two from 256 to 4096.
    ///   - isWholeRange: Whether they stand for 0…1; else for what the parameters `minimum` and `maximum` say.
    init(channels: HistogramChannels, bins: Int, isWholeRange: Bool) {
        self.channels = channels
        self.isWholeRange = isWholeRange
        var power = 256
        while power < min(bins, 4096) { power *= 2 }
        self.bins = power
    }

    /// Numbers of a whole histogram.
    var count: Int { channels.count * bins }

    /// What bodies know of it.
    var constants: [String: Int] {
        [
            "BINS": bins, "CHANNELS": channels.count, "FIRST_CHANNEL": channels.first,
            "READS_LUMINANCE": channels == .luminance ? 1 : 0, "WHOLE_RANGE": isWholeRange ? 1 : 0,
        ]
    }
}

extension PlanBuilder {
    /// Invocations of a workgroup that handles a whole table.
    var tableWidth: Int { isCPU ? 8 : 256 }

    /// Plans how often each value occurs.
    ///
    /// - Parameters:
    ///   - image: The picture.
    ///   - shape: What is counted.
    ///   - parameters: `minimum`, `maximum`, `regionOrigin` and `regionSize`.
    /// - Returns: The bins, channel after channel.
    func histogramCounts(
        of image: PlanImage, _ shape: HistogramShape, _ parameters: [PlanParameter]
    ) -> PlanValues {
        var constants = shape.constants
        // Bins of a workgroup fit into 16 KiB, which every device has.
        let passChannels = min(shape.channels.count, 4096 / shape.bins)
        let rowsPerGroup = 32
        // Channels that a pass may not exceed: the last one is as full as the others.
        constants["PASS_CHANNELS"] = shape.channels.count % passChannels == 0 ? passChannels : 1
        constants["COPIES"] = max(1, min(8, 4096 / (passChannels * shape.bins)))
        constants["ROWS_PER_GROUP"] = rowsPerGroup
        let groups =
            isCPU
            ? (min(16, image.size.height), 1)
            : ((image.size.width + 255) / 256, (image.size.height + rowsPerGroup - 1) / rowsPerGroup)
        return values(
            "HistogramCounts", images: [image], parameters, count: shape.count,
            localSize: (tableWidth, 1), groups: groups, isCleared: true, constants: constants)
    }
}
