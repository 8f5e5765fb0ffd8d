/// A picture of one colour.
///
/// GPUImage3's never runs its commands, so its picture is undefined; its `renderColor(_:)` is ``color`` here.
public final class SolidColorGenerator: ImageGenerator, @unchecked Sendable {
    /// The colour.
    @Parameter(in: 0...1) public var color = Color.black
}
