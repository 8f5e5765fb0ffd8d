/// Replaces red, green and blue each by the median of the 3×3 pixels around.
///
/// Takes away single wrong pixels and keeps edges. Edges of the picture repeat; alpha is the pixel's own (GPUImage makes
/// it 1).
public final class MedianFilter: AreaOperation, @unchecked Sendable {
    public override class var reach: Int? { 1 }
}
