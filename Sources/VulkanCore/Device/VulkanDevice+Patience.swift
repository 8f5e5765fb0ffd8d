internal import CVulkan
internal import LinuxIO
internal import Logging
internal import Synchronization

/// A device that hangs is given up: no call waits for it any more, and nothing that it may still use is destroyed. The program goes on
/// with another one, or with the same, opened anew.
extension VulkanDevice {
    /// The longest wait for a device that has to come to its end, in nanoseconds.
    private static let longestEnd: Int64 = 15_000_000_000

    /// True once the device has not answered in time: nothing of it is waited for or destroyed any more, and a surface on which it has shown
    /// pictures is its driver's for ever.
    public var isGivenUp: Bool { givenUp.load(ordering: .acquiring) }

    /// Waits until the device has nothing to do (`vkDeviceWaitIdle`), and not longer than its patience; one that has not answered by then is
    /// given up.
    package func waitUntilIdle() {
        guard !isGivenUp else { return }
        // The call itself knows no limit: a driver that hangs keeps the thread that has made it.
        let wait = unsafe Wait(device: raw)
        let limit = MonotonicClock.now() + min(patience, Self.longestEnd)
        guard let thread = try? SystemThread(name: "wait for device", { wait.run() }) else {
            return wait.run()
        }
        if !thread.join(until: limit) { giveUp() }
    }

    /// The wait for a device on a thread of its own.
    @safe private struct Wait: @unchecked Sendable {
        // Sendable: nobody else uses the device meanwhile, and one whose wait does not end is never destroyed.
        let device: VkDevice

        func run() {
            // A lost device answers with an error and stays idle: nothing is left to wait for.
            unsafe _ = vkDeviceWaitIdle(device)
        }
    }

    /// Makes calls whose timeout means that the device hangs.
    func answering(_ calls: () throws(VulkanError) -> Void) throws(VulkanError) {
        do throws(VulkanError) {
            try calls()
        } catch {
            if error.isTimeout { giveUp() }
            throw error
        }
    }

    /// Checks that the device has not been given up.
    ///
    /// - Throws: Kind `deviceLost` where it has.
    package func checkAnswers() throws(VulkanError) {
        if isGivenUp { throw VulkanError(call: "vkWaitForFences", result: VK_TIMEOUT) }
    }

    /// Leaves an object to a device that is given up, for ever.
    package func leave(_ object: AnyObject) { left.append(object) }

    private func giveUp() {
        guard !givenUp.exchange(true, ordering: .acquiringAndReleasing) else { return }
        GivenUpDevice.all.withLock { $0.append(GivenUpDevice(device: self)) }
        logger.warning("\(name) does not answer any more and is given up; what it was given is left to it")
    }
}

/// A device that is given up, which lives as long as the process, and its instance with it.
private struct GivenUpDevice: @unchecked Sendable {
    // Sendable: nobody looks at it again.
    let device: VulkanDevice

    static let all = Mutex<[GivenUpDevice]>([])
}
