/// The second derivative of red, green and blue about a middle grey, which shows differences from the surroundings.
///
/// The 3×3 kernel (½, 1, ½ / 1, −6, 1 / ½, 1, ½) plus 0.5; edges repeat, alpha is the pixel's own.
public final class Laplacian: AreaOperation, @unchecked Sendable {
    public override class var reach: Int? { 1 }
}
