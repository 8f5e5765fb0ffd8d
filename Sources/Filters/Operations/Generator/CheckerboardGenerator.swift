/// Squares of two colours in turn, from the upper left corner.
public final class CheckerboardGenerator: ImageGenerator, @unchecked Sendable {
    /// The side of a square.
    @Parameter(in: 1...4096, unit: .pixels) public var squareSize: Int = 32
    /// The colour of the first square.
    @Parameter(in: 0...1) public var firstColor = Color.white
    /// The colour of its neighbours.
    @Parameter(in: 0...1) public var secondColor = Color.black
}
