/// The way along one axis of the picture, pixel by pixel of the window, in whole numbers.
///
/// The n-th pixel's middle lies `whole · n + start + ((fraction · n + startFraction) >> 16)` to the right of (below) the
/// middle of the picture's first pixel, in 1/256 of a pixel of the picture. 32 bits are enough for every window, and
/// the last pixel of the largest is exact to 1/8 of these steps.
struct PlaceSteps: Hashable {
    /// The step from pixel to pixel, rounded down.
    let whole: Int32
    /// The rest of the step, in 1/65536.
    let fraction: UInt32
    /// The first pixel's place, rounded down.
    let start: Int32
    /// The rest of that place, in 1/65536, and half a step for rounding.
    let startFraction: UInt32

    /// True when the way goes to the right, or down.
    var isForward: Bool { whole >= 0 }

    /// Works out a pixel's place.
    func place(_ pixel: Int) -> Int {
        Int(whole) * pixel + Int(start) + (Int(fraction) * pixel + Int(startFraction)) >> 16
    }

    /// The four numbers as shaders take them.
    var words: SIMD4<Int32> {
        SIMD4(whole, Int32(bitPattern: fraction), start, Int32(bitPattern: startFraction))
    }
}

extension PlaceSteps {
    /// Works out the steps over a part of the picture.
    ///
    /// - Parameters:
    ///   - start: The start of the part, in pixels; its end when the way goes backwards.
    ///   - length: The length of the part, in pixels; negative when the way goes backwards.
    ///   - count: The number of the window's pixels that show it; above zero.
    init(start: Double, length: Double, count: Int) {
        let step = length / Double(count)
        let steps = Int64((step * 16_777_216).rounded())
        let first = Int64((((start + step / 2) * 256 - 128) * 65536).rounded()) + 32768
        whole = Int32(truncatingIfNeeded: steps >> 16)
        fraction = UInt32(truncatingIfNeeded: steps & 0xffff)
        self.start = Int32(truncatingIfNeeded: first >> 16)
        startFraction = UInt32(truncatingIfNeeded: first & 0xffff)
    }
}
