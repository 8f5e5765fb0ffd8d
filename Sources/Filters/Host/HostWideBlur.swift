internal import Glibc

/// A Gaussian blur that is wide in comparison to what it leaves visible.
///
/// The plane is made smaller by means over blocks, blurred there, and made larger again between the blocks' middles; what
/// the means and the straight lines between them blur already is taken off the variance: (f² − 1) / 12 and f² / 6 for
/// blocks of f samples.
struct HostWideBlur: Sendable {
    private let across: Axis
    private let down: Axis

    /// What happens along an axis.
    private struct Axis {
        let factor: Int
        /// From the middle on.
        let weights: [Float]

        init(sigma: Float) {
            factor = max(1, Int((sigma / 4).rounded()))
            let square = Float(factor * factor)
            let spent = factor == 1 ? 0 : (square - 1) / 12 + square / 6
            weights = Gaussian.half(max(0.3, (sigma * sigma - spent) / square).squareRoot())
        }
    }

    /// - Parameters:
    ///   - across: The standard deviation along rows, in samples.
    ///   - down: The standard deviation along columns.
    init(across: Float, down: Float) {
        self.across = Axis(sigma: across)
        self.down = Axis(sigma: down)
    }

    /// Blurs a plane.
    func apply(_ source: HostPicture.Plane, to target: HostPicture.Plane) {
        let step = source.step
        let samples = source.width / step
        // A block more on each side: edges repeat.
        let columns = (samples + across.factor - 1) / across.factor + 2
        let rows = (source.height + down.factor - 1) / down.factor + 2
        var small = Small(columns: columns, rows: rows, step: step)
        shrink(source, to: &small)
        small.weigh(across.weights, isAcross: true)
        small.weigh(down.weights, isAcross: false)
        enlarge(small, to: target)
    }

    // MARK: Smaller

    private func shrink(_ source: HostPicture.Plane, to small: inout Small) {
        @safe struct Work: @unchecked Sendable {  // Each part writes rows of its own.
            let source: HostPicture.Plane
            let target: UnsafeMutablePointer<Float>
        }
        let (columns, step) = (small.columns, small.step)
        unsafe small.values.withUnsafeMutableBufferPointer { values in
            guard let base = values.baseAddress else { return }
            let work = unsafe Work(source: source, target: base)
            HostRows.spread(small.rows) { [self] range in
                for row in range {
                    unsafe shrink(work.source, row - 1, to: work.target + row * columns * step, columns)
                }
            }
        }
    }

    /// A row of blocks.
    private func shrink(
        _ source: HostPicture.Plane, _ block: Int, to target: UnsafeMutablePointer<Float>, _ columns: Int
    ) {
        let (width, step) = (source.width, source.step)
        let sums = UnsafeMutablePointer<UInt16>.allocate(capacity: width + 16)
        unsafe sums.initialize(repeating: 0, count: width + 16)
        defer { unsafe sums.deallocate() }
        for line in 0..<down.factor {
            let row = min(max(block * down.factor + line, 0), source.height - 1)
            unsafe HostWideBlur.add(UnsafeRawPointer(source.base + row * source.stride), to: sums, width)
        }
        let scale = 1 / Float(across.factor * down.factor)
        let last = width / step - 1
        for column in 0..<columns {
            let first = (column - 1) * across.factor
            for channel in 0..<step {
                var sum = 0
                for sample in first..<first + across.factor {
                    sum &+= unsafe Int(sums[min(max(sample, 0), last) &* step &+ channel])
                }
                unsafe target[column * step + channel] = Float(sum) * scale
            }
        }
    }

    @inline(__always)
    private static func add(_ row: UnsafeRawPointer, to sums: UnsafeMutablePointer<UInt16>, _ width: Int) {
        var x = 0
        while x &+ 8 <= width {
            let codes =
                unsafe Words(
                    upperBytes: row.loadUnaligned(fromByteOffset: x, as: SIMD8<UInt8>.self)) &>> 8
            let place = unsafe UnsafeMutableRawPointer(sums + x)
            unsafe place.storeBytes(of: place.loadUnaligned(as: Words.self) &+ codes, as: Words.self)
            x &+= 8
        }
        while x < width {
            unsafe sums[x] &+= UInt16(row.load(fromByteOffset: x, as: UInt8.self))
            x &+= 1
        }
    }

    // MARK: Larger

    private func enlarge(_ small: Small, to target: HostPicture.Plane) {
        let wide = widened(small, target.width)
        struct Work: @unchecked Sendable {  // Each part writes rows of its own.
            let target: HostPicture.Plane
        }
        let work = Work(target: target)
        HostRows.spread(target.height) { [self] range in
            unsafe wide.withUnsafeBytes { bytes in
                guard let base = bytes.baseAddress else { return }
                for row in range { unsafe lay(row, base, small.rows, to: work.target) }
            }
        }
    }

