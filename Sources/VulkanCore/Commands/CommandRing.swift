internal import CVulkan
internal import LinuxIO

/// Two recordings in turn: while the GPU works on one, the next is recorded.
///
/// Confined to the device's thread.
/// A recording releases the objects that it has kept when the GPU is done with it and its turn comes again, or somebody
/// waits for it. The end of the ring waits for the GPU.
public final class CommandRing {
    private let device: VulkanDevice
    private var slots: [Commands] = []
    private var turn = 0
    private var submitted: UInt64 = 0
    // Numbers of recordings: the newest that was begun, the newest that was submitted, and the last ones in a row that
    // were given up.
    private var begun: UInt64 = 0
    private var lastDone: UInt64 = 0
    private var lost: ClosedRange<UInt64>?

    /// Makes the recordings.
    ///
    /// - Parameters:
    ///   - device: The device that works on them.
    ///   - name: The name in captures.
    /// - Throws: The driver's error.
    public init(device: VulkanDevice, name: String = "commands") throws(VulkanError) {
        self.device = device
        for _ in 0..<2 { slots.append(try Commands(device: device, name: name)) }
        for commands in slots { commands.ring = self }
    }

    deinit {
        if slots.contains(where: \.isPending) { device.waitUntilIdle() }
        guard device.isGivenUp else { return }
        // With all that they keep: the device may still read it.
        for commands in slots { device.leave(commands) }
    }

    /// The place in the ring of the next recording, for objects of which each recording needs its own.
    package var nextSlot: Int { turn }

    /// The largest number of recordings that are under way.
    package var slotCount: Int { slots.count }

    /// Waits until the GPU is done with the recording whose turn it is, and releases the objects that that one kept.
    package func waitForSlot() throws(VulkanError) { try wait(for: slots[turn]) }

    /// Starts the next recording.
    package func begin() throws(VulkanError) -> Commands {
        try device.checkAnswers()
        let commands = slots[turn]
        try wait(for: commands)
        try commands.restart()
        commands.number = submitted + 1
        // One that was begun and not submitted has just been overwritten.
        if begun > lastDone {
            lost = (lost?.upperBound == begun - 1 ? lost?.lowerBound ?? begun : begun)...begun
        }
        begun += 1
        commands.recording = begun
        return commands
    }

    /// Tells whether a recording was given up before it was submitted; known when the next one begins.
    ///
    /// - Parameter recording: The ``Commands/recording`` of one since the last loss but one.
    /// - Returns: True when it was given up.
    package func wasLost(_ recording: UInt64) -> Bool { lost?.contains(recording) ?? false }

    /// Tells whether a recording was submitted.
    package func wasSubmitted(_ recording: UInt64) -> Bool { recording <= lastDone && !wasLost(recording) }

    /// Ends a recording and gives it to the GPU (`vkQueueSubmit2`).
    ///
    /// - Parameters:
    ///   - commands: The recording that ``begin()`` gave.
    ///   - wait: The semaphore that drawing and copying wait for; nil for none.
    ///   - signal: The semaphore that is signalled when everything is done; nil when nobody waits.
    /// - Throws: The driver's error; the recording is then lost.
    package func submit(
        _ commands: Commands, waitingFor wait: Semaphore? = nil, signalling signal: Semaphore? = nil
    ) throws(VulkanError) {
        try check("vkEndCommandBuffer") { unsafe vkEndCommandBuffer(commands.raw) }
        let scratch = commands.scratch
        var buffer = unsafe VkCommandBufferSubmitInfo()
        unsafe buffer.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO
        unsafe buffer.commandBuffer = commands.raw
        var info = unsafe VkSubmitInfo2()
        unsafe info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2
        unsafe info.commandBufferInfoCount = 1
        unsafe info.pCommandBufferInfos = UnsafePointer(scratch.store(buffer))
        if let wait {
            unsafe info.waitSemaphoreInfoCount = 1
            unsafe info.pWaitSemaphoreInfos = CommandRing.store(
                wait, VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT | VK_PIPELINE_STAGE_2_COPY_BIT,
                in: scratch)
        }
        if let signal {
            unsafe info.signalSemaphoreInfoCount = 1
            unsafe info.pSignalSemaphoreInfos = CommandRing.store(
                signal, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT, in: scratch)
        }
        try device.measured { () throws(VulkanError) in
            try check("vkQueueSubmit2") {
                unsafe device.functions.queueSubmit2(device.queue, 1, &info, commands.fence)
            }
        }
        (commands.isPending, commands.isKnownDone) = (true, false)
        commands.submissionTime = MonotonicClock.now()
        (submitted, lastDone) = (commands.number, commands.recording)
        turn = (turn + 1) % slots.count
    }

