internal import Frames

/// Draws the picture of a ``Histogram`` as bars, one for each column and colour.
///
/// A pixel has a channel's colour where the bar is at least as high as the pixel's middle, and the background where no bar
/// is. Bars grow from the lower edge. Without a `Histogram` before it, it draws the middle row of whatever picture it gets.
public final class HistogramDisplay: BasicOperation, @unchecked Sendable {
    /// The number of columns of the drawing: 1…8192.
    @Parameter(in: 1...8192, unit: .pixels) public var width: Int = 256
    /// The number of rows of the drawing: 1…8192.
    @Parameter(in: 1...8192, unit: .pixels) public var height: Int = 128
    /// The colour where no bar is.
    public override var backgroundColor: Color {
        get { _backgroundColor.wrappedValue }
        set { _backgroundColor.wrappedValue = newValue }
    }
    // A property with a wrapper cannot take the place of another; the parameter's name is that without the first sign.
    private let _backgroundColor = Parameter(wrappedValue: Color.transparent, in: 0...1)

    package override var background: (parameter: Parameter<Color>, isDrawn: Bool) { (_backgroundColor, true) }

    package override class var choosesSize: Bool { true }

    package override func describe(
        to plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        let size = PixelSize(width: max(1, plan.fixed($width)), height: max(1, plan.fixed($height)))
        return try plan.area(
            "HistogramDisplay", inputs, [.live("backgroundColor", _backgroundColor)], size: size)
    }
}
