/// ``KuwaharaFilter`` with a radius of 3.
public final class KuwaharaRadius3Filter: BasicOperation, @unchecked Sendable {
    package override func describe(
        to plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        try plan.kuwahara(inputs[0], radius: 3)
    }
}
