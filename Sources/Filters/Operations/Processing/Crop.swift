internal import Frames

/// Cuts a rectangle out of the picture.
///
/// The result has the rectangle's size. Parts outside the picture are cut off; the place moves inwards as far as
/// needed.
public final class Crop: BasicOperation, @unchecked Sendable {
    /// The rectangle's size; where a number is 0, or more than the picture has, the picture's.
    @Parameter(in: 0...32768, unit: .pixels) public var cropSizeInPixels = Size2D(width: 0, height: 0)
    /// The rectangle's upper left corner in the picture, in whole pixels; where a number is negative, in the middle.
    @Parameter(in: -1...32768, unit: .pixels) public var locationOfCropInPixels = Position(-1, -1)

    package override class var choosesSize: Bool { true }

    package override func describe(
        to plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        let wanted = plan.fixed($cropSizeInPixels)
        let size = PixelSize(
            width: Crop.pixels(wanted.width, of: inputs[0].size.width),
            height: Crop.pixels(wanted.height, of: inputs[0].size.height))
        if size == inputs[0].size { return inputs[0] }
        return try plan.area(
            name, inputs, [.live($locationOfCropInPixels)], size: size, layout: inputs[0].layout,
            isClamped: false)
    }

    private static func pixels(_ wanted: Float, of whole: Int) -> Int {
        wanted >= 0.5 ? min(whole, Int(min(wanted, Float(whole)).rounded())) : whole
    }
}
