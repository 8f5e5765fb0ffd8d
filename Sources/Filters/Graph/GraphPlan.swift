extension Plan {
    /// Makes the plan of a graph as it is now.
    ///
    /// - Parameters:
    ///   - outputs: The sources whose pictures are wanted.
    ///   - isCPU: Whether kernels run on the processor.
    ///   - isFused: Whether point operations join their neighbours' kernels.
    ///   - usesProcessor: Whether the processor works itself where it is the device.
    ///   - isRoundedAsFused: Whether pictures keep all their bits where joined operations would have none between them.
    /// - Throws: The graph's fault.
    init(
        of outputs: [any ImageSource], isCPU: Bool, isFused: Bool, usesProcessor: Bool, isRoundedAsFused: Bool
    ) throws(FilterError) {
        let snapshot = try Topology.snapshot(of: outputs)
        let builder = PlanBuilder(isCPU: isCPU, usesProcessor: usesProcessor)
        var walk = GraphWalk(snapshot, builder)
        var images: [PlanImage] = []
        for output in outputs { images.append(try walk.image(of: output)) }
        self = try Planner.plan(images, builder, isFused: isFused, isRoundedAsFused: isRoundedAsFused)
        changes = snapshot.changes
    }
}

/// The walk over a graph that makes a plan of it: from the pictures that are wanted to the sources.
private struct GraphWalk {
    private let connections: [ObjectIdentifier: Topology.Connections]
    private let builder: PlanBuilder
    /// The pictures by the ports that they leave from.
    private var known: [ObjectIdentifier: PlanImage] = [:]

    init(_ snapshot: Topology.Snapshot, _ builder: PlanBuilder) {
        connections = snapshot.connections
        self.builder = builder
    }

    /// The picture of a source, planned once however many read it.
    mutating func image(of source: any ImageSource) throws(FilterError) -> PlanImage {
        let port = source.output
        if let known = known[ObjectIdentifier(port)] { return known }
        guard let producer = port.producer else {
            throw .missingInput(operation: String(describing: type(of: source)), input: 0)
        }
        var inputs: [PlanImage] = []
        let connected = producer.planInput.flatMap { connections[ObjectIdentifier($0)] }
        for (index, source) in (connected?.sources ?? []).enumerated() {
            guard let source else {
                throw .missingInput(operation: String(describing: type(of: producer)), input: index)
            }
            inputs.append(try image(of: source))
        }
        var mask: PlanImage?
        if let source = connected?.mask { mask = try image(of: source) }
        let image = try result(of: producer, inputs, mask: mask)
        known[ObjectIdentifier(port)] = image
        return image
    }

    private func result(
        of producer: any PlanProducer, _ inputs: [PlanImage], mask: PlanImage?
    ) throws(FilterError) -> PlanImage {
        guard let operation = producer as? BasicOperation else {
            builder.parameterNames = [:]
            return try producer.describe(to: builder, inputs)
        }
        builder.parameterNames = Dictionary(
            operation.parameters.map { (ObjectIdentifier($0.parameter), $0.name) }
        ) { $1 }
        return try builder.result(of: operation, inputs, mask: mask)
    }
}

extension PlanBuilder {
    /// All parameters of an operation, read for each frame.
    package func allParameters(of operation: BasicOperation) -> [PlanParameter] {
        operation.parameters.map { .live($0.name, $0.parameter) }
    }

    /// Names something that the operation being planned keeps.
    package func memory(_ name: String, of operation: BasicOperation) -> PlanMemory {
        PlanMemory(owner: operation.identity, name: name)
    }
}
