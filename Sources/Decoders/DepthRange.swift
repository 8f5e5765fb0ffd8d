/// The distances that are drawn black and white; those between become greys.
///
/// White may be nearer than black. Distances beyond either are drawn as it is, and 0, where a camera knows none, is black.
public struct DepthRange: Hashable, Sendable {
    /// The distance that is black, in the camera's unit.
    public var black: UInt16
    /// The distance that is white, in the camera's unit.
    public var white: UInt16

    /// Makes a range; by default of all distances, the farthest one white.
    public init(black: UInt16 = 0, white: UInt16 = .max) { (self.black, self.white) = (black, white) }

    /// Reads the black distance and the white one (`500-4000`); nil where there are no two.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { UInt16($0) }
        guard parts.count == 2, let black = parts[0], let white = parts[1] else { return nil }
        self.init(black: black, white: white)
    }
}
