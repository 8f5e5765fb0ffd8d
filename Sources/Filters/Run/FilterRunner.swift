internal import CVulkan
internal import Frames
internal import Processor
package import VulkanCore

/// Records plans, and owns everything that they need on the device.
///
/// Confined to the device's thread. Nothing is made per frame: buffers, numbers and kernels belong to the plan.
@safe package final class FilterRunner {
    let device: VulkanDevice
    let ring: CommandRing
    let cache: KernelCache
    private let isFused: Bool
    private let usesProcessor: Bool
    /// The submissions of kernels that come before steps of the processor.
    let processorRing: CommandRing
    /// True when kernels are written for processors; tests give a device those of the other kind, to prove that both agree.
    package var isCPU: Bool { didSet { current = nil } }
    /// True when, where operations do not join kernels, their pictures are rounded only where joined ones would be.
    ///
    /// Then joining must make no difference at all.
    package var isRoundedAsFused = false
    /// True when pictures are complete, and where the processor sees them, when the recording is.
    package var isReadByProcessor = false
    private var current: Prepared?
    /// A plan whose kernels are being made.
    private var waiting: (plan: Plan, outputs: [Wanted])?
    /// The number of times that another plan has become the current one.
    package private(set) var planNumber: UInt64 = 0
    var memories: [PlanMemory: MemoryRing] = [:]
    var frame = 0
    /// True when each step is timed; kernels then run one after the other.
    var measuresTimes = false {
        didSet { if !measuresTimes { (clock, times) = (nil, []) } }
    }
    /// The clock of the plan; nil while nothing is timed.
    var clock: StepClock?
    /// The recordings whose callbacks have not been called, oldest first.
    private var reported: [Reported] = []
    /// The times that were read last.
    var times: [OperationTime] = []
    private var scratchWrites = unsafe [VkWriteDescriptorSet]()

    /// - Parameters:
    ///   - device: The device.
    ///   - ring: The device's submissions.
    ///   - isFused: Whether operations join kernels; off only to prove that it makes no difference.
    ///   - usesProcessor: Whether the processor works itself where it is the device; off only to prove that it makes no difference.
    /// - Throws: An error when the device cannot run filters.
    package init(
        device: VulkanDevice, ring: CommandRing, isFused: Bool = true, usesProcessor: Bool = true
    ) throws(FilterError) {
        self.device = device
        self.ring = ring
        self.isFused = isFused
        self.usesProcessor = usesProcessor
        processorRing = try FilterError.wrapping { () throws(VulkanError) in
            try CommandRing(device: device, name: "before the processor's steps")
        }
        isCPU = device.isCPU
        cache = try KernelCache(device: device)
    }

    /// The number of kernels that have been compiled.
    package var kernelCount: Int { cache.count }
    /// The kernels of the current plan, for reports.
    package var kernelNames: [String] {
        current?.plan.steps.map(\.name) ?? []
    }
    /// The texts of the current plan's kernels.
    package var kernelTexts: [String] { current?.plan.steps.compactMap { $0.kernel?.text } ?? [] }
    /// Bytes that the current plan's kernels move for a frame.
    package var traffic: Int { current?.plan.traffic ?? 0 }

    /// Makes a plan current if something has changed, with all it needs.
    ///
    /// - Parameter outputs: The sources whose pictures are wanted.
    /// - Throws: The graph's fault; the plan before stays.
    package func prepare(_ outputs: [any ImageSource]) throws(FilterError) {
        try refreshSources()
        if let current, current.plan.isCurrent, isSame(current.outputs, outputs) { return }
        try adopt(try newPlan(outputs), outputs)
    }

    /// Makes a plan current if something has changed, but only when its kernels are ready.
    ///
    /// Until then they are made in the background, and the plan before goes on; parameters and connections that make
    /// another plan necessary show then.
    ///
    /// - Parameters:
    ///   - outputs: The sources whose pictures are wanted.
    ///   - whenReady: Called on another thread when it is worth asking again.
    /// - Returns: Whether there is a plan that can be recorded.
    /// - Throws: The graph's fault; the plan before stays.
    package func prepareInBackground(
        _ outputs: [any ImageSource], whenReady: @escaping @Sendable () -> Void
    ) throws(FilterError) -> Bool {
        try refreshSources()
        if let current, current.plan.isCurrent, isSame(current.outputs, outputs) { return true }
        var plan: Plan
        if let waiting, waiting.plan.isCurrent, isSame(waiting.outputs, outputs) {
            plan = waiting.plan
        } else {
            plan = try newPlan(outputs)
            waiting = (plan, outputs.map(Wanted.init))
        }
        guard try cache.areReady(plan.steps.compactMap { $0.kernel?.source }, whenReady: whenReady) else {
            return current?.plan.isUsable ?? false
        }
        waiting = nil
        try adopt(plan, outputs)
        return true
    }

    /// Forgets the plan; kernels that have been made stay.
    package func dropPlan() {
        current = nil
        waiting = nil
    }

    /// Puts new buffers in the place of the plan's, as programs do that keep none: to measure what that costs.
    ///
    /// Everything that was submitted must be done.
    package func renewBuffers() throws(VulkanError) {
        guard let current else { return }
        current.pieces.removeAll()
        for piece in current.plan.pieces { current.pieces.append(try buffer(piece.byteCount)) }
    }

    private func refreshSources() throws(FilterError) {
        for source in current?.plan.sources ?? [] { try source.producer?.refresh(on: device) }
    }

    private func newPlan(_ outputs: [any ImageSource]) throws(FilterError) -> Plan {
        try Plan(
            of: outputs, on: device, isCPU: isCPU, isFused: isFused, usesProcessor: usesProcessor,
            isRoundedAsFused: isRoundedAsFused)
    }

    private func adopt(_ plan: Plan, _ outputs: [any ImageSource]) throws(FilterError) {
        let pipelines = try plan.steps.map { (step) throws(FilterError) in
            try step.kernel.map { (kernel) throws(FilterError) in try cache.pipeline(for: kernel.source) }
        }
        try FilterError.wrapping { () throws(VulkanError) in
            let block = try MappedBuffer(
                device: device, count: max(256, plan.blockBytes * ring.slotCount),
                usage: VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT, isRead: false,
                name: "filter parameters")
            let prepared = Prepared(plan: plan, block: block, outputs: outputs)
            prepared.pipelines = pipelines
            prepared.chains = plan.steps.map { step in
                if case .chain(let chain) = step.work { ProcessorChainRun(chain) } else { nil }
            }
            prepared.sets = try cache.binder.makeSets(
                for: pipelines.compactMap { $0 }, slots: ring.slotCount)
            prepared.setNumbers = pipelines.indices.map { step in
                pipelines[..<step].count { $0 != nil }
            }
            try makeBuffers(prepared)
            current = prepared
            planNumber += 1
        }
    }

    private func isSame(_ left: [Wanted], _ right: [any ImageSource]) -> Bool {
        left.count == right.count && zip(left, right).allSatisfy { $0.source === $1 }
    }

    private func makeBuffers(_ prepared: Prepared) throws(VulkanError) {
        let plan = prepared.plan
        for piece in plan.pieces { prepared.pieces.append(try buffer(piece.byteCount)) }
        for table in plan.tables {
            let buffer = try mapped(table.count)
            unsafe buffer.bytes.copyBytes(from: table.withUnsafeBytes { unsafe Array($0) })
            prepared.tables.append(buffer)
        }
        for list in plan.computedLists {
            var buffers: [MappedBuffer] = []
            for _ in 0..<ring.slotCount { buffers.append(try mapped(list.count)) }
            prepared.computedBuffers.append(buffers)
        }
        for count in plan.reports.map(\.count) + plan.pictureReports.map(\.count) {
            var buffers: [MappedBuffer] = []
            for _ in 0..<ring.slotCount {
                buffers.append(
                    try MappedBuffer(device: device, readingBack: count * 4, name: "filter report"))
            }
            prepared.reportBuffers.append(buffers)
        }
        memories = memories.filter { plan.memories[$0.key] != nil }
        for (key, wanted) in plan.memories {
            let count = wanted.frames + 1
            if let ring = memories[key], ring.shape == wanted.shape, ring.buffers.count == count {
                continue
            }
            var buffers: [PieceBuffer] = []
            for _ in 0..<count { buffers.append(try buffer(wanted.shape.byteCount)) }
            memories[key] = MemoryRing(shape: wanted.shape, buffers: buffers, firstFrame: frame)
        }
    }

    private func mapped(_ count: Int) throws(VulkanError) -> MappedBuffer {
        try MappedBuffer(
            device: device, count: FilterRunner.wholeVectors(count * 4),
            usage: VkBufferUsageFlagBits(
                VK_BUFFER_USAGE_STORAGE_BUFFER_BIT.rawValue | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT.rawValue
                    | VK_BUFFER_USAGE_TRANSFER_SRC_BIT.rawValue),
            isRead: false, name: "filter numbers")
    }

    /// Uniform buffers hold vectors of four numbers.
    private static func wholeVectors(_ byteCount: Int) -> Int { (max(1, byteCount) + 15) / 16 * 16 }

    private func buffer(_ byteCount: Int) throws(VulkanError) -> PieceBuffer {
        try PieceBuffer(device: device, byteCount: FilterRunner.wholeVectors(byteCount))
    }

    // MARK: Recording

    /// Records the plan's kernels.
    ///
    /// - Parameter commands: The recording; it keeps what the kernels need.
    /// - Returns: The places of the pictures once the kernels have run; the next recording writes there again.
    /// - Throws: The driver's error; the recording is then useless.
    package func record(into commands: Commands) throws(VulkanError) -> [Result] {
        guard let current else { return [] }
        let slot = Int(commands.number) % ring.slotCount
        commands.keep(current)
        for source in current.plan.sources {
            if let owner = source.owner { commands.keep(owner) }
            source.producer?.record(into: commands)
        }
        try forgetNewMemories()
        try beginTimes(current, slot: slot, commands)
        current.slot = slot
        writeBlock(current, slot: slot)
        for (index, list) in current.plan.computedLists.enumerated() {
            let bytes = unsafe current.computedBuffers[index][slot].bytes
            let numbers = unsafe UnsafeMutableBufferPointer(
                rebasing: bytes.bindMemory(to: UInt32.self).prefix(list.count))
            var span = unsafe numbers.mutableSpan
            list.compute(&span)
        }
        // The frame before may still be computing in the same buffers.
        commands.order(.kernelAndCopies, before: .kernelAndFill)
        let first = try runProcessorSteps(current, slot: slot)
        record(current, first..<current.plan.steps.count, slot: slot, commands)
        commands.order(.kernelWrite, before: .kernelAndCopyRead)
        // Memories are found by the frame's number.
        let results = current.plan.outputs.enumerated().map { index, output in
            let (raw, byteCount) = unsafe buffer(of: output.place, current)
            let copy = isReadByProcessor && index < current.readBacks.count ? current.readBacks[index] : nil
            return unsafe Result(
                buffer: raw, address: copy?.bytes.baseAddress ?? address(of: output.place, current),
                byteCount: byteCount,
                size: output.size, layout: output.layout, timestamp: output.timestamp, owner: current,
                place: output.place)
        }
        frame += 1
        return results
    }

    func record(
        _ prepared: Prepared, _ steps: Range<Int>, slot: Int, _ commands: Commands
    ) {
        var touched: Set<Plan.Place> = []
        for index in steps {
            let step = prepared.plan.steps[index]
            guard let kernel = step.kernel, let pipeline = prepared.pipelines[index] else { continue }
            if clock != nil || !touched.isDisjoint(with: step.reads) || touched.contains(step.writes) {
                commands.order(.fillOrKernelWrite, before: .kernelAndFill)
                touched.removeAll(keepingCapacity: true)
            }
            clock?.begin(index, slot, commands)
            commands.region(step.name) {
                if step.isCleared {
                    let (raw, _) = unsafe buffer(of: step.writes, prepared)
                    unsafe vkCmdFillBuffer(commands.raw, raw, 0, VK_WHOLE_SIZE, 0)
                    commands.order(.fill, before: .kernel)
                }
                record(index, kernel, pipeline, prepared, slot: slot, commands)
            }
            clock?.end(index, slot, commands)
            touched.insert(step.writes)
            for place in step.reads { touched.insert(place) }
        }
    }

    /// Lets the next recording take the place of the last one, which was given up.
    package func takeBack() { frame -= 1 }

    /// Fills what will be kept with zeros, once.
    private func forgetNewMemories() throws(VulkanError) {
        guard memories.contains(where: { $0.value.firstFrame == frame }) else { return }
        let commands = try processorRing.begin()
        for (_, ring) in memories where ring.firstFrame == frame {
            for buffer in ring.buffers {
                unsafe vkCmdFillBuffer(commands.raw, buffer.raw, 0, VK_WHOLE_SIZE, 0)
                commands.keep(buffer)
            }
        }
        commands.order(.fill, before: .kernel)
        try processorRing.submit(commands)
        try processorRing.wait(for: commands.number)
    }

    private func record(
        _ index: Int, _ kernel: KernelText, _ pipeline: ComputePipeline, _ prepared: Prepared, slot: Int,
        _ commands: Commands
    ) {
        let step = prepared.plan.steps[index]
        let blockOffset = slot * prepared.plan.blockBytes + step.blockOffset
        unsafe scratchWrites.removeAll(keepingCapacity: true)
        let blockInfo = unsafe VkDescriptorBufferInfo(
            buffer: prepared.block.raw, offset: VkDeviceSize(blockOffset),
            range: VkDeviceSize(kernel.blockVectors * 16))
        unsafe add(blockInfo, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, commands)
        for place in step.reads { add(place, kernel, prepared, commands) }
        add(step.writes, kernel, prepared, commands)
        unsafe vkCmdBindPipeline(commands.raw, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.raw)
        let set = unsafe prepared.sets?[prepared.setNumbers[index], slot]
        unsafe cache.binder.bind(&scratchWrites, for: pipeline, set, commands)
        unsafe vkCmdDispatch(commands.raw, UInt32(kernel.groups.0), UInt32(kernel.groups.1), 1)
    }

    private func add(
        _ place: Plan.Place, _ kernel: KernelText, _ prepared: Prepared, _ commands: Commands
    ) {
        let (raw, _) = unsafe buffer(of: place, prepared)
        let info = unsafe VkDescriptorBufferInfo(buffer: raw, offset: 0, range: VK_WHOLE_SIZE)
        let isUniform = unsafe kernel.uniformBindings.contains(scratchWrites.count)
        unsafe add(
            info, isUniform ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, commands)
    }

    private func add(_ info: VkDescriptorBufferInfo, _ type: VkDescriptorType, _ commands: Commands) {
        var write = unsafe VkWriteDescriptorSet()
        unsafe write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET
        unsafe write.dstBinding = UInt32(scratchWrites.count)
        unsafe write.descriptorCount = 1
        unsafe write.descriptorType = type
        unsafe write.pBufferInfo = UnsafePointer(commands.scratch.store(info))
        unsafe scratchWrites.append(write)
    }

    func buffer(of place: Plan.Place, _ prepared: Prepared) -> (VkBuffer, Int) {
        switch place {
        case .pool(let index):
            return unsafe (prepared.pieces[index].raw, prepared.plan.pieces[index].byteCount)
        case .table(let index):
            return unsafe (prepared.tables[index].raw, prepared.tables[index].bytes.count)
        case .computed(let index):
            let buffer = prepared.computedBuffers[index][prepared.slot]
            return unsafe (buffer.raw, buffer.bytes.count)
        case .source(let slot, let plane):
            let found = prepared.plan.sources.first { ObjectIdentifier($0) == slot }
            guard let found, plane < found.planes.count else { return unsafe (prepared.block.raw, 0) }
            return unsafe (found.planes[plane].buffer, 0)
        case .memory(let memory, let frames):
            guard let buffer = memoryBuffer(memory, frames) else { return unsafe (prepared.block.raw, 0) }
            return unsafe (buffer.raw, memories[memory]?.shape.byteCount ?? 0)
        }
    }

    private func writeBlock(_ prepared: Prepared, slot: Int) {
        guard let base = unsafe prepared.block.bytes.baseAddress else { return }
        for step in prepared.plan.steps {
            var numbers = unsafe (base + slot * prepared.plan.blockBytes + step.blockOffset)
                .assumingMemoryBound(to: Float.self)
            for item in step.kernel?.block ?? [] {
                switch item {
                case .parameter(let parameter): unsafe write(parameter, to: numbers)
                case .size(let size): unsafe write(size.width, size.height, to: numbers)
                case .processorPlane(let plane): unsafe write(plane.offset, plane.stride, to: numbers)
                case .plane(let slot, let plane):
                    let place = plane < slot.planes.count ? slot.planes[plane] : nil
                    unsafe write(place?.offset ?? 0, place?.stride ?? 0, to: numbers)
                }
                unsafe numbers += item.count
            }
        }
    }

    /// Writes whole numbers: their bits, as the block holds floats.
    private func write(_ first: Int, _ second: Int, to numbers: UnsafeMutablePointer<Float>) {
        unsafe numbers[0] = Float(bitPattern: UInt32(truncatingIfNeeded: first))
        unsafe numbers[1] = Float(bitPattern: UInt32(truncatingIfNeeded: second))
    }

    func write(_ parameter: PlanParameter, to numbers: UnsafeMutablePointer<Float>) {
        switch parameter.value {
        case .live(let live): unsafe live.write(to: numbers)
        case .constant(let values):
            for (index, value) in values.enumerated() { unsafe numbers[index] = value }
        case .hasPrevious(let memory):
            let isThere = memories[memory].map { frame > $0.firstFrame } ?? false
            unsafe numbers[0] = isThere ? 1 : 0
        }
    }

    // MARK: Reports

    /// Records the copies of the numbers that callbacks want.
    package func recordReports(into commands: Commands) {
        guard let current, !current.reportBuffers.isEmpty else { return }
        // Memories are found by the number of the frame that has been recorded.
        frame -= 1
        defer { frame += 1 }
        let places =
            current.plan.reports.map { ($0.place, $0.count) }
            + current.plan.pictureReports.map { ($0.output.place, $0.count) }
        for (index, (place, count)) in places.enumerated() {
            let (raw, _) = unsafe buffer(of: place, current)
            let target = current.reportBuffers[index][current.slot]
            var region = VkBufferCopy(srcOffset: 0, dstOffset: 0, size: VkDeviceSize(count * 4))
            unsafe vkCmdCopyBuffer(commands.raw, raw, target.raw, 1, &region)
        }
        commands.order(.copyWrite, before: .hostRead)
        reported.append(
            Reported(
                number: commands.number, recording: commands.recording, prepared: current,
                slot: current.slot, timestamps: current.plan.pictureReports.map(\.output.timestamp)))
    }

    /// The newest submission whose callbacks have not been called; nil for none.
    package var reportedNumber: UInt64? { reported.last { ring.wasSubmitted($0.recording) }?.number }

    /// Calls the callbacks with the numbers of recordings that are done, oldest first.
    ///
    /// - Parameter number: The newest submission that is known to be done.
    /// - Throws: The driver's error.
    package func deliverReports(until number: UInt64) throws(VulkanError) {
        guard !reported.isEmpty else { return }
        let done = reported.filter { $0.number <= number && ring.wasSubmitted($0.recording) }
        // Before the calls, which may lead here again. A recording that was given up has nothing to tell.
        reported.removeAll { report in
            ring.wasLost(report.recording) || done.contains { $0.recording == report.recording }
        }
        for report in done { try deliver(report) }
    }

    private func deliver(_ reported: Reported) throws(VulkanError) {
        let (plan, buffers) = (reported.prepared.plan, reported.prepared.reportBuffers)
        for slots in buffers { try slots[reported.slot].invalidate() }
        for (index, report) in plan.reports.enumerated() {
            let bytes = unsafe buffers[index][reported.slot].bytes
            report.deliver(unsafe Array(bytes.bindMemory(to: UInt32.self)))
        }
        for (index, report) in plan.pictureReports.enumerated() {
            let buffer = buffers[plan.reports.count + index][reported.slot]
            report.deliver(
                unsafe PixelData(
                    report.output.size, report.output.layout, reported.timestamps[index],
                    UnsafeRawBufferPointer(buffer.bytes)))
        }
    }
}
