/// The number of the buffer's pixels that make one logical unit of the surface.
enum SurfaceScale: Hashable, Sendable {
    /// A whole factor, told to the compositor by `wl_surface.set_buffer_scale`.
    case whole(Int)
    /// A factor in 1/120 from fractional-scale-v1; the logical size is told by `wp_viewport.set_destination`.
    case fractional(Int)

    /// The largest whole factor that a compositor is believed; screens have up to 4.
    static let largest = 64

    /// Makes a whole factor that can be of what a compositor says.
    static func possible(_ factor: Int) -> Int { min(max(1, factor), largest) }

    /// The factor.
    var factor: Double {
        switch self {
        case .whole(let factor): Double(factor)
        case .fractional(let parts): Double(parts) / 120
        }
    }

    /// Computes the buffer that fills a surface exactly; fractional-scale-v1 rounds halves up.
    func bufferSize(for logical: SurfaceSize) -> SurfaceSize {
        switch self {
        case .whole(let factor):
            SurfaceSize(width: logical.width * factor, height: logical.height * factor)
        case .fractional(let parts):
            SurfaceSize(
                width: max(1, (logical.width * parts + 60) / 120),
                height: max(1, (logical.height * parts + 60) / 120))
        }
    }
}
