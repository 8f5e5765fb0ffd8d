internal import CVulkan
internal import Frames
internal import Processor
internal import VulkanCore

/// The processor's work where it is the device, and what it reads where it is not.
extension FilterRunner {
    /// Does everything up to the last step of the processor, if there is one; all that there is for a picture that the
    /// processor reads.
    ///
    /// Kernels that come before it are submitted and waited for; on a processor that costs nothing.
    ///
    /// - Returns: The first step that is left.
    func runProcessorSteps(_ prepared: Prepared, slot: Int) throws(VulkanError) -> Int {
        let steps = prepared.plan.steps
        let wanted = isReadByProcessor ? steps.indices.last : steps.lastIndex(where: \.isByProcessor)
        guard let last = wanted else { return 0 }
        // The frame before may still be read from the same memory.
        try ring.waitForAll()
        var index = 0
        while index <= last {
            guard steps[index].isByProcessor else {
                let end = steps[index...].firstIndex(where: \.isByProcessor) ?? steps.count
                try runKernels(index..<end, prepared, slot)
                index = end
                continue
            }
            measured(index, slot: slot) { run(index, prepared) }
            index += 1
        }
        if isReadByProcessor, !device.isCPU { try readBack(prepared) }
        return last + 1
    }

    /// Copies the plan's pictures to where the processor sees them: it does not see a graphics card's own memory.
    private func readBack(_ prepared: Prepared) throws(VulkanError) {
        let commands = try processorRing.begin()
        commands.keep(prepared)
        commands.order(.kernelWrite, before: .copyRead)
        for (index, output) in prepared.plan.outputs.enumerated() {
            let (source, byteCount) = unsafe buffer(of: output.place, prepared)
            if index == prepared.readBacks.count {
                prepared.readBacks.append(
                    try MappedBuffer(device: device, readingBack: byteCount, name: "filter result"))
            }
            var region = VkBufferCopy(srcOffset: 0, dstOffset: 0, size: VkDeviceSize(byteCount))
            unsafe vkCmdCopyBuffer(commands.raw, source, prepared.readBacks[index].raw, 1, &region)
        }
        commands.order(.copyWrite, before: .hostRead)
        try processorRing.submit(commands)
        try processorRing.wait(for: commands.number)
        for buffer in prepared.readBacks { try buffer.invalidate() }
    }

    private func runKernels(
        _ steps: Range<Int>, _ prepared: Prepared, _ slot: Int
    ) throws(VulkanError) {
        let commands = try processorRing.begin()
        commands.keep(prepared)
        record(prepared, steps, slot: slot, commands)
        commands.order(.kernelWrite, before: .hostRead)
        try processorRing.submit(commands)
        try processorRing.wait(for: commands.number)
    }

    private func run(_ index: Int, _ prepared: Prepared) {
        let step = prepared.plan.steps[index]
        switch step.work {
        case .kernel: break
        case .picture(let work):
            guard let source = picture(work, step, prepared),
                let target = unsafe address(of: step.writes, prepared)
            else { return }
            work.run(source, unsafe ProcessorPicture(work.layout, at: target))
        case .values(let work): count(work, step, prepared)
        case .table(let table): compute(table, step, prepared)
        case .chain: prepared.chains[index].map { run($0, step, prepared) }
        }
    }

    private func count(_ work: ProcessorValues, _ step: Plan.Step, _ prepared: Prepared) {
        guard let target = unsafe numbers(step.writes, work.count, prepared) else { return }
        var result = unsafe target.mutableSpan
        if case .source(let slot) = work.input.content, case .planes = slot.traits.samples {
            if let picture = slot.processorPicture(work.layout) { work.compute(picture, &result) }
        } else if let source = unsafe address(of: step.reads[0], prepared) {
            work.compute(unsafe ProcessorPicture(work.layout, at: source), &result)
        }
    }

    private func compute(_ table: ProcessorTable, _ step: Plan.Step, _ prepared: Prepared) {
        guard let first = unsafe numbers(step.reads[0], table.first.count, prepared),
            let second = unsafe numbers(step.reads[1], table.second.count, prepared),
            let result = unsafe numbers(step.writes, table.count, prepared)
        else { return }
        var target = unsafe result.mutableSpan
        unsafe table.compute(first.span, second.span, &target)
    }

