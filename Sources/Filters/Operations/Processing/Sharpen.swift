/// Raises the difference between a pixel and its four neighbours.
///
/// `c·(1 + 4s) − s·(above + left + right + below)` for red, green and blue; alpha is the pixel's own.
public final class Sharpen: AreaOperation, @unchecked Sendable {
    /// The amount s: 0 gives the picture back, negative blurs.
    @Parameter(in: -4...4) public var sharpness: Float = 0

    public override class var pixelsPerInvocation: Int { 4 }
}
