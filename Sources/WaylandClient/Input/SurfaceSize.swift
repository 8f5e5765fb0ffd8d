/// The size of a surface: logical units or pixels, as the place of use says.
public struct SurfaceSize: Hashable, Sendable, CustomStringConvertible {
    /// From left to right.
    public var width: Int
    /// From top to bottom.
    public var height: Int

    /// Makes a size.
    ///
    /// - Parameters:
    ///   - width: From left to right.
    ///   - height: From top to bottom.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// For example `1280×720`.
    public var description: String { "\(width)×\(height)" }

    /// Whether a buffer of this size can exist.
    var isEmpty: Bool { width <= 0 || height <= 0 }
}
