/// Makes the picture brighter or darker by stops.
///
/// `rgb · 2^exposure`, on the pixel values as they are, like GPUImage; alpha stays.
public final class ExposureAdjustment: PointOperation, @unchecked Sendable {
    /// The number of doublings of the values: −10…10; 0 gives the picture back.
    @Parameter(in: -10...10, unit: .stops) public var exposure: Float = 0
}
