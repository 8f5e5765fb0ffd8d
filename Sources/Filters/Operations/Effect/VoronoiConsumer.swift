/// Paints each pixel in the colour that the first picture has at the nearest seed.
///
/// Takes a picture and the result of ``JFAVoronoi``: a stained-glass window with a pane for every seed.
public final class VoronoiConsumer: AreaOperation, @unchecked Sendable {
    /// Makes the operation.
    public override init() { super.init(inputs: 2) }
}
