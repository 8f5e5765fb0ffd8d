/// Clouds: Perlin's gradient noise between two colours.
///
/// The noise of Ken Perlin's “Improving Noise” (2002) in the plane: eight gradients of length √2, chosen by a hash
/// (PCG; Jarzynski and Olano, 2020) of the lattice point, eased by `6t⁵ − 15t⁴ + 10t³`. `(1 + noise) / 2` fades from
/// the first colour to the second as in ``DissolveBlend``. It is 0 at every lattice point.
///
/// Cells are squares, counted over the picture's height; GPUImage stretches them to the picture and always draws the same
/// clouds.
public final class PerlinNoise: ImageGenerator, @unchecked Sendable {
    /// The height of the picture in cells of the lattice.
    @Parameter(in: 0...512) public var scale: Float = 8
    /// The number that chooses the clouds.
    @Parameter(in: 0...65535) public var seed: Int = 0
    /// The colour of the lowest noise.
    @Parameter(in: 0...1) public var colorStart = Color.black
    /// The colour of the highest noise.
    @Parameter(in: 0...1) public var colorFinish = Color.white
}
