internal import Frames

/// Puts the overlay's structure into the base's light: seamless cloning.
///
/// Solves Poisson's equation, in which the base rises from pixel to pixel as the overlay does, by Jacobi steps that
/// start at the base (Pérez, Gangnet and Blake, “Poisson Image Editing”, 2003): each goes from the colour there to
/// `mean of the four neighbours + mean of (overlay − overlay's neighbour)·(neighbour's alpha)` by ``mix`` · overlay's
/// alpha. Where the overlay is transparent, the base stays; the base's alpha stays everywhere.
///
/// Steps keep 16-bit floats, so colours may pass 0…1 on the way and small differences add up; GPUImage rounds and
/// clamps each to 8 bits. It also counts the hidden colour of transparent neighbours, which draws an edge around a
/// cut-out.
public final class PoissonBlend: BasicOperation, @unchecked Sendable {
    /// The length of each step; 0 gives the base back.
    @Parameter(in: 0...1, unit: .fraction) public var mix: Float = 0.5
    /// The number of steps; light spreads by one pixel with each.
    @Parameter(in: 0...200) public var iterations: Int = 10

    /// Makes the operation with its defaults.
    public override init() { super.init(inputs: 2) }

    package override func describe(
        to plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        let steps = max(0, min(plan.fixed($iterations), 200))
        if steps == 0 { return inputs[0] }
        let size = inputs[0].size
        let overlay = try plan.resized(inputs[1], width: size.width, height: size.height)
        let rise = try plan.area(
            "PoissonRise", [overlay], layout: .half, isClamped: false)
        var picture = inputs[0]
        for step in 1...steps {
            let isLast = step == steps
            picture = try plan.area(
                name, [picture, rise], [.live($mix)], layout: isLast ? .rgba8 : .half, isClamped: isLast,
                pixelsPerInvocation: 4)
        }
        return picture
    }
}
