/// The base of operations that lay one picture over another, place by place: input 0 is the base, input 1 the overlay.
open class BlendOperation: PointOperation, @unchecked Sendable {
    /// Makes the operation with its defaults.
    public override init() { super.init(inputs: 2) }
}
