/// ``LocalBinaryPattern`` of red, green and blue, each for itself.
///
/// Alpha is the pixel's own. GPUImage exchanges the codes of green and blue.
public final class ColorLocalBinaryPattern: AreaOperation, @unchecked Sendable {
    public override class var reach: Int? { 1 }
}
