/// Bends the values along curves: one for each channel, then one for all three.
///
/// `composite(channel(value))`, each the natural cubic spline through its ``ControlPoints``; alpha stays. The
/// curves are computed exactly for the 256 codes of 8 bits, and are straight between these.
///
/// GPUImage 1 gives black before a curve's first point and has no value behind its last one; here the curve
/// goes on flat, as in Photoshop. Setting points makes a new plan.
public final class ToneCurve: PointOperation, FileOperation, @unchecked Sendable {
    /// The curve of all channels, applied last.
    @Parameter(in: 0...1) public var rgbCompositeControlPoints: ControlPoints = .diagonal
    /// Red's curve.
    @Parameter(in: 0...1) public var redControlPoints: ControlPoints = .diagonal
    /// Green's curve.
    @Parameter(in: 0...1) public var greenControlPoints: ControlPoints = .diagonal
    /// Blue's curve.
    @Parameter(in: 0...1) public var blueControlPoints: ControlPoints = .diagonal

    /// The endings of its files' names.
    public static let fileEndings = ["acv"]

    /// Takes the curves of a Photoshop curves file (.acv).
    ///
    /// - Parameters:
    ///   - file: The file's bytes.
    ///   - name: The file's name, for errors.
    /// - Throws: `FilterError.badFile` with the file's fault.
    public func load(_ file: [UInt8], name: String) throws(FilterError) {
        let curves = try CurveFile(file, name: name)
        rgbCompositeControlPoints = curves.composite
        redControlPoints = curves.red
        greenControlPoints = curves.green
        blueControlPoints = curves.blue
    }

    package override func describe(
        to plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        let composite = Spline(plan.fixed($rgbCompositeControlPoints))
        let channels = [$redControlPoints, $greenControlPoints, $blueControlPoints].map { plan.fixed($0) }
        let table = ColorTable(curves: channels.map(Spline.init), then: composite)
        return try plan.recolored(inputs[0], by: table, intensity: .constant("intensity", Float(1)))
    }
}
