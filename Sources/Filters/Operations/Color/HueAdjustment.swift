/// Turns all hues.
///
/// Turns I and Q of the NTSC's YIQ by `−hue`; Y and alpha stay.
///
/// The angle is in degrees, as GPUImage 1 has it and its successors document it; those take it for radians.
public final class HueAdjustment: PointOperation, @unchecked Sendable {
    /// The angle: 0…360°; 0 and 360 give the picture back.
    @Parameter(in: 0...360, unit: .degrees) public var hue: Float = 90
}