    /// The small rows at full width, in 1/256.
    private func widened(_ small: Small, _ width: Int) -> [UInt16] {
        let padded = (width + 7) / 8 * 8
        var wide = [UInt16](repeating: 0, count: padded * small.rows)
        let step = small.step
        for x in 0..<width {
            let (corner, weight) = HostWideBlur.place(x / step, across.factor, small.columns)
            let channel = x % step
            for row in 0..<small.rows {
                let first = (row * small.columns + corner) * step + channel
                let value = small.values[first] * (1 - weight) + small.values[first + step] * weight
                wide[row * padded + x] = UInt16(min(max(value * 256, 0), 65280))
            }
        }
        return wide
    }

    private func lay(_ row: Int, _ wide: UnsafeRawPointer, _ rows: Int, to target: HostPicture.Plane) {
        let (corner, weight) = HostWideBlur.place(row, down.factor, rows)
        let low = UInt16(min(65535, ((1 - weight) * 65536).rounded()))
        let high = UInt16(min(65535, (weight * 65536).rounded()))
        let stride = (target.width + 7) / 8 * 16
        let (above, below) = unsafe (wide + corner * stride, wide + (corner + 1) * stride)
        let line = unsafe target.base + row * target.stride
        let half = Words(repeating: 129)
        var x = 0
        while x < target.width {
            let sum =
                unsafe above.load(fromByteOffset: x &* 2, as: Words.self).upperProduct(low)
                &+ below.load(fromByteOffset: x &* 2, as: Words.self).upperProduct(high) &+ half
            let codes = sum.upperBytes
            if x &+ 8 <= target.width {
                unsafe line.storeBytes(of: codes, toByteOffset: x, as: SIMD8<UInt8>.self)
            } else {
                for index in 0..<target.width - x {
                    unsafe line.storeBytes(of: codes[index], toByteOffset: x + index, as: UInt8.self)
                }
            }
            x &+= 8
        }
    }

    /// Between which blocks a sample lies, and how far on the way.
    private static func place(_ sample: Int, _ factor: Int, _ count: Int) -> (corner: Int, weight: Float) {
        let between = (Float(sample) + 0.5) / Float(factor) + 0.5
        let corner = min(max(Int(between), 0), count - 2)
        return (corner, min(max(between - Float(corner), 0), 1))
    }
}

/// A small plane in floats.
private struct Small {
    let columns: Int
    let rows: Int
    let step: Int
    var values: [Float]

    init(columns: Int, rows: Int, step: Int) {
        self.columns = columns
        self.rows = rows
        self.step = step
        values = [Float](repeating: 0, count: columns * rows * step)
    }

    /// Weighs neighbours along an axis; edges repeat.
    mutating func weigh(_ weights: [Float], isAcross: Bool) {
        let (count, pace) = isAcross ? (columns, step) : (rows, columns * step)
        let starts = isAcross ? rows * step : columns * step
        let (columns, step) = (columns, step)
        @safe struct Work: @unchecked Sendable {  // Each part works on lines of its own.
            let values: UnsafeMutablePointer<Float>
        }
        unsafe values.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            let work = unsafe Work(values: base)
            HostRows.spread(starts) { range in
                var line = [Float](repeating: 0, count: count + 2 * weights.count)
                for start in range {
                    let first = isAcross ? start / step * columns * step + start % step : start
                    unsafe Small.weigh(work.values + first, count, pace, weights, &line)
                }
            }
        }
    }

    /// Weighs a line of values that are `pace` apart.
    private static func weigh(
        _ values: UnsafeMutablePointer<Float>, _ count: Int, _ pace: Int, _ weights: [Float],
        _ line: inout [Float]
    ) {
        let margin = weights.count
        unsafe line.withUnsafeMutableBufferPointer { line in
            for place in -margin..<count + margin {
                unsafe line[place + margin] = values[min(max(place, 0), count - 1) &* pace]
            }
            unsafe weights.withUnsafeBufferPointer { weights in
                for place in 0..<count {
                    var sum = unsafe line[place &+ margin] * weights[0]
                    for tap in 1..<max(1, weights.count) {
                        let pair = unsafe line[place &+ margin &- tap] + line[place &+ margin &+ tap]
                        unsafe sum += pair * weights[tap]
                    }
                    unsafe values[place &* pace] = sum
                }
            }
        }
    }
}

/// The weights of Gaussian blurs.
enum Gaussian {
    /// From the middle on, cut where a weight falls below 1/1024 of the middle one; both sides sum to 1.
    static func half(_ sigma: Float) -> [Float] {
        var half: [Float] = []
        for step in 0..<64 {
            let weight = expf(-Float(step * step) / (2 * sigma * sigma))
            guard weight >= 1.0 / 1024 else { break }
            half.append(weight)
        }
        let sum = half[0] + 2 * half.dropFirst().reduce(0, +)
        return half.map { $0 / sum }
    }
}
