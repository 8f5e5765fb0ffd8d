internal import CVulkan
internal import LinuxIO
internal import VulkanCore

/// The device's own clock around each step of a plan (`VkQueryPool`), for each slot of a ring.
///
/// Confined to the device's thread.
@safe final class StepClock {
    /// A recording whose times have not been read.
    struct Recording {
        /// The recording's own number.
        let number: UInt64
        /// The times of the processor's steps; nil for kernels.
        var processor: [Int64?]
    }

    let plan: UInt64
    var recordings: [Recording?]
    private let steps: [Plan.Step]
    private let device: VulkanDevice
    /// nil where the device has no clock for kernels.
    private let pool: VkQueryPool?
    private let period: Double
    /// The bits of a time that count.
    private let mask: UInt64

    /// - Parameters:
    ///   - device: The device.
    ///   - steps: The plan's steps.
    ///   - plan: The number of the plan.
    ///   - slotCount: The number of recordings that may be under way.
    /// - Throws: The driver's refusal.
    init(
        device: VulkanDevice, steps: [Plan.Step], plan: UInt64, slotCount: Int
    ) throws(VulkanError) {
        (self.device, self.steps, self.plan) = (device, steps, plan)
        recordings = Array(repeating: nil, count: slotCount)
        let (bits, period) = device.timestamps
        self.period = period
        mask = bits >= 64 ? .max : (1 << UInt64(bits)) - 1
        guard bits > 0, !steps.isEmpty else {
            unsafe pool = nil
            return
        }
        var info = unsafe VkQueryPoolCreateInfo()
        unsafe info.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO
        unsafe info.queryType = VK_QUERY_TYPE_TIMESTAMP
        unsafe info.queryCount = UInt32(steps.count * 2 * slotCount)
        let made: VkQueryPool = try unsafe created("vkCreateQueryPool") {
            unsafe vkCreateQueryPool(device.raw, &info, nil, &$0)
        }
        unsafe device.adopt(made, VK_OBJECT_TYPE_QUERY_POOL, "times of filters")
        unsafe self.pool = unsafe made
    }

    deinit {
        if let pool = unsafe pool, !device.isGivenUp { unsafe vkDestroyQueryPool(device.raw, pool, nil) }
    }

    private func query(_ step: Int, _ slot: Int) -> UInt32 { UInt32((slot * steps.count + step) * 2) }

    /// Notes the time before a kernel; what came before it must be done by then, or it would count.
    func begin(_ step: Int, _ slot: Int, _ commands: Commands) {
        guard let pool = unsafe pool else { return }
        let first = query(step, slot)
        unsafe vkCmdResetQueryPool(commands.raw, pool, first, 2)
        unsafe commands.functions.writeTimestamp2(
            commands.raw, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT, pool, first)
    }

    /// Notes the time after a kernel.
    func end(_ step: Int, _ slot: Int, _ commands: Commands) {
        guard let pool = unsafe pool else { return }
        unsafe commands.functions.writeTimestamp2(
            commands.raw, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT, pool, query(step, slot) + 1)
    }

    /// The times of a recording; nil while it is not done.
    func times(_ slot: Int) -> [OperationTime]? {
        guard let recording = recordings[slot] else { return nil }
        var times: [OperationTime] = []
        for (index, step) in steps.enumerated() {
            var nanoseconds = recording.processor[index]
            if let pool = unsafe pool, !step.isByProcessor {
                var noted: (UInt64, UInt64) = (0, 0)
                let result = unsafe vkGetQueryPoolResults(
                    device.raw, pool, query(index, slot), 2, 16, &noted, 8, VK_QUERY_RESULT_64_BIT.rawValue)
                guard result == VK_SUCCESS else { return nil }
                nanoseconds = Int64(Double((noted.1 &- noted.0) & mask) * period)
            }
            times.append(
                OperationTime(
                    operations: step.operations, work: step.name, isByProcessor: step.isByProcessor,
                    nanoseconds: nanoseconds))
        }
        return times
    }
}

extension FilterRunner {
    /// The times of the newest recording that is done; none while they are not measured.
    func collectTimes() -> [OperationTime] {
        guard let clock else { return times }
        let order = clock.recordings.indices.sorted {
            (clock.recordings[$0]?.number ?? 0) < (clock.recordings[$1]?.number ?? 0)
        }
        for slot in order {
            // A recording that was given up never has any.
            guard let number = clock.recordings[slot]?.number, ring.wasSubmitted(number),
                let found = clock.times(slot)
            else { continue }
            times = found
            clock.recordings[slot] = nil
        }
        return times
    }

    /// Begins the measurement of a recording, if there shall be one.
    func beginTimes(_ prepared: Prepared, slot: Int, _ commands: Commands) throws(VulkanError) {
        guard measuresTimes else { return }
        _ = collectTimes()
        if clock?.plan != planNumber {
            clock = try StepClock(
                device: device, steps: prepared.plan.steps, plan: planNumber, slotCount: ring.slotCount)
        }
        guard let clock else { return }
        commands.keep(clock)
        clock.recordings[slot] = StepClock.Recording(
            number: commands.recording, processor: prepared.plan.steps.map { _ in nil })
    }

    /// Does a step of the processor's, and notes its time.
    func measured(_ step: Int, slot: Int, _ work: () -> Void) {
        guard let clock, measuresTimes else { return work() }
        let start = MonotonicClock.now()
        work()
        clock.recordings[slot]?.processor[step] = MonotonicClock.now() - start
    }
}
