/// The last operation before a window: opaque pixels over black, blue first, as windows and video have them; of 16 bits red first, since
/// these have no format with blue first.
final class BlueFirst: PointOperation, @unchecked Sendable {
    override func describe(to plan: PlanBuilder, _ inputs: [PlanImage]) throws(FilterError) -> PlanImage {
        try plan.point(name, function: inputs.first?.layout == .rgba16 ? "redFirst" : "blueFirst", inputs)
    }
}
