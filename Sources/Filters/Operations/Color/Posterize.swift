/// Leaves few levels of each channel.
///
/// `floor(rgb · colorLevels + 0.5) / colorLevels`; alpha stays, where GPUImage posterizes it, too.
public final class Posterize: PointOperation, @unchecked Sendable {
    /// The number of steps between black and white: 1…256; 255 gives an 8-bit picture back.
    @Parameter(in: 1...256) public var colorLevels: Float = 10
}
