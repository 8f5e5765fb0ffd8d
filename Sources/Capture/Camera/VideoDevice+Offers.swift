internal import CV4L2
internal import Frames
internal import LinuxIO

extension VideoDevice {
    /// The most entries that are read of a list: no driver lists more, and one that never ends its list is not waited
    /// for.
    private static let longestList: UInt32 = 512

    /// The formats that the device offers, in its own order (`VIDIOC_ENUM_FMT`).
    func formats() -> [(fourCC: FourCC, description: String)] {
        var limit = LookLimit(calls)
        return formats(&limit)
    }

    /// The formats that the device offers, as far as the look's limit goes.
    func formats(_ limit: inout LookLimit) -> [(fourCC: FourCC, description: String)] {
        list(&limit) { index in
            var format = v4l2_fmtdesc()
            format.index = index
            format.type = bufferType
            guard (try? call(.enumerateFormats, &format)) != nil else { return nil }
            return (FourCC(rawValue: format.pixelformat), text(format.description))
        }
    }

    /// The error for which the device lists no formats; nil where it lists some, or says that it has none.
    var refusalOfFormats: SystemError? {
        var format = v4l2_fmtdesc()
        format.type = bufferType
        do throws(SystemError) {
            try call(.enumerateFormats, &format)
            return nil
        } catch {
            return error.code == ErrorCode.invalid ? nil : error
        }
    }

    /// The sizes of a format (`VIDIOC_ENUM_FRAMESIZES`) of which there can be pictures; none where the driver does not say.
    func sizes(of format: FourCC, _ limit: inout LookLimit) -> [CameraSizes] {
        listedSizes(of: format, &limit).filter { $0.largest.isPossible }
    }

    private func listedSizes(of format: FourCC, _ limit: inout LookLimit) -> [CameraSizes] {
        list(&limit) { index in
            var size = v4l2_frmsizeenum()
            size.index = index
            size.pixel_format = format.rawValue
            guard (try? call(.enumerateSizes, &size)) != nil else { return nil }
            if size.type == V4L2_FRMSIZE_TYPE_DISCRETE.rawValue {
                let discrete = size.discrete
                return .discrete(PixelSize(width: Int(discrete.width), height: Int(discrete.height)))
            }
            // A range is one answer, whatever index is asked for; some drivers give it again and again.
            guard index == 0 else { return nil }
            let range = size.stepwise
            // Some drivers name no end, and some begin at nothing or beyond the end.
            let largest = PixelSize(
                width: min(Int(range.max_width), FrameLayout.longestSide),
                height: min(Int(range.max_height), FrameLayout.longestSide))
            return .stepwise(
                smallest: PixelSize(
                    width: max(1, min(Int(range.min_width), largest.width)),
                    height: max(1, min(Int(range.min_height), largest.height))),
                largest: largest,
                step: PixelSize(width: Int(range.step_width), height: Int(range.step_height)))
        }
    }

    /// The rates of a format at a size (`VIDIOC_ENUM_FRAMEINTERVALS`).
    func rates(of format: FourCC, at size: PixelSize, _ limit: inout LookLimit) -> CameraRates {
        var range: CameraRates?
        let rates: [Rational] = list(&limit) { index in
            var interval = v4l2_frmivalenum()
            interval.index = index
            interval.pixel_format = format.rawValue
            interval.width = UInt32(clamping: size.width)
            interval.height = UInt32(clamping: size.height)
            guard (try? call(.enumerateIntervals, &interval)) != nil else { return nil }
            if interval.type == V4L2_FRMIVAL_TYPE_DISCRETE.rawValue {
                return Rational(rateOf: interval.discrete) ?? Rational(0)
            }
            guard index == 0 else { return nil }
            let steps = interval.stepwise
            if let slowest = Rational(rateOf: steps.max), let fastest = Rational(rateOf: steps.min) {
                range = .range(slowest: min(slowest, fastest), fastest: max(slowest, fastest))
            }
            return nil
        }
        let real = rates.filter { $0 > Rational(0) }
        return range ?? (real.isEmpty ? .unknown : .discrete(real))
    }

    /// Lists all modes that are offered and can be shown; where a driver lists no sizes, the size that is set now.
    ///
    /// - Parameter wish: The size for which the rates of a range of sizes are asked.
    /// - Returns: The modes, in the driver's order.
    func offers(at wish: PixelSize = ModeChoice.usual) -> [ModeOffer] {
        let current = try? currentFormat()
        let signal = signalSize()
        let standard = standardSize()
        var limit = LookLimit(calls)
        return formats(&limit).filter { V4L2PixelFormat.isKnown($0.fourCC) }.flatMap { format in
            // What could not be asked for is not offered.
            guard !limit.isReached else { return [ModeOffer]() }
            var sizes = sizes(of: format.fourCC, &limit)
            if sizes.isEmpty, let current, current.size.isPossible { sizes = [.discrete(current.size)] }
            // Grabbers offer to scale, and some leave parts of the larger picture black.
            if let signal { sizes = [.discrete(signal)] }
            if let standard { sizes = sizes.map { $0.limited(to: standard) } }
            return sizes.map { offered in
                ModeOffer(
                    fourCC: format.fourCC, sizes: offered,
                    rates: rates(of: format.fourCC, at: offered.nearest(to: wish), &limit))
            }
        }
    }

    private func list<Item>(_ limit: inout LookLimit, _ item: (UInt32) -> Item?) -> [Item] {
        var items: [Item] = []
        for index in 0..<VideoDevice.longestList {
            guard limit.admits(), let next = item(index) else { break }
            items.append(next)
        }
        return items
    }
}

extension Rational {
    /// Makes the rate of a frame interval; nil for the zeros of drivers that know none.
    init?(rateOf interval: v4l2_fract) {
        guard interval.numerator > 0, interval.denominator > 0 else { return nil }
        self.init(Int(interval.denominator), Int(interval.numerator))
    }
}
