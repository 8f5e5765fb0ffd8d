internal import Frames

/// The mode that is asked of a camera.
struct ModeChoice: Equatable {
    let fourCC: FourCC
    let size: PixelSize
    /// The number of frames per second; nil leaves it to the driver.
    let rate: Rational?

    static let usual = PixelSize(width: 1920, height: 1080)
    static let usualRate = Rational(30)

    /// Chooses the modes to try, the best first; a pure function of the offers and the wishes.
    ///
    /// Without wishes: the largest picture up to 1920×1080 at 30 frames per second or more, compressed only
    /// where no raw format reaches that size at that rate; of several rates the slowest that is enough, which
    /// leaves the camera the most light. Where nothing reaches 30, the fastest. Colour comes before grey, and what has five bits of each
    /// colour before what has fewer; of the same size and rate eight bits come first. A
    /// wish for a size, a rate or a format takes the place of the usual one; of sizes and rates the nearest counts that is not larger, where
    /// there is one. Behind the best come those for a bus that has no room for it: smaller pictures, then compressed ones.
    ///
    /// - Parameters:
    ///   - offers: The camera's modes, in its own order of preference.
    ///   - request: The wishes.
    /// - Returns: The modes; none when nothing that is offered can be shown, or a strict wish cannot be had.
    static func choices(from offers: [ModeOffer], request: ModeRequest) -> [ModeChoice] {
        let known = offers.filter {
            V4L2PixelFormat.isKnown($0.fourCC) && isWished($0.fourCC, request)
        }
        var candidates = known.enumerated().compactMap { Candidate($1, place: $0, request: request) }
        if request.isStrict { candidates.removeAll { !$0.isExactly(request) } }
        let fitting = candidates.filter(\.fits)
        let best =
            fitting.isEmpty
            ? candidates.min { ($0.choice.size.area, $0.place) < ($1.choice.size.area, $1.place) }
            : fitting.max { $1.isBetter(than: $0) }
        guard let best else { return [] }
        let smaller = candidates.filter {
            $0.choice.fourCC == best.choice.fourCC && $0.choice.size.area < best.choice.size.area
        }.sorted { $0.choice.size.area > $1.choice.size.area }
        let compressed = candidates.filter {
            $0.format.model == .compressed && best.format.model != .compressed
                && $0.choice.size.area <= best.choice.size.area
        }.sorted { $0.choice.size.area > $1.choice.size.area }
        return [best.choice] + (request.isStrict ? [] : (smaller + compressed).map(\.choice))
    }

    /// Tells whether a format is the one asked for, or another code for the same pixels (NM12 for NV12, JPEG for MJPG).
    private static func isWished(_ code: FourCC, _ request: ModeRequest) -> Bool {
        guard let wish = request.format, wish != code else { return true }
        guard let known = V4L2PixelFormat(wish) else { return false }
        return known.format == V4L2PixelFormat(code)?.format
    }

    private struct Candidate {
        let choice: ModeChoice
        let place: Int
        let fits: Bool
        let format: PixelFormat
        private let wishedSize: PixelSize?
        /// True for the very code that was asked for, which others may stand for.
        private let isAsked: Bool
        /// The number of frames per second as far as they count: more than is enough is no better, and more than was asked for is worse.
        private let usefulRate: Double

        init?(_ offer: ModeOffer, place: Int, request: ModeRequest) {
            guard let known = V4L2PixelFormat(offer.fourCC) else { return nil }
            format = known.format
            self.place = place
            wishedSize = request.size
            isAsked = offer.fourCC == request.format
            let size = offer.sizes.nearest(to: request.size ?? ModeChoice.usual)
            fits = request.size != nil || size.fits(in: ModeChoice.usual)
            let wish = request.rate ?? ModeChoice.usualRate
            let rate =
                request.rate.map { offer.rates.nearest(to: $0) } ?? offer.rates.slowest(from: wish)
            choice = ModeChoice(fourCC: offer.fourCC, size: size, rate: rate ?? request.rate)
            // 29.97 is as good as 30; an unknown rate is taken to be enough, as old drivers mean it.
            let value = rate?.value ?? wish.value
            let isTooFast = request.rate != nil && value > wish.value * (1 + CameraRates.tolerance)
            let isEnough = value >= wish.value * (1 - CameraRates.tolerance)
            usefulRate = isTooFast ? -value : isEnough ? wish.value : value
        }

        /// Tells whether it is what a strict wish asks for; a rate that is not known may be.
        func isExactly(_ request: ModeRequest) -> Bool {
            (request.size == nil || request.size == choice.size)
                && (request.rate == nil || request.rate == choice.rate)
        }

        func isBetter(than other: Candidate) -> Bool {
            if isAsked != other.isAsked { return isAsked }
            let (loss, otherLoss) = (format.loss, other.format.loss)
            if max(loss, otherLoss) > .some, loss != otherLoss { return loss < otherLoss }
            if let wishedSize {
                let (isInside, isOtherInside) = (
                    choice.size.fits(in: wishedSize), other.choice.size.fits(in: wishedSize)
                )
                if isInside != isOtherInside { return isInside }
                let (mine, others) = (distance(to: wishedSize), other.distance(to: wishedSize))
                if mine != others { return mine < others }
            }
            if usefulRate != other.usefulRate { return usefulRate > other.usefulRate }
            if choice.size.area != other.choice.size.area { return choice.size.area > other.choice.size.area }
            if loss != otherLoss { return loss < otherLoss }
            if cost != other.cost { return cost < other.cost }
            return place < other.place
        }

        private func distance(to size: PixelSize) -> Int {
            abs(choice.size.width - size.width) + abs(choice.size.height - size.height)
        }

        /// The cost of showing a frame: the bits of a pixel, then the number of planes, and decoding above all.
        private var cost: Int {
            guard format.model != .compressed else { return .max }
            let bits = format.planes.reduce(0) { $0 + $1.bytes * 8 / ($1.columns * $1.rows) }
            return bits * 4 + format.planes.count
        }
    }
}

/// The part of a screen's eight bits of three colours that a format's pictures do not have.
private enum Loss: Comparable {
    case nothing, some, much, color
}

extension PixelFormat {
    fileprivate var loss: Loss {
        guard model != .grey else { return .color }
        // A sensor's mosaic has one colour of three at each pixel, and has not been through the camera's processing.
        if coding != nil { return .some }
        let bits = samples?.channels.prefix(3).map(\.bits).min() ?? 8
        return bits >= 8 ? .nothing : bits >= 5 ? .some : .much
    }
}

extension PixelSize {
    var area: Int {
        let (area, isTooLarge) = width.multipliedReportingOverflow(by: height)
        return isTooLarge ? .max : area
    }

    /// True when neither side is larger.
    func fits(in other: PixelSize) -> Bool { width <= other.width && height <= other.height }
}
