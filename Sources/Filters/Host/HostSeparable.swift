internal import Glibc

/// Weighs neighbours along rows and columns with the processor's vectors.
///
/// Samples are codes in 1/256, weights 1/65536; each product is cut off to 1/256, so a result is at most a tenth of a
/// code below the exact one, and half a step is given back before the last rounding.
struct HostSeparable: Sendable {
    /// Weights of the middle and of its neighbours on one side; both sides are the same.
    private let across: [UInt16]
    private let down: [UInt16]

    /// - Parameters:
    ///   - across: Weights along rows from the middle on; with both sides they sum to 1.
    ///   - down: Weights along columns.
    init(across: [Float], down: [Float]) {
        self.across = HostSeparable.rounded(across)
        self.down = HostSeparable.rounded(down)
    }

    /// Rounds so that the sum stays whole: the middle takes what is left.
    private static func rounded(_ weights: [Float]) -> [UInt16] {
        let sides = weights.dropFirst().map { UInt16(max(0, min(32767, ($0 * 65536).rounded()))) }
        let middle = 65535 - 2 * sides.reduce(0) { $0 + Int($1) }
        return [UInt16(max(0, middle))] + sides
    }

    /// Filters a plane.
    func apply(_ source: HostPicture.Plane, to target: HostPicture.Plane) {
        // The planes are memory that lasts, and each part writes rows of its own.
        struct Both: @unchecked Sendable {
            let source: HostPicture.Plane
            let target: HostPicture.Plane
        }
        let both = Both(source: source, target: target)
        HostRows.spread(source.height) { [self] rows in band(rows, both.source, both.target) }
    }

    /// Filters some rows: a ring holds the rows around, already weighed along themselves.
    private func band(_ rows: Range<Int>, _ source: HostPicture.Plane, _ target: HostPicture.Plane) {
        let radius = down.count - 1
        let count = 2 * radius + 1
        let width = (source.width + 15) / 16 * 16
        let margin = (across.count - 1) * source.step
        let ring = UnsafeMutablePointer<UInt16>.allocate(capacity: count * width)
        let line = UnsafeMutablePointer<UInt8>.allocate(capacity: width + 2 * margin + 32)
        unsafe ring.initialize(repeating: 0, count: count * width)
        unsafe line.initialize(repeating: 0, count: width + 2 * margin + 32)
        defer {
            unsafe ring.deallocate()
            unsafe line.deallocate()
        }
        var filled = rows.lowerBound - radius
        for row in rows {
            while filled <= row + radius {
                let place = min(max(filled, 0), source.height - 1)
                let slot = (filled + count * 2) % count
                unsafe weighAcross(
                    UnsafeRawPointer(source.base + place * source.stride), source, line, margin,
                    to: ring + slot * width)
                filled += 1
            }
            unsafe weighDown(ring, count, width, row, to: target.base + row * target.stride, target.width)
        }
    }

    @inline(__always)
    private func weighAcross(
        _ row: UnsafeRawPointer, _ plane: HostPicture.Plane, _ line: UnsafeMutablePointer<UInt8>,
        _ margin: Int,
        to target: UnsafeMutablePointer<UInt16>
    ) {
        let (width, step) = (plane.width, plane.step)
        unsafe memcpy(line + margin, row, width)
        for index in 0..<margin {
            unsafe line[index] = line[margin + index % step]
            unsafe line[margin + width + index] = line[margin + width - step + index % step]
        }
        let base = unsafe UnsafeRawPointer(line + margin)
        var x = 0
        while x < width {
            var sum = unsafe Words(
                upperBytes: base.loadUnaligned(fromByteOffset: x, as: SIMD8<UInt8>.self)
            ).upperProduct(across[0])
            for tap in 1..<max(1, across.count) {
                let weight = across[tap]
                let before = unsafe Words(
                    upperBytes: base.loadUnaligned(fromByteOffset: x &- tap &* step, as: SIMD8<UInt8>.self))
                let behind = unsafe Words(
                    upperBytes: base.loadUnaligned(fromByteOffset: x &+ tap &* step, as: SIMD8<UInt8>.self))
                sum = sum &+ before.upperProduct(weight) &+ behind.upperProduct(weight)
            }
            unsafe UnsafeMutableRawPointer(target + x).storeBytes(of: sum, as: Words.self)
            x &+= 8
        }
    }

    @inline(__always)
    private func weighDown(
        _ ring: UnsafeMutablePointer<UInt16>, _ count: Int, _ width: Int, _ row: Int,
        to target: UnsafeMutableRawPointer, _ bytes: Int
    ) {
        func line(_ place: Int) -> UnsafeRawPointer {
            unsafe UnsafeRawPointer(ring + ((place + count * 2) % count) * width)
        }
        let middle = unsafe line(row)
        // Half a code, and half a step for each product that was cut off twice.
        let half = Words(repeating: UInt16(128 + down.count + across.count - 1))
        var x = 0
        while x < bytes {
            var sum = unsafe middle.loadUnaligned(fromByteOffset: x &* 2, as: Words.self)
                .upperProduct(down[0])
            for tap in 1..<max(1, down.count) {
                let weight = down[tap]
                let above = unsafe line(row - tap).loadUnaligned(fromByteOffset: x &* 2, as: Words.self)
                let below = unsafe line(row + tap).loadUnaligned(fromByteOffset: x &* 2, as: Words.self)
                sum = sum &+ above.upperProduct(weight) &+ below.upperProduct(weight)
            }
            let result = (sum &+ half).upperBytes
            if x &+ 8 <= bytes {
                unsafe target.storeBytes(of: result, toByteOffset: x, as: SIMD8<UInt8>.self)
            } else {
                for index in 0..<bytes - x {
                    unsafe target.storeBytes(of: result[index], toByteOffset: x + index, as: UInt8.self)
                }
            }
            x &+= 8
        }
    }
}
