internal import Frames
internal import Processor

/// Makes plans.
struct Planner {
    let bodies: BodyLibrary
    private let isCPU: Bool
    private let isFused: Bool
    private let usesProcessor: Bool
    var bounds: KernelBounds
    private var plan = Plan()
    private var places: [ObjectIdentifier: Plan.Place] = [:]
    private var converted: [ObjectIdentifier: PlanImage] = [:]
    /// Pictures with inputs that others took the place of, by those that they were.
    private var replaced: [ObjectIdentifier: PlanImage] = [:]
    /// Pictures made on the way: they are known by their identities, which must stay theirs.
    var made: [PlanImage] = []
    /// Cameras' pictures as pixels for kernels that would have too many buffers.
    var exactlyConverted: [ObjectIdentifier: PlanImage] = [:]

    /// Makes a plan.
    ///
    /// - Parameters:
    ///   - images: The pictures that are wanted.
    ///   - builder: The builder that has gathered their work.
    ///   - bodies: The bodies.
    ///   - isFused: Whether point operations join their neighbours' kernels.
    ///   - isRoundedAsFused: Whether pictures keep all their bits where joined operations would have none between them.
    /// - Returns: The plan.
    /// - Throws: The graph's fault.
    static func plan(
        _ images: [PlanImage], _ builder: PlanBuilder, bodies: BodyLibrary = .builtIn, isFused: Bool,
        isRoundedAsFused: Bool
    ) throws(FilterError) -> Plan {
        for image in images { image.uses += 1 }
        if !isFused, isRoundedAsFused {
            var fused = Planner(builder, bodies, isFused: true)
            _ = try fused.plan(images, builder)
            fused.keepBits(of: images + builder.memories.values)
        }
        var planner = Planner(builder, bodies, isFused: isFused)
        let plan = try planner.plan(images, builder)
        guard let limit = plan.exceededLimit(of: builder.device) else { return plan }
        // Kernels of too many buffers become several, with nothing rounded between them.
        let all = images + builder.memories.values
        planner.keepBits(of: all)
        let bounds = KernelBounds(storageBuffers: limit, stored: planner.stored(of: all))
        var divider = Planner(builder, bodies, isFused: isFused, bounds: bounds)
        return try divider.plan(images, builder)
    }

    /// Stores what this plan does not store as floats, so that another plan can without rounding.
    private func keepBits(of images: [PlanImage]) {
        for image in computed(in: images) where !isStored(image) { image.layout = .float }
    }

    /// The computed pictures that this plan stores.
    private func stored(of images: [PlanImage]) -> Set<ObjectIdentifier> {
        Set(computed(in: images).filter { isStored($0) }.map { ObjectIdentifier($0) })
    }

    private func isStored(_ image: PlanImage) -> Bool {
        let copy = replaced[ObjectIdentifier(image)]
        return places[ObjectIdentifier(image)] != nil
            || copy.map { places[ObjectIdentifier($0)] != nil } ?? false
    }

    /// The computed pictures that some are made of, these included.
    private func computed(in images: [PlanImage]) -> [PlanImage] {
        var open = images
        var seen: Set<ObjectIdentifier> = []
        var found: [PlanImage] = []
        while let image = open.popLast() {
            guard case .work(let work) = image.content, seen.insert(ObjectIdentifier(image)).inserted else {
                continue
            }
            found.append(image)
            open += work.inputs
            for case .work(let counting) in work.values.map(\.content) { open += counting.images }
        }
        return found
    }

    private init(
        _ builder: PlanBuilder, _ bodies: BodyLibrary, isFused: Bool, bounds: KernelBounds = KernelBounds()
    ) {
        self.bounds = bounds
        self.bodies = bodies
        self.isFused = isFused
        (isCPU, usesProcessor) = (builder.isCPU, builder.usesProcessor)
    }

