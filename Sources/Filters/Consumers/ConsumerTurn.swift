internal import Frames

/// The pictures of a consumer, turned: a source that stands between the consumer's port and whoever computes them.
final class ConsumerTurn: ImageSource, PlanProducer, @unchecked Sendable {
    let output = OutputPort(producer: nil)
    let port: InputPort
    // Guarded by Topology.
    private var current = Rotation.none

    init(of port: InputPort) {
        self.port = port
        output.attach(self)
    }

    /// The turn.
    var rotation: Rotation {
        get { Topology.locked { current } }
        set { port.set(\.current, of: self, to: newValue) }
    }

    var planInput: InputPort? { port }

    func describe(to plan: PlanBuilder, _ inputs: [PlanImage]) throws(FilterError) -> PlanImage {
        try plan.turned(inputs[0], by: rotation)
    }
}
