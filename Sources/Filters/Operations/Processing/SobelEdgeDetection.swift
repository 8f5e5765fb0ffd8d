/// White where luminance changes, black elsewhere, by Sobel's operator.
///
/// The length of (h, v) times the strength, where h and v are the sums over the 3×3 pixels with the weights
/// (−1, 0, 1 / −2, 0, 2 / −1, 0, 1) and its transpose; opaque. All eight neighbours of the luminance are read; GPUImage
/// reads the red channel, and the lower neighbour in place of the lower left one.
public final class SobelEdgeDetection: SobelOperation, @unchecked Sendable {}