    private mutating func plan(_ images: [PlanImage], _ builder: PlanBuilder) throws(FilterError) -> Plan {
        plan.dependencies = builder.dependencies
        // The memories of later frames come first: reading one from the frame before stays possible until it is written.
        for (memory, image) in builder.memories { note(memory, Plan.MemoryShape(image)) }
        for (values, memory) in builder.keptValues {
            note(memory, Plan.MemoryShape(byteCount: values.count * 4))
        }
        for (memory, image) in builder.memories.sorted(by: { $0.key.name < $1.key.name }) {
            try remember(image, as: memory)
        }
        for (values, memory) in builder.keptValues { try remember(values, as: memory) }
        for var image in images {
            if image.processorTraits != nil { image = try conversion(of: image) }
            let place = try stored(image)
            plan.outputs.append(
                Plan.Output(
                    place: place, size: image.size, layout: image.layout, slots: image.slots))
        }
        for report in builder.reports {
            plan.reports.append((try stored(report.values), report.count, report.deliver))
        }
        for (image, deliver) in builder.pictureReports { try report(image, to: deliver) }
        plan.sourceRevisions = plan.sources.map(\.revision)
        share()
        return plan
    }

    private mutating func report(
        _ image: PlanImage, to deliver: @escaping @Sendable (PixelData) -> Void
    ) throws(FilterError) {
        let image = image.processorTraits == nil ? image : try conversion(of: image)
        let output = Plan.Output(
            place: try stored(image), size: image.size, layout: image.layout, slots: image.slots)
        plan.pictureReports.append((output, image.byteCount / 4, deliver))
    }

    private mutating func note(_ memory: PlanMemory, _ shape: Plan.MemoryShape) {
        plan.memories[memory] = (shape, max(1, plan.memories[memory]?.frames ?? 1))
    }

    // MARK: Pictures

    private mutating func stored(_ image: PlanImage) throws(FilterError) -> Plan.Place {
        if let known = places[ObjectIdentifier(image)] { return known }
        switch image.content {
        case .source: return try stored(try conversion(of: image))
        case .processor(let work): return try stored(image, work)
        case .previous(let memory, let frames):
            plan.memories[memory] = (
                Plan.MemoryShape(image), max(frames, plan.memories[memory]?.frames ?? 1)
            )
            return .memory(memory, frames: frames)
        case .work:
            let place = newPlace(image.byteCount)
            places[ObjectIdentifier(image)] = place
            try write(image, to: place)
            return place
        }
    }

    private mutating func stored(_ image: PlanImage, _ work: ProcessorWork) throws(FilterError) -> Plan.Place
    {
        // Without planes of its own the result is made of pixels.
        let reads = [work.traits == nil ? try stored(work.input) : try seen(work.input)]
        let place = newPlace(work.layout.byteCount)
        places[ObjectIdentifier(image)] = place
        addStep(.picture(work), reading: reads, writing: place)
        return place
    }

    private mutating func stored(
        _ values: PlanValues, _ work: ProcessorValues
    ) throws(FilterError) -> Plan.Place {
        let reads = [work.input.isStoredPixels ? try stored(work.input) : try seen(work.input)]
        let place = newPlace(values.count * 4)
        places[ObjectIdentifier(values)] = place
        addStep(.values(work), reading: reads, writing: place)
        return place
    }

    private mutating func note(_ slot: SourceSlot) {
        if !plan.sources.contains(where: { $0 === slot }) { plan.sources.append(slot) }
    }

    /// A source's picture as pixels between kernels.
    private mutating func conversion(of image: PlanImage) throws(FilterError) -> PlanImage {
        if let known = converted[ObjectIdentifier(image)] { return known }
        let copy = image.copied(as: image.layout, isClamped: image.layout.isClamped)
        converted[ObjectIdentifier(image)] = copy
        made.append(copy)
        return copy
    }

    private mutating func remember(_ image: PlanImage, as memory: PlanMemory) throws(FilterError) {
        let place = Plan.Place.memory(memory, frames: 0)
        if case .work = image.content, places[ObjectIdentifier(image)] == nil {
            places[ObjectIdentifier(image)] = place
            try write(image, to: place)
        } else {
            let copy = image.copied(as: image.layout, isClamped: true)
            made.append(copy)
            try write(copy, to: place)
        }
    }

