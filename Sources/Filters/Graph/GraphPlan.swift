internal import VulkanCore

extension Plan {
    /// Makes the plan of a graph as it is now.
    ///
    /// - Parameters:
    ///   - outputs: The sources whose pictures are wanted.
    ///   - device: The device that computes.
    ///   - isCPU: Whether kernels run on the processor.
    ///   - isFused: Whether point operations join their neighbours' kernels.
    ///   - usesProcessor: Whether the processor works itself where it is the device.
    ///   - isRoundedAsFused: Whether pictures keep all their bits where joined operations would have none between them.
    /// - Throws: The graph's fault.
    init(
        of outputs: [any ImageSource], on device: VulkanDevice, isCPU: Bool, isFused: Bool,
        usesProcessor: Bool, isRoundedAsFused: Bool
    ) throws(FilterError) {
        let snapshot = try Topology.snapshot(of: outputs)
        let builder = PlanBuilder(device: device, isCPU: isCPU, usesProcessor: usesProcessor)
        var walk = GraphWalk(snapshot, builder)
        var images: [PlanImage] = []
        for output in outputs { images.append(try walk.image(of: output)) }
        self = try Planner.plan(images, builder, isFused: isFused, isRoundedAsFused: isRoundedAsFused)
        try check(device)
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
            inputs.append(try relayed(source))
        }
        var mask: PlanImage?
        if let source = connected?.mask { mask = try relayed(source) }
        let image = try result(of: producer, inputs, mask: mask)
        known[ObjectIdentifier(port)] = image
        return image
    }

    /// The picture of a source for something that it feeds.
    private mutating func relayed(_ source: any ImageSource) throws(FilterError) -> PlanImage {
        if let operation = source.output.producer as? BasicOperation, operation.preventRelay {
            throw .relayPrevented(operation: operation.name)
        }
        return try image(of: source)
    }

    private func result(
        of producer: any PlanProducer, _ inputs: [PlanImage], mask: PlanImage?
    ) throws(FilterError) -> PlanImage {
        guard let operation = producer as? BasicOperation else {
            (builder.parameterNames, builder.operationName) = ([:], "")
            return try producer.describe(to: builder, inputs)
        }
        builder.parameterNames = Dictionary(
            operation.parameters.map { (ObjectIdentifier($0.parameter), $0.name) }
        ) { $1 }
        builder.operationName = operation.name
        let image = try builder.result(of: operation, inputs, mask: mask)
        if operation.newImageCallback != nil {
            let relaying = operation.relaying
            builder.report(image) { picture in Topology.locked { relaying.newImage }?(picture) }
        }
        return image
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
