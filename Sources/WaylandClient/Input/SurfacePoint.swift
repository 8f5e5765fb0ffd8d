/// A place on a surface, in its logical units, from its top left corner.
public struct SurfacePoint: Hashable, Sendable, CustomStringConvertible {
    /// The distance from the left edge.
    public var x: Double
    /// The distance from the top edge.
    public var y: Double

    /// Makes a place from its distances.
    ///
    /// - Parameters:
    ///   - x: The distance from the left edge.
    ///   - y: The distance from the top edge.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The place as text, for example `(12.5, 7.0)`.
    public var description: String { "(\(x), \(y))" }

    /// Computes the larger one of the distances across and down.
    func distance(to other: SurfacePoint) -> Double { max(abs(x - other.x), abs(y - other.y)) }

    /// The place in whole units, as requests take it.
    var whole: (x: Int32, y: Int32) { (Self.whole(x), Self.whole(y)) }

    private static func whole(_ value: Double) -> Int32 {
        value.isFinite ? Int32(min(max(value, -1e9), 1e9)) : 0
    }
}