    private mutating func write(_ image: PlanImage, to place: Plan.Place) throws(FilterError) {
        var image = try areaInputsStored(image)
        if isCPU, usesProcessor, let chain = ProcessorChain(image, isFused: isFused) {
            return try add(chain, to: place)
        }
        image = inputsJoined(image)
        let kernel = try KernelWriter.picture(
            image, bodies: bodies, isCPU: isCPU, isFused: isFused, bounds: bounds)
        try add(kernel, to: place, isCleared: false)
    }

    /// A picture with the planes of a camera turned into pixels for bodies that read many places of them.
    private mutating func areaInputsStored(_ image: PlanImage) throws(FilterError) -> PlanImage {
        guard case .work(var work) = image.content else { return image }
        if let known = replaced[ObjectIdentifier(image)] { return known }
        var isChanged = false
        for (index, input) in work.inputs.enumerated() {
            let other: PlanImage
            if case .source(let traits) = LeafText.Format(input) {
                guard work.kind == .area, !work.readsLuminance, traits.samples != .pixels else {
                    continue
                }
                other = try conversion(of: input)
            } else if work.kind == .point {
                // A picture that several kernels read is stored by a kernel of its own.
                guard input.uses == 1 else { continue }
                other = try areaInputsStored(input)
            } else {
                continue
            }
            if other !== input {
                other.uses = max(other.uses, input.uses)
                work.inputs[index] = other
                isChanged = true
            }
        }
        guard isChanged else { return image }
        let copy = PlanImage(size: image.size, layout: image.layout, content: .work(work))
        copy.uses = image.uses
        made.append(copy)
        bounds.note(copy, inPlaceOf: image)
        if let place = places[ObjectIdentifier(image)] { places[ObjectIdentifier(copy)] = place }
        replaced[ObjectIdentifier(image)] = copy
        return copy
    }

    // MARK: Numbers

    private mutating func stored(_ values: PlanValues) throws(FilterError) -> Plan.Place {
        if let known = places[ObjectIdentifier(values)] { return known }
        switch values.content {
        case .table(let numbers):
            plan.tables.append(numbers)
            let place = Plan.Place.table(plan.tables.count - 1)
            places[ObjectIdentifier(values)] = place
            return place
        case .counted(let work): return try stored(values, work)
        case .derived(let table):
            let place = newPlace(values.count * 4)
            try add(table, of: values, to: place)
            return place
        case .computed(let compute):
            plan.computedLists.append((values.count, compute))
            let place = Plan.Place.computed(plan.computedLists.count - 1)
            places[ObjectIdentifier(values)] = place
            return place
        case .memory(let memory):
            note(memory, Plan.MemoryShape(byteCount: values.count * 4))
            return .memory(memory, frames: 1)
        case .work(let work):
            let place = newPlace(values.count * 4)
            places[ObjectIdentifier(values)] = place
            try write(work, count: values.count, to: place)
            return place
        }
    }

    private mutating func remember(_ values: PlanValues, as memory: PlanMemory) throws(FilterError) {
        guard places[ObjectIdentifier(values)] == nil else { return }
        let place = Plan.Place.memory(memory, frames: 0)
        if case .derived(let table) = values.content { return try add(table, of: values, to: place) }
        guard case .work(let work) = values.content else { return }
        places[ObjectIdentifier(values)] = place
        try write(work, count: values.count, to: place)
    }

    private mutating func write(
        _ work: ValuesWork, count: Int, to place: Plan.Place
    ) throws(FilterError) {
        let work = try imagesJoined(work)
        let kernel = try KernelWriter.values(work, count: count, bodies: bodies, isCPU: isCPU)
        try add(kernel, to: place, isCleared: work.isCleared)
    }

    // MARK: Steps

    private mutating func add(
        _ kernel: KernelText, to place: Plan.Place, isCleared: Bool
    ) throws(FilterError) {
        // Leaves and numbers are bound in the order in which they got their bindings.
        var bound: [(binding: Int, places: [Plan.Place])] = []
        for leaf in kernel.leaves { bound.append((leaf.text.binding, try places(of: leaf))) }
        for (index, values) in kernel.values.enumerated() {
            bound.append((kernel.valueBindings[index], [try stored(values)]))
        }
        bound.sort { $0.binding < $1.binding }
        addStep(.kernel(kernel), reading: bound.flatMap(\.places), writing: place, isCleared: isCleared)
        // Offsets of uniform buffers are multiples of at most 256.
        plan.blockBytes += (kernel.blockVectors * 16 + 255) / 256 * 256
    }

