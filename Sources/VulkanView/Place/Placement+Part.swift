internal import Frames

extension Placement {
    /// Takes a part of a placement, as if it were a window of its own; each pixel shows what it shows in the whole.
    ///
    /// - Parameters:
    ///   - whole: The placement, whose rectangle is all of its window.
    ///   - part: The part of the window.
    init(_ whole: Placement, part: Rectangle) {
        rectangle = Rectangle(wholeOf: part.size)
        vertices = whole.vertices
        isOneToOne = whole.isOneToOne
        isTurned = whole.isTurned
        columns = whole.columns.advanced(by: whole.isTurned ? part.y : part.x)
        rows = whole.rows.advanced(by: whole.isTurned ? part.x : part.y)
        (across, down) = (whole.across, whole.down)
    }
}

extension PlaceSteps {
    /// The same way from a later pixel on; exact, since the rests of the steps go along.
    func advanced(by pixels: Int) -> PlaceSteps {
        let rest = Int(fraction) * pixels + Int(startFraction)
        return PlaceSteps(
            whole: whole, fraction: fraction,
            start: Int32(truncatingIfNeeded: Int(start) + Int(whole) * pixels + rest >> 16),
            startFraction: UInt32(truncatingIfNeeded: rest & 0xffff))
    }
}
