internal import LinuxIO

/// Passes a picture on and tells its mean colour.
///
/// The mean of each channel over all pixels, exact for bytes; not weighted by alpha. GPUImage2 takes means of means of 4×4
/// pixels in bytes, which loses up to a code in each step.
public final class AverageColorExtractor: AverageExtractor<Color>, @unchecked Sendable {
    /// Gets the mean colour of each frame, on the thread that renders; nil for nobody.
    public var extractedColorCallback: (@Sendable (Color) -> Void)? {
        get { deliver.current }
        set { deliver.current = newValue }
    }

    /// Makes the operation.
    public init() { super.init(ofLuminance: false) { Color(components: $0) } }
}
