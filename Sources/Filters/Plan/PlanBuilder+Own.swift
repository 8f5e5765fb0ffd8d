internal import Frames

extension PlanBuilder {
    /// A body whose text a program has written.
    ///
    /// - Parameters:
    ///   - body: The text.
    ///   - inputs: The pictures: a colour of each where the text takes colours, else to be read anywhere.
    ///   - parameters: The struct's members.
    ///   - size: The result's size; nil for the first picture's.
    ///   - pixelsPerInvocation: 4 where neighbours share most of what they read.
    /// - Returns: The result.
    /// - Throws: An error when there is neither an input nor a size, or the size is out of bounds.
    func own(
        _ body: ShaderBody, _ inputs: [PlanImage], _ parameters: [PlanParameter], size: PixelSize?,
        pixelsPerInvocation: Int
    ) throws(FilterError) -> PlanImage {
        if body.colorCount > 0 {
            return try point(
                body.entry, function: body.entry, inputs, parameters, usesPlace: body.usesPlace, own: body)
        }
        return try area(
            body.entry, function: body.entry, inputs, parameters, size: size,
            pixelsPerInvocation: pixelsPerInvocation, own: body)
    }
}