    private mutating func add(
        _ table: ProcessorTable, of values: PlanValues, to place: Plan.Place
    ) throws(FilterError) {
        places[ObjectIdentifier(values)] = place
        let reads = [try stored(table.first), try stored(table.second)]
        addStep(.table(table), reading: reads, writing: place)
    }

    private mutating func add(_ chain: ProcessorChain, to place: Plan.Place) throws(FilterError) {
        var reads: [Plan.Place] = []
        for source in chain.sources { reads.append(try seen(source.image)) }
        for call in chain.calls {
            for values in call.values { reads.append(try stored(values)) }
        }
        addStep(.chain(chain), reading: reads, writing: place)
    }

    private mutating func addStep(
        _ work: Plan.Work, reading reads: [Plan.Place], writing place: Plan.Place, isCleared: Bool = false
    ) {
        plan.steps.append(
            Plan.Step(
                work: work, reads: reads, writes: place, isCleared: isCleared, blockOffset: plan.blockBytes))
    }

    /// The place where the processor reads a picture.
    private mutating func seen(_ image: PlanImage) throws(FilterError) -> Plan.Place {
        guard case .source(let slot) = image.content else { return try stored(image) }
        note(slot)
        return .source(ObjectIdentifier(slot), 0)
    }

    private mutating func places(of leaf: KernelText.Leaf) throws(FilterError) -> [Plan.Place] {
        guard case .source(let slot) = leaf.image.content else {
            let place = try stored(leaf.image)
            return Array(repeating: place, count: leaf.text.format.bufferCount)
        }
        note(slot)
        return (0..<leaf.text.format.bufferCount).map { .source(ObjectIdentifier(slot), $0) }
    }

    private mutating func newPlace(_ byteCount: Int) -> Plan.Place {
        plan.pieces.append(Plan.Piece(byteCount: byteCount))
        return .pool(plan.pieces.count - 1)
    }

    /// Lets pictures that are not needed at the same time lie in the same buffer.
    private mutating func share() {
        var last = [Int](repeating: -1, count: plan.pieces.count)
        for (index, step) in plan.steps.enumerated() {
            for case .pool(let piece) in step.reads + [step.writes] { last[piece] = index }
        }
        let kept =
            plan.outputs.map(\.place) + plan.reports.map(\.place) + plan.pictureReports.map(\.output.place)
        for case .pool(let piece) in kept { last[piece] = .max }
        var owner = [Int](repeating: -1, count: plan.pieces.count)
        var pieces: [Plan.Piece] = []
        var freeAfter: [Int] = []
        for (index, step) in plan.steps.enumerated() {
            guard case .pool(let piece) = step.writes, owner[piece] < 0 else { continue }
            let byteCount = plan.pieces[piece].byteCount
            let reusable = pieces.indices.first { pieces[$0].byteCount == byteCount && freeAfter[$0] < index }
            owner[piece] = reusable ?? pieces.count
            if reusable == nil {
                pieces.append(Plan.Piece(byteCount: byteCount))
                freeAfter.append(0)
            }
            freeAfter[owner[piece]] = last[piece]
        }
        func moved(_ place: Plan.Place) -> Plan.Place {
            if case .pool(let piece) = place { return .pool(owner[piece]) }
            return place
        }
        plan.steps = plan.steps.map {
            Plan.Step(
                work: $0.work, reads: $0.reads.map(moved), writes: moved($0.writes), isCleared: $0.isCleared,
                blockOffset: $0.blockOffset)
        }
        plan.outputs = plan.outputs.map { $0.at(moved($0.place)) }
        plan.pictureReports = plan.pictureReports.map {
            ($0.output.at(moved($0.output.place)), $0.count, $0.deliver)
        }
        plan.reports = plan.reports.map { (moved($0.place), $0.count, $0.deliver) }
        plan.pieces = pieces
    }
}
