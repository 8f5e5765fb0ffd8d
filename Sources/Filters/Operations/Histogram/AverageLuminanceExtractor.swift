internal import LinuxIO

/// Passes a picture on and tells its mean luminance.
///
/// The mean of 0.2125 red + 0.7154 green + 0.0721 blue over all pixels, each to 1/4080 of full scale.
public final class AverageLuminanceExtractor: AverageExtractor<Float>, @unchecked Sendable {
    /// Gets the mean luminance of each frame, 0…1, on the thread that renders; nil for nobody.
    public var extractedLuminanceCallback: (@Sendable (Float) -> Void)? {
        get { deliver.current }
        set { deliver.current = newValue }
    }

    /// Makes the operation.
    public init() { super.init(ofLuminance: true) { $0[0] } }
}
