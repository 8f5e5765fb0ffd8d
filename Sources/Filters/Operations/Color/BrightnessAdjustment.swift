/// Adds to red, green and blue.
///
/// `rgb + brightness`, kept within 0…1; alpha stays.
public final class BrightnessAdjustment: PointOperation, @unchecked Sendable {
    /// The number that is added, in full scales: −1…1; 0 gives the picture back.
    @Parameter(in: -1...1) public var brightness: Float = 0
}
