public import Frames

/// A decision for each frame whether it is wanted, of which part and at which size, so that a consumer's limits are kept.
///
/// A value that only computes: what it decides, a ``FrameConverter`` does. Pictures are cropped to the shape that is wanted, around
/// their middle, and only ever made smaller, by simple fractions, which scale best. A picture of which no fraction
/// fits is left out, and so are frames beyond the rate.
public struct VideoAdapter: Sendable {
    /// The limits that are kept.
    public private(set) var limits: VideoLimits
    private var pace: FramePace?

    /// Makes an adapter that leaves everything as it is.
    public init() { limits = VideoLimits() }

    /// Makes an adapter that keeps limits.
    ///
    /// - Throws: ``FrameToolError/limit(_:)``.
    public init(_ limits: VideoLimits) throws(FrameToolError) {
        self.init()
        try keep(limits)
    }

    /// Keeps other limits from now on.
    ///
    /// - Throws: ``FrameToolError/limit(_:)``; the old limits then stay.
    public mutating func keep(_ limits: VideoLimits) throws(FrameToolError) {
        try limits.check()
        if limits.rate != self.limits.rate { pace = limits.rate.map { FramePace($0) } }
        self.limits = limits
    }

    /// Decides about a frame.
    ///
    /// - Parameters:
    ///   - picture: The frame's size.
    ///   - nanoseconds: The moment at which it was taken.
    /// - Returns: The part that is wanted, and its size; nil for a frame that is left out.
    public mutating func adapt(_ picture: PixelSize, at nanoseconds: Int64) -> CropAndScale? {
        guard let result = fit(picture), pace?.admits(nanoseconds) ?? true else { return nil }
        return result
    }

    /// Finds part and size for a picture, whatever the rate.
    ///
    /// - Returns: Part and size; nil where no picture of this one's keeps the limits.
    public func fit(_ picture: PixelSize) -> CropAndScale? {
        let sides = 1...FrameLayout.longestSide
        guard sides.contains(picture.width), sides.contains(picture.height) else { return nil }
        let shaped = picture.cropped(to: limits.shape(for: picture))
        let most = limits.mostPixels ?? .max
        let wished = min(limits.wishedPixels ?? .max, most)
        var best: (result: CropAndScale, distance: Int)?
        for fraction in ScaleSteps(shaped) {
            guard let found = aligned(shaped, in: picture, fraction, most: most) else { break }
            // The fraction counts here, not what alignment makes of it.
            let pixels = fraction.pixels(of: shaped)
            if found.size.width * found.size.height <= most {
                let distance = abs(wished - pixels)
                if best.map({ distance < $0.distance }) ?? true { best = (found, distance) }
            }
            if pixels <= wished, best != nil { break }
        }
        return best?.result
    }

    /// Finds the part whose sides the fraction brings to whole multiples of the alignment, larger or smaller by less than one step.
    private func aligned(
        _ shaped: PixelSize, in picture: PixelSize, _ fraction: ScaleSteps.Fraction, most: Int
    ) -> CropAndScale? {
        let (step, isFar) = fraction.lower.multipliedReportingOverflow(by: limits.alignment)
        guard !isFar, step <= min(picture.width, picture.height) else { return nil }
        func size(_ round: (Int) -> Int) -> PixelSize {
            PixelSize(
                width: min(round(shaped.width), picture.width / step) * step,
                height: min(round(shaped.height), picture.height / step) * step)
        }
        func result(_ crop: PixelSize) -> CropAndScale {
            CropAndScale(
                crop: PixelRegion(
                    x: (picture.width - crop.width) / 2, y: (picture.height - crop.height) / 2,
                    width: crop.width, height: crop.height),
                size: PixelSize(
                    width: crop.width / fraction.lower * fraction.upper,
                    height: crop.height / fraction.lower * fraction.upper))
        }
        let up = result(size { ($0 + step - 1) / step })
        if up.size.width * up.size.height <= most { return up }
        return result(size { max(1, $0 / step) })
    }
}

extension PixelSize {
    /// The largest size of a shape that lies inside this one.
    fileprivate func cropped(to shape: PixelSize?) -> PixelSize {
        guard let shape else { return self }
        // Sides of a shape may be as long as they like.
        let (w, h) = (Double(shape.width), Double(shape.height))
        return PixelSize(
            width: max(1, Int(min(Double(width), Double(height) * w / h))),
            height: max(1, Int(min(Double(height), Double(width) * h / w))))
    }
}
