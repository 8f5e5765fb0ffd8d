/// The part of a line that shows in a picture, in pixels.
struct ClippedLine: Equatable {
    /// The start of the part: x, y.
    var start: SIMD2<Double>
    /// The end of the part: x, y.
    var end: SIMD2<Double>
}

extension ClippedLine {
    /// Cuts a line at a rectangle around the picture (Liang and Barsky, 1984), so that a kernel walks no further.
    ///
    /// - Parameters:
    ///   - line: The line; its places are parts of the picture's sides.
    ///   - size: The picture's width and height in pixels.
    ///   - margin: The distance by which the rectangle exceeds the picture: the reach of a line's width.
    init?(_ line: Line, size: SIMD2<Double>, margin: Double) {
        let origin = SIMD2(Double(line.start.x), Double(line.start.y)) * size
        let along = SIMD2(Double(line.end.x), Double(line.end.y)) * size - origin
        guard (origin + along).x.isFinite, (origin + along).y.isFinite else { return nil }
        let isEndless = line.isInfinite && along != SIMD2(0, 0)
        var (first, last) = isEndless ? (-Double.infinity, Double.infinity) : (0.0, 1.0)
        for axis in 0..<2 {
            let (lower, upper) = (-margin - origin[axis], size[axis] + margin - origin[axis])
            if along[axis] == 0 {
                if lower > 0 || upper < 0 { return nil }
            } else {
                let crossings = (lower / along[axis], upper / along[axis])
                first = max(first, min(crossings.0, crossings.1))
                last = min(last, max(crossings.0, crossings.1))
            }
        }
        guard first <= last else { return nil }
        start = origin + first * along
        end = origin + last * along
    }
}