    /// Waits until the GPU is done with everything that was submitted.
    package func waitForAll() throws(VulkanError) { try wait(for: submitted) }

    /// Waits until the GPU is done with a submission.
    ///
    /// - Parameter number: The submission's ``Commands/number``; one that was never submitted counts as done.
    /// - Throws: Kind `deviceLost` when the GPU does not finish in time.
    package func wait(for number: UInt64) throws(VulkanError) {
        for commands in slots where commands.isPending && commands.number <= number {
            try wait(for: commands)
        }
    }

    /// Waits until the GPU is done with everything that was submitted, or the time is over; allocates nothing.
    ///
    /// - Parameter deadline: The moment to give up, in nanoseconds of the monotonic clock, which comes no later than that at which the
    ///   GPU would count as dead; its work goes on then.
    /// - Returns: True when it is done.
    /// - Throws: The driver's error.
    package func waitForAll(until deadline: Int64) throws(VulkanError) -> Bool {
        try device.checkAnswers()
        for commands in slots where commands.isPending {
            var fence: VkFence? = unsafe commands.fence
            let left = UInt64(max(0, deadline - MonotonicClock.now()))
            let result = unsafe vkWaitForFences(
                device.raw, 1, &fence, VK_TRUE, min(left, UInt64(device.patience)))
            if result == VK_TIMEOUT { return false }
            try check("vkWaitForFences") { result }
            try settle(commands)
        }
        return true
    }

    /// The moment at which the device will have had all its time for what was submitted, in nanoseconds of the monotonic clock; nil where it
    /// is known to be done.
    package var patienceEnd: Int64? {
        var end: Int64?
        for commands in slots where commands.isPending && !commands.isKnownDone {
            end = min(end ?? .max, commands.submissionTime + device.patience)
        }
        return end
    }

    /// Looks whether the device is done with what it has had its time for (`vkGetFenceStatus`).
    ///
    /// Where nothing more is submitted nobody waits: a compositor that waits for a picture that is never done asks for no other one.
    ///
    /// - Parameter time: Now, in nanoseconds of the monotonic clock.
    /// - Throws: Kind `deviceLost` where it is not.
    package func checkPatience(at time: Int64) throws(VulkanError) {
        for commands in slots where commands.isPending && !commands.isKnownDone {
            guard commands.submissionTime + device.patience <= time else { continue }
            try device.answering { () throws(VulkanError) in
                let result = try check("vkGetFenceStatus", accepting: [VK_NOT_READY]) {
                    unsafe vkGetFenceStatus(device.raw, commands.fence)
                }
                guard result == VK_SUCCESS else {
                    throw VulkanError(call: "vkGetFenceStatus", result: VK_TIMEOUT)
                }
            }
            commands.isKnownDone = true
        }
    }

    private func wait(for commands: Commands) throws(VulkanError) {
        guard commands.isPending else { return }
        try device.checkAnswers()
        var fence: VkFence? = unsafe commands.fence
        try device.answering { () throws(VulkanError) in
            try device.measured { () throws(VulkanError) -> Void in
                try check("vkWaitForFences") {
                    unsafe vkWaitForFences(device.raw, 1, &fence, VK_TRUE, UInt64(device.patience))
                }
            }
        }
        try settle(commands)
    }

    /// Takes note that the GPU is done with a recording.
    private func settle(_ commands: Commands) throws(VulkanError) {
        var fence: VkFence? = unsafe commands.fence
        try check("vkResetFences") { unsafe vkResetFences(device.raw, 1, &fence) }
        commands.isPending = false
        commands.release()
    }

    private static func store(
        _ semaphore: Semaphore, _ stage: VkPipelineStageFlags2, in scratch: Scratch
    ) -> UnsafePointer<VkSemaphoreSubmitInfo> {
        var info = unsafe VkSemaphoreSubmitInfo()
        unsafe info.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO
        unsafe info.semaphore = semaphore.raw
        unsafe info.stageMask = stage
        return unsafe UnsafePointer(scratch.store(info))
    }
}
