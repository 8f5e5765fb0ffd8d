/// Passes pictures on as they are: the two ends of an ``OperationGroup``.
public final class ImageRelay: BasicOperation, @unchecked Sendable {
    package override func describe(
        to plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage { inputs[0] }
}

/// Several operations that look like one.
///
/// Connect them between the two relays in ``configureGroup(_:)``.
open class OperationGroup: ImageOperation, @unchecked Sendable {
    // The relays never change.
    private let first = ImageRelay()
    let last = ImageRelay()

    /// Makes an empty group.
    public init() {}

    /// The port where pictures enter.
    public final var input: InputPort { first.input }
    /// The port where pictures leave.
    public final var output: OutputPort { last.output }

    /// Connects the group's operations.
    ///
    /// - Parameter connect: Gets where pictures enter and where they leave.
    public func configureGroup(_ connect: (_ input: ImageRelay, _ output: ImageRelay) -> Void) {
        connect(first, last)
    }
}
