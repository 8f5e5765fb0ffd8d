internal import Frames

/// The sizes that a camera offers in one format, and the rates at each.
enum CameraSizes: Sendable, Hashable {
    /// A single size.
    case discrete(PixelSize)
    /// Every size from the smallest to the largest in steps; continuous ranges have steps of 1.
    case stepwise(smallest: PixelSize, largest: PixelSize, step: PixelSize)

    /// The largest size.
    var largest: PixelSize {
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
    func nearest(to wish: PixelSize) -> PixelSize {
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

/// The rates that a camera offers at one size.
enum CameraRates: Sendable, Hashable {
    /// A list of rates, in frames per second.
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
    func nearest(to wish: Rational) -> Rational? {
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

/// A size or a range of sizes in a format, with its rates: one line of a camera's offer.
struct ModeOffer: Equatable {
    let fourCC: FourCC
    let sizes: CameraSizes
    let rates: CameraRates

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
