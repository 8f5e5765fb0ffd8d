/// The picture as a relief that is lit from the upper left.
///
/// The 3×3 kernel (−2i, −i, 0 / −i, 1, i / 0, i, 2i) for red, green and blue; edges repeat, alpha is the pixel's own.
/// The light stays at the upper left of the upright picture however the camera is turned.
public final class EmbossFilter: AreaOperation, @unchecked Sendable {
    /// The depth i of the relief; 0 gives the picture back.
    @Parameter(in: 0...5) public var intensity: Float = 1

    public override class var reach: Int? { 1 }
}
