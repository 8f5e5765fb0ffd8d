public import Frames

/// The sizes of one format that a camera offers, in pixels.
public enum CameraSizes: Sendable, Hashable {
    /// A single size.
    case discrete(PixelSize)
    /// Every size from the smallest to the largest in steps; continuous ranges have steps of 1.
    case stepwise(smallest: PixelSize, largest: PixelSize, step: PixelSize)

    /// The largest size.
    public var largest: PixelSize {
        switch self {
        case .discrete(let size): size
        case .stepwise(_, let largest, _): largest
        }
    }

    /// Finds the offered size that comes nearest to a wish without being larger in either direction, where there is
    /// one.
    ///
    /// - Parameter wish: The size asked for.
    /// - Returns: An offered size; the smallest one when all are larger.
    public func nearest(to wish: PixelSize) -> PixelSize {
        switch self {
        case .discrete(let size): size
        case .stepwise(let smallest, let largest, let step):
            PixelSize(
                width: snap(wish.width, smallest.width, largest.width, step.width),
                height: snap(wish.height, smallest.height, largest.height, step.height))
        }
    }

    /// Cuts what is larger than a signal off a range; single sizes are what a driver has chosen itself.
    ///
    /// - Parameter size: The size of the signal's own pictures.
    /// - Returns: A range that reaches no further, but for one that begins there.
    func limited(to size: PixelSize) -> CameraSizes {
        guard case .stepwise(let smallest, let largest, let step) = self else { return self }
        return .stepwise(
            smallest: smallest,
            largest: PixelSize(
                width: max(smallest.width, min(largest.width, size.width)),
                height: max(smallest.height, min(largest.height, size.height))),
            step: step)
    }

    private func snap(_ wish: Int, _ smallest: Int, _ largest: Int, _ step: Int) -> Int {
        let inside = min(max(wish, smallest), largest)
        return smallest + (inside - smallest) / max(1, step) * max(1, step)
    }
}

/// The rates that a camera offers at one size, in frames per second.
public enum CameraRates: Sendable, Hashable {
    /// A list of rates.
    case discrete([Rational])
    /// Every rate from the slowest to the fastest.
    case range(slowest: Rational, fastest: Rational)
    /// The driver does not say.
    case unknown

    /// The part of a rate by which another one may differ and still be meant: 29.97 and 30 are one to people.
    static let tolerance = 0.01

    /// Finds the rate that comes nearest to a wish without being larger, where there is one.
    ///
    /// - Parameter wish: The number of frames per second.
    /// - Returns: An offered rate, the slowest one when all are larger; nil where none is known.
    public func nearest(to wish: Rational) -> Rational? {
        switch self {
        case .unknown: return nil
        case .range(let slowest, let fastest): return min(max(wish, slowest), fastest)
        case .discrete(let rates):
            let inside = rates.filter { $0.value <= wish.value * (1 + CameraRates.tolerance) }
            return inside.min { abs($0.value - wish.value) < abs($1.value - wish.value) } ?? rates.min()
        }
    }

    /// Finds the slowest rate that is not below another one, else the fastest.
    ///
    /// - Parameter least: The number of frames per second.
    /// - Returns: An offered rate; nil where none is known.
    func slowest(from least: Rational) -> Rational? {
        switch self {
        case .unknown: return nil
        case .range(let slowest, let fastest): return min(max(least, slowest), fastest)
        case .discrete(let rates):
            let enough = rates.filter { $0.value >= least.value * (1 - CameraRates.tolerance) }
            return enough.min() ?? rates.max()
        }
    }
}

/// A line of a camera's offer: a size or a range of sizes in a format, with the rates.
///
/// ``CaptureSession/offeredModes`` gives those of a session's camera; a ``ModeRequest`` chooses one.
public struct ModeOffer: Sendable, Hashable {
    /// The V4L2 code of the format, one that can be shown.
    public let fourCC: FourCC
    /// The size, or the range of sizes.
    public let sizes: CameraSizes
    /// The rates at the size; of a range of sizes, those at the one that comes nearest to the size that was wished for, else to
    /// 1920×1080.
    public let rates: CameraRates

    /// Describes a line.
    ///
    /// - Parameters:
    ///   - fourCC: The V4L2 code of the format.
    ///   - sizes: The size, or the range of sizes.
    ///   - rates: The rates at the size.
    public init(fourCC: FourCC, sizes: CameraSizes, rates: CameraRates) {
        self.fourCC = fourCC
        self.sizes = sizes
        self.rates = rates
    }

    /// The sizes and the rates for a person.
    var text: String {
        let size =
            switch sizes {
            case .discrete(let size): "\(size)"
            case .stepwise(let smallest, let largest, _): "\(smallest) to \(largest)"
            }
        switch rates {
        case .unknown: return size
        case .discrete(let rates):
            let shown = rates.prefix(12).map(\.description) + (rates.count > 12 ? ["…"] : [])
            return size + " at " + shown.joined(separator: "/")
        case .range(let slowest, let fastest): return size + " at \(slowest) to \(fastest)"
        }
    }
}

extension [ModeOffer] {
    /// The modes for the end of a sentence, in the order of the offers.
    var list: String { prefix(40).map { "\($0.fourCC) \($0.text)" }.joined(separator: ", ") }
}
