internal import Glibc
internal import VulkanCore

/// Sobel's operator on a plane of luma.
///
/// The arithmetic is that of LuminanceGradient.glsli, in whole codes up to the root.
struct HostEdges: Sendable {
    /// What a slope's length in codes is multiplied with.
    let scale: Float
    /// Whether edges are dark on white.
    let isInverted: Bool

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

    private func band(_ rows: Range<Int>, _ source: HostPicture.Plane, _ target: HostPicture.Plane) {
        let width = source.width
        let capacity = (width + 7) / 8 * 8 + 32
        let lines = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity * 3)
        unsafe lines.initialize(repeating: 0, count: capacity * 3)
        defer { unsafe lines.deallocate() }
        func load(_ row: Int) {
            let place = min(max(row, 0), source.height - 1)
            let line = unsafe lines + (row + 3) % 3 * capacity
            unsafe memcpy(line + 8, source.base + place * source.stride, width)
            unsafe line[7] = line[8]
            unsafe line[8 + width] = line[7 + width]
        }
        load(rows.lowerBound - 1)
        load(rows.lowerBound)
        for row in rows {
            load(row + 1)
            func line(_ row: Int) -> UnsafeRawPointer {
                unsafe UnsafeRawPointer(lines + (row + 3) % 3 * capacity + 8)
            }
            unsafe write(
                line(row - 1), line(row), line(row + 1), to: target.base + row * target.stride, width)
        }
    }

    @inline(__always)
    private func write(
        _ above: UnsafeRawPointer, _ middle: UnsafeRawPointer, _ below: UnsafeRawPointer,
        to target: UnsafeMutableRawPointer, _ width: Int
    ) {
        @inline(__always)
        func codes(_ row: UnsafeRawPointer, _ x: Int) -> SIMD8<Int16> {
            unsafe unsafeBitCast(
                Words(upperBytes: row.loadUnaligned(fromByteOffset: x, as: SIMD8<UInt8>.self)) &>> 8,
                to: SIMD8<Int16>.self)
        }
        var x = 0
        while x < width {
            let (a, b, c) = unsafe (codes(above, x &- 1), codes(above, x), codes(above, x &+ 1))
            let (d, f) = unsafe (codes(middle, x &- 1), codes(middle, x &+ 1))
            let (g, h, i) = unsafe (codes(below, x &- 1), codes(below, x), codes(below, x &+ 1))
            let across = (c &- a) &+ ((f &- d) &<< 1) &+ (i &- g)
            let down = (g &- a) &+ ((h &- b) &<< 1) &+ (i &- c)
            let count = min(8, width &- x)
            for lane in 0..<count {
                let (u, v) = (Int32(across[lane]), Int32(down[lane]))
                let length = Float(u &* u &+ v &* v).squareRoot() * scale
                let code = UInt8(truncatingIfNeeded: Int32(min(max(length, 0), 255) + 0.5))
                unsafe target.storeBytes(
                    of: isInverted ? 255 &- code : code, toByteOffset: x &+ lane, as: UInt8.self)
            }
            x &+= 8
        }
    }
}

extension PlanBuilder {
    /// A camera's edges as a grey picture, by the processor; nil where it is not the device or sees no plane of luma.
    ///
    /// - Parameters:
    ///   - image: The picture.
    ///   - strength: What a slope's length is multiplied with, asked for each frame.
    ///   - isInverted: Whether edges are dark on white.
    /// - Returns: The edges.
    func hostEdges(
        _ image: PlanImage, strength: @escaping @Sendable () -> Float, isInverted: Bool
    ) -> PlanImage? {
        guard let traits = image.hostTraits, case .planes(let planes) = traits.samples,
            planes.arrangement.hasSeparateLuma
        else { return nil }
        // Black and white may be the codes 16 and 235.
        let range = Float(planes.weights.red.x) / 8192
        return hostGrey("Edges", image) { source, target in
            guard let luma = source.planes.first, let grey = target.planes.first else { return }
            let strength = strength()
            HostEdges(scale: (strength.isFinite ? strength : 0) * range, isInverted: isInverted)
                .apply(luma, to: grey)
        }
    }
}
