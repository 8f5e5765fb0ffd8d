/// The channels whose values a histogram counts.
public enum HistogramChannels: Int, ParameterValue, CaseIterable {
    /// Red alone.
    case red
    /// Green alone.
    case green
    /// Blue alone.
    case blue
    /// The luminance: 0.2125 red + 0.7154 green + 0.0721 blue.
    case luminance
    /// Red, green and blue, each for itself.
    case rgb
    /// Red, green, blue and alpha, each for itself.
    case rgba

    /// The number of histograms that this makes.
    public var count: Int {
        switch self {
        case .rgb: 3
        case .rgba: 4
        default: 1
        }
    }

    /// The first of the pixel's channels that is counted.
    var first: Int {
        switch self {
        case .green: 1
        case .blue: 2
        default: 0
        }
    }

    /// The number of its components: one, its place in the list.
    public static var componentCount: Int { 1 }
    /// The type in a body: an integer.
    public static var shaderType: String { "int" }
    /// The component: its place in the list.
    public var components: [Float] { [Float(rawValue)] }

    /// Makes the channels of a place in the list; a number that is none counts red, green and blue.
    public init(components: [Float]) { self = Self(rawValue: Int(components: components)) ?? .rgb }
}

/// The counts of each value in a picture.
public struct HistogramCounts: Sendable, Equatable {
    /// The channels that were counted.
    public let channels: HistogramChannels
    /// The number of bins that a channel has.
    public let bins: Int
    /// The number of pixels of each bin, channel after channel.
    public let counts: [UInt32]
    /// The value that each channel's first bin stands for, 0…1.
    public let minimums: [Float]
    /// The value that each channel's last bin stands for, 0…1.
    public let maximums: [Float]

    /// Makes a histogram of 0…1.
    ///
    /// - Parameters:
    ///   - channels: The channels that were counted.
    ///   - counts: The number of pixels of each bin, channel after channel; as many bins for each channel.
    public init(channels: HistogramChannels, counts: [UInt32]) {
        self.init(
            channels: channels, counts: counts, minimums: Array(repeating: 0, count: channels.count),
            maximums: Array(repeating: 1, count: channels.count))
    }

    /// Makes a histogram.
    ///
    /// - Parameters:
    ///   - channels: The channels that were counted.
    ///   - counts: The number of pixels of each bin, channel after channel; as many bins for each channel.
    ///   - minimums: The value that each channel's first bin stands for.
    ///   - maximums: The value that each channel's last bin stands for.
    public init(channels: HistogramChannels, counts: [UInt32], minimums: [Float], maximums: [Float]) {
        precondition(
            !counts.isEmpty && counts.count % channels.count == 0, "each channel has the same number of bins")
        precondition(
            minimums.count == channels.count && maximums.count == channels.count,
            "each channel has its limits")
        self.channels = channels
        bins = counts.count / channels.count
        self.counts = counts
        (self.minimums, self.maximums) = (minimums, maximums)
    }

    /// The bins of a channel.
    ///
    /// - Parameter channel: The channel's number, from 0 to less than `channels.count`.
    public subscript(channel: Int) -> ArraySlice<UInt32> { counts[channel * bins..<(channel + 1) * bins] }
}