    private func numbers(
        _ place: Plan.Place, _ count: Int, _ prepared: Prepared
    ) -> UnsafeMutableBufferPointer<UInt32>? {
        unsafe address(of: place, prepared).map { start in
            unsafe UnsafeMutableBufferPointer(
                start: start.assumingMemoryBound(to: UInt32.self), count: count)
        }
    }

    private func run(_ run: ProcessorChainRun, _ step: Plan.Step, _ prepared: Prepared) {
        guard let target = unsafe address(of: step.writes, prepared) else { return }
        var places = step.reads[...]
        for (index, source) in run.chain.sources.enumerated() {
            guard let place = places.popFirst() else { return }
            guard setSource(index, source.image, place, of: run, prepared) else { return }
        }
        for (index, call) in run.chain.calls.enumerated() {
            for list in call.values.indices {
                guard let place = places.popFirst(), let found = unsafe address(of: place, prepared) else {
                    return
                }
                unsafe run.program.setNumbers(index, list, at: found, count: call.values[list].count)
            }
        }
        unsafe run.run(into: target) { parameter, numbers in unsafe write(parameter, to: numbers) }
    }

    /// Says where a chain finds a picture; false when it is not there.
    private func setSource(
        _ index: Int, _ image: PlanImage, _ place: Plan.Place, of run: ProcessorChainRun, _ prepared: Prepared
    ) -> Bool {
        if case .source(let slot) = image.content {
            if case .planes(let planes) = slot.traits.samples {
                guard let memory = slot.memory else { return false }
                for plane in 0..<planes.planeCount {
                    unsafe run.program.setSource(
                        index, plane, at: memory[plane].address, stride: memory[plane].stride)
                }
                return true
            }
            guard let plane = slot.planes.first, let address = unsafe plane.address else { return false }
            unsafe run.program.setSource(index, 0, at: address, stride: plane.stride)
            return true
        }
        guard let start = unsafe address(of: place, prepared) else { return false }
        if case .processor(let work) = image.content, work.traits != nil {
            for (number, plane) in work.layout.planes.enumerated() {
                unsafe run.program.setSource(index, number, at: start + plane.offset, stride: plane.stride)
            }
        } else {
            unsafe run.program.setSource(
                index, 0, at: start, stride: image.size.width * image.layout.byteCount)
        }
        return true
    }

    /// The address at which the processor sees what a place holds.
    func address(of place: Plan.Place, _ prepared: Prepared) -> UnsafeMutableRawPointer? {
        switch place {
        case .pool(let index): unsafe prepared.pieces[index].address
        case .table(let index): unsafe prepared.tables[index].bytes.baseAddress
        case .computed(let index): unsafe prepared.computedBuffers[index][prepared.slot].bytes.baseAddress
        case .memory(let memory, let frames): unsafe memoryBuffer(memory, frames)?.address
        case .source: nil
        }
    }

    func memoryBuffer(_ memory: PlanMemory, _ frames: Int) -> PieceBuffer? {
        guard let ring = memories[memory] else { return nil }
        // Of fewer frames, the oldest.
        let back = min(frames, max(frames == 0 ? 0 : 1, frame - ring.firstFrame))
        return ring.buffers[(frame - back + ring.buffers.count * 4) % ring.buffers.count]
    }

    /// The picture that a step of the processor reads.
    private func picture(_ work: ProcessorWork, _ step: Plan.Step, _ prepared: Prepared) -> ProcessorPicture?
    {
        let image = work.input
        if work.traits != nil, case .source(let slot) = image.content,
            let layout = ProcessorLayout(slot.traits)
        {
            return slot.processorPicture(layout)
        }
        guard let address = unsafe address(of: step.reads[0], prepared) else { return nil }
        if case .processor(let work) = image.content {
            return unsafe ProcessorPicture(work.layout, at: address)
        }
        return unsafe ProcessorPicture(ProcessorLayout(pixels: image.size), at: address)
    }
}
