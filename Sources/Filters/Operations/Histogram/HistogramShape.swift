internal import Frames

/// The channels that a histogram counts, and the number of its bins.
struct HistogramShape {
    let channels: HistogramChannels
    let bins: Int
    /// True when the bins stand for 0…1.
    let isWholeRange: Bool
    /// True when they reach from the smallest to the greatest value of each frame.
    let isNormalized: Bool
    /// True when small values are not counted.
    let hasThreshold: Bool

    /// Makes a shape.
    ///
    /// - Parameters:
    ///   - channels: The channels that are counted.
    ///   - bins: The number of bins, rounded up to a power of two from 256 to 4096.
    ///   - isWholeRange: True when they stand for 0…1; otherwise for the range of the parameters `minimum` and
    ///     `maximum`, or what occurs of it.
    ///   - isNormalized: True when they stand for what occurs.
    ///   - hasThreshold: True when values below the parameter `threshold` are not counted.
    init(
        channels: HistogramChannels, bins: Int, isWholeRange: Bool, isNormalized: Bool, hasThreshold: Bool
    ) {
        self.channels = channels
        (self.isWholeRange, self.isNormalized) = (isWholeRange, isNormalized)
        self.hasThreshold = hasThreshold
        var power = 256
        while power < min(bins, 4096) { power *= 2 }
        self.bins = power
    }

    /// The count of bins in a whole histogram.
    var count: Int { channels.count * bins }

    /// The count of the limits that follow counts and tables: the values of each channel's first and last bin, as the
    /// bits of floats; none where all of them are 0 and 1.
    var limitCount: Int { isWholeRange ? 0 : 2 * channels.count }

    /// The constants that tell bodies its shape.
    var constants: [String: Int] {
        [
            "BINS": bins, "CHANNELS": channels.count, "FIRST_CHANNEL": channels.first,
            "READS_LUMINANCE": channels == .luminance ? 1 : 0, "WHOLE_RANGE": isWholeRange ? 1 : 0,
        ]
    }
}

extension PlanBuilder {
    /// The number of invocations of a workgroup that handles a whole table.
    var tableWidth: Int { isCPU ? 8 : 256 }

    /// Plans the counts of each value.
    ///
    /// - Parameters:
    ///   - image: The picture.
    ///   - shape: The channels and bins.
    ///   - parameters: `minimum`, `maximum`, `threshold`, `regionOrigin` and `regionSize`.
    /// - Returns: The bins, channel after channel, and the limits.
    func histogramCounts(
        of image: PlanImage, _ shape: HistogramShape, _ parameters: [PlanParameter]
    ) -> PlanValues {
        var constants = shape.constants
        // Bins of a workgroup fit into 16 KiB, which every device has.
        let passChannels = min(shape.channels.count, 4096 / shape.bins)
        let rowsPerGroup = 32
        // The number of channels of a pass; it must divide the count, so that the last pass is as full as the others.
        constants["PASS_CHANNELS"] = shape.channels.count % passChannels == 0 ? passChannels : 1
        constants["COPIES"] = max(1, min(8, 4096 / (passChannels * shape.bins)))
        constants["ROWS_PER_GROUP"] = rowsPerGroup
        constants["HAS_THRESHOLD"] = shape.hasThreshold ? 1 : 0
        constants["NORMALIZED"] = shape.isNormalized ? 1 : 0
        let groups =
            isCPU
            ? (min(16, image.size.height), 1)
            : ((image.size.width + 255) / 256, (image.size.height + rowsPerGroup - 1) / rowsPerGroup)
        let extremes =
            shape.isNormalized
            ? [
                values(
                    "HistogramExtremes", images: [image], parameters, count: shape.limitCount,
                    localSize: (tableWidth, 1), groups: groups, isCleared: true, constants: constants)
            ] : []
        return values(
            "HistogramCounts", images: [image], values: extremes, parameters,
            count: shape.count + shape.limitCount, localSize: (tableWidth, 1), groups: groups,
            isCleared: true, constants: constants)
    }
}
