internal import Glibc

/// A straight line that was found in a picture.
public struct DetectedLine: Sendable, Equatable {
    /// The line from edge to edge of the picture; it goes on beyond them.
    public let line: Line
    /// The line's direction in the picture's pixels: 0 lies flat, 45 falls to the right, −45 rises, 90 stands; more
    /// than −90.
    public let angleInDegrees: Float
    /// The number of edge pixels on it, in the picture in which it was searched.
    public let votes: Int

    /// Makes a line of the normal form `x·cos α + y·sin α = distance` in pixels, whose centres have whole numbers.
    ///
    /// - Parameters:
    ///   - normal: α in whole degrees, −90…89.
    ///   - distance: The distance from the centre of the first pixel.
    ///   - votes: The number of pixels on it.
    ///   - width: The width of the picture in which it was searched.
    ///   - height: The height of that picture.
    init(normal: Int, distance: Int, votes: Int, width: Int, height: Int) {
        let angle = Double(normal) * .pi / 180
        let ends = Self.ends(cos(angle), sin(angle), Double(distance), Double(width), Double(height))
        line = Line(from: ends.0, to: ends.1, isInfinite: true)
        angleInDegrees = Float(normal > 0 ? normal - 90 : normal + 90)
        self.votes = votes
    }

    /// Finds the places where the line enters and leaves the picture: across it if it lies rather flat, else down it.
    private static func ends(
        _ across: Double, _ down: Double, _ distance: Double, _ width: Double, _ height: Double
    ) -> (Position, Position) {
        // From centres at whole numbers to centres at halves.
        let distance = distance + 0.5 * (across + down)
        if abs(down) * width > abs(across) * height {
            let y = { (x: Double) in Float((distance - x * across) / down / height) }
            return (Position(0, y(0)), Position(1, y(width)))
        }
        let x = { (y: Double) in Float((distance - y * down) / across / width) }
        return (Position(x(0), 0), Position(x(height), 1))
    }
}
