internal import CVulkan

/// The device's own clock around the recordings of a ring (`VkQueryPool`): the time from a recording's first command to its last one's end.
///
/// On a graphics card the calls return long before the work is done. Confined to the device's thread.
@safe final class SubmissionClock {
    private let device: VulkanDevice
    private let pool: VkQueryPool
    /// The nanoseconds of a tick.
    private let period: Double
    /// The bits of a time that count.
    private let mask: UInt64

    /// Makes a clock; nil where the device has none.
    ///
    /// - Parameters:
    ///   - device: The device.
    ///   - slotCount: The number of recordings that may be under way.
    /// - Throws: The driver's error.
    init?(device: VulkanDevice, slotCount: Int) throws(VulkanError) {
        let (bits, period) = device.timestamps
        guard bits > 0 else { return nil }
        self.device = device
        self.period = period
        mask = bits >= 64 ? .max : (1 << UInt64(bits)) - 1
        var info = unsafe VkQueryPoolCreateInfo()
        unsafe info.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO
        unsafe info.queryType = VK_QUERY_TYPE_TIMESTAMP
        unsafe info.queryCount = UInt32(2 * slotCount)
        var pool: VkQueryPool?
        try check("vkCreateQueryPool") { unsafe vkCreateQueryPool(device.raw, &info, nil, &pool) }
        unsafe self.pool = try made("vkCreateQueryPool", pool)
        unsafe device.adopt(self.pool, VK_OBJECT_TYPE_QUERY_POOL, "submission clock")
    }

    deinit { unsafe vkDestroyQueryPool(device.raw, pool, nil) }

    /// Notes the begin of a slot's recording.
    func begin(_ slot: Int, _ commands: Commands) {
        let first = UInt32(2 * slot)
        unsafe vkCmdResetQueryPool(commands.raw, pool, first, 2)
        unsafe commands.functions.writeTimestamp2(
            commands.raw, VK_PIPELINE_STAGE_2_TOP_OF_PIPE_BIT, pool, first)
    }

    /// Notes the end of a slot's recording.
    func end(_ slot: Int, _ commands: Commands) {
        unsafe commands.functions.writeTimestamp2(
            commands.raw, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT, pool, UInt32(2 * slot + 1))
    }

    /// Reads the time of a slot's recording, which is done.
    ///
    /// - Returns: Nanoseconds; nil where the driver does not tell.
    func time(_ slot: Int) -> Int64? {
        var noted: (UInt64, UInt64) = (0, 0)
        let result = unsafe vkGetQueryPoolResults(
            device.raw, pool, UInt32(2 * slot), 2, 16, &noted, 8, VK_QUERY_RESULT_64_BIT.rawValue)
        guard result == VK_SUCCESS else { return nil }
        return Int64(Double((noted.1 &- noted.0) & mask) * period)
    }
}
