internal import Capture
internal import Frames
internal import Overlay

/// The panel with the camera's modes: sizes, the rates at the size that is shown, and the formats that have it.
struct ModesPage: Equatable {
    /// The modes that the camera offers.
    var offers: [ModeOffer] = []
    /// The mode that is shown; nil before the first picture.
    var mode: CaptureMode?
    /// The wish that holds; what is nil in it is left to the camera.
    var wish = ModeRequest()

    /// A row that a person chooses.
    enum Choice: Equatable {
        /// All of the mode is left to the camera.
        case automatic
        case size(PixelSize)
        case rate(Rational)
        case format(FourCC)
    }

    // MARK: - Elements

    private static let automatic = "mode-automatic"
    private static let (size, rate, format) = ("mode-size=", "mode-rate=", "mode-format=")

    var element: Element {
        guard !offers.isEmpty, let mode else {
            return .panel("modes", title: ScreenWords.modes, [.remark("modes-none", ScreenWords.noModes)])
        }
        let isAutomatic = wish == ModeRequest()
        let first = Element.item(
            Self.automatic, ScreenWords.automatic,
            ItemFace(
                detail: isAutomatic ? ScreenWords.mode(mode) : ScreenWords.cameraChooses,
                isChosen: isAutomatic))
        let shownRate = shownRate
        return .panel(
            "modes", title: ScreenWords.modes,
            [first]
                + group(
                    "modes-sizes", ScreenWords.sizes,
                    sizes.map { (Self.size + $0.description, ScreenWords.size($0), $0 == mode.size) })
                + group(
                    "modes-rates", ScreenWords.rates,
                    rates.map { (Self.rate + $0.description, ScreenWords.rate($0), $0 == shownRate) })
                + group(
                    "modes-formats", ScreenWords.formats,
                    formats.map { ("\(Self.format)\($0.rawValue)", "\($0)", $0 == mode.fourCC) }))
    }

    private func group(_ id: String, _ heading: String, _ rows: [(String, String, Bool)]) -> [Element] {
        guard !rows.isEmpty else { return [] }
        return [.heading(id, heading)] + rows.map { .item($0.0, $0.1, ItemFace(isChosen: $0.2)) }
    }

    // MARK: - What is offered

    /// The sizes of all formats, the largest first.
    var sizes: [PixelSize] {
        let shown = [mode?.size].compactMap(\.self)
        let all =
            offers.flatMap { $0.sizes.listed } + shown.filter { size in offers.contains { $0.has(size) } }
        return Set(all).sorted { ($0.area, $0.width) > ($1.area, $1.width) }
    }

    /// The rates at the size that is shown, the fastest first.
    var rates: [Rational] {
        Set(offersAtSize.flatMap { $0.rates.listed }).sorted(by: >)
    }

    /// The formats that have the size that is shown, in the camera's order.
    var formats: [FourCC] {
        offersAtSize.reduce(into: []) { codes, offer in
            if !codes.contains(offer.fourCC) { codes.append(offer.fourCC) }
        }
    }

    private var offersAtSize: [ModeOffer] {
        guard let size = mode?.size else { return [] }
        return offers.filter { $0.has(size) }
    }

    /// The offered rate that the camera has been set to; drivers round.
    private var shownRate: Rational? {
        guard let rate = mode?.rate?.value else { return nil }
        let nearest = rates.min { abs($0.value - rate) < abs($1.value - rate) }
        return nearest.flatMap { abs($0.value - rate) <= rate / 100 ? $0 : nil }
    }

    // MARK: - Choices

    /// The choice that an action of the panel means; nil for one that means none.
    static func choice(_ action: OverlayAction) -> Choice? {
        guard case .activated(let id) = action else { return nil }
        if id == automatic { return .automatic }
        if let size = id.rest(after: size).flatMap({ PixelSize($0) }) { return .size(size) }
        if let rate = id.rest(after: rate).flatMap({ fraction($0) }) { return .rate(rate) }
        return id.rest(after: format).flatMap { UInt32($0) }.map { .format(FourCC(rawValue: $0)) }
    }

    /// Reads a fraction as its description writes it; nil for anything else.
    private static func fraction(_ text: String) -> Rational? {
        let terms = text.split(separator: "/").map { Int($0) }
        guard let upper = terms.first.flatMap(\.self), let lower = terms.count == 2 ? terms[1] : 1, lower > 0
        else { return nil }
        return Rational(upper, lower)
    }

    /// The wish that a choice makes: exactly what was chosen now, and what was chosen before as far as the camera has it with that.
    func request(for choice: Choice) -> ModeRequest {
        var request = ModeRequest(isStrict: true)
        switch choice {
        case .automatic: return ModeRequest()
        case .size(let size):
            (request.size, request.rate, request.format) = (size, wish.rate, wish.format)
            if !has(request) { request.format = nil }
            if !has(request) { request.rate = nil }
        case .rate(let rate):
            (request.size, request.rate, request.format) = (mode?.size, rate, wish.format)
            if !has(request) { request.format = nil }
        case .format(let format):
            (request.size, request.rate, request.format) = (mode?.size, wish.rate, format)
            if !has(request) { request.rate = nil }
        }
        return request
    }

    /// Tells whether the camera offers all of a wish at once.
    private func has(_ request: ModeRequest) -> Bool {
        offers.contains { offer in
            (request.format == nil || request.format == offer.fourCC)
                && (request.size.map(offer.has) ?? true)
                && (request.rate.map { offer.rates.nearest(to: $0) == $0 } ?? true)
        }
    }
}

extension ModeOffer {
    /// Tells whether there are pictures of a size.
    fileprivate func has(_ size: PixelSize) -> Bool { sizes.nearest(to: size) == size }
}

extension CameraSizes {
    /// The sizes to choose from: of a range those that people know, and the largest.
    fileprivate var listed: [PixelSize] {
        switch self {
        case .discrete(let size): return [size]
        case .stepwise(_, let largest, _):
            let known = [
                (3840, 2160), (2560, 1440), (1920, 1080), (1280, 960), (1280, 720), (1024, 768), (800, 600),
                (640, 480), (640, 360), (320, 240), (320, 180), (160, 120),
            ].map { PixelSize(width: $0, height: $1) }
            return [largest] + known.filter { nearest(to: $0) == $0 }
        }
    }
}

extension CameraRates {
    /// The rates to choose from: of a range those that people know, and its ends.
    fileprivate var listed: [Rational] {
        switch self {
        case .discrete(let rates): return rates
        case .range(let slowest, let fastest):
            let known = [120, 60, 50, 30, 25, 24, 15, 10, 5].map { Rational($0) }
            return [slowest, fastest] + known.filter { $0 > slowest && $0 < fastest }
        case .unknown: return []
        }
    }
}

extension PixelSize {
    /// The number of pixels, for an order.
    fileprivate var area: Double { Double(width) * Double(height) }
}
