/// Makes the picture warmer or cooler, greener or more magenta.
///
/// The tint adds `tint / 100 · 0.05226` to Q of the NTSC's YIQ, which is kept within ±0.5226; the temperature
/// mixes in an overlay with (0.93, 0.54, 0), by `0.0004 · (temperature − 5000)` below 5000 K (which takes it
/// out) and by `0.00006 · (temperature − 5000)` above; alpha stays.
///
/// GPUImage multiplies with the transposed matrices, so that its tint moves along (1, −1.105, 1.702) instead
/// of Q's (0.621, −0.647, 1.702), and loses something on the way there and back even where nothing is to
/// change.
public final class WhiteBalance: PointOperation, @unchecked Sendable {
    /// The temperature: 2500 (blue)…7500 (orange) kelvins; 5000 changes nothing.
    @Parameter(in: 2500...7500, unit: .kelvin) public var temperature: Float = 5000
    /// The tint: −200 (green)…200 (magenta); 0 changes nothing.
    @Parameter(in: -200...200) public var tint: Float = 0
}
