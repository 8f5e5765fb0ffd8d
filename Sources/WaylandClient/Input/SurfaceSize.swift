/// The size of a surface: logical units or pixels, as the place of use says.
public struct SurfaceSize: Hashable, Sendable, CustomStringConvertible {
    /// The extent from left to right.
    public var width: Int
    /// The extent from top to bottom.
    public var height: Int

    /// Makes a size.
    ///
    /// - Parameters:
    ///   - width: The extent from left to right.
    ///   - height: The extent from top to bottom.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The size as text, for example `1280×720`.
    public var description: String { "\(width)×\(height)" }

    /// True when no buffer of this size can exist.
    var isEmpty: Bool { width <= 0 || height <= 0 }

    /// The nearest size that a window can have: no graphics device draws larger pictures.
    var possible: SurfaceSize {
        SurfaceSize(width: min(max(1, width), 16_384), height: min(max(1, height), 16_384))
    }
}
