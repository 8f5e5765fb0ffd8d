internal import CVulkan
internal import VulkanCore

/// The device's own clock around the commands of a recording (`VkQueryPool`).
@safe final class DeviceClock {
    private let pool: VkQueryPool
    private let period: Double
    private let device: VulkanDevice

    init(device: VulkanDevice) throws(VulkanError) {
        var info = unsafe VkQueryPoolCreateInfo()
        unsafe info.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO
        unsafe info.queryType = VK_QUERY_TYPE_TIMESTAMP
        unsafe info.queryCount = 2
        var pool: VkQueryPool?
        try check("vkCreateQueryPool") { unsafe vkCreateQueryPool(device.raw, &info, nil, &pool) }
        unsafe self.pool = try made("vkCreateQueryPool", pool)
        var properties = VkPhysicalDeviceProperties()
        unsafe vkGetPhysicalDeviceProperties(device.physical.raw, &properties)
        period = Double(properties.limits.timestampPeriod)
        self.device = device
    }

    deinit { unsafe vkDestroyQueryPool(device.raw, pool, nil) }

    /// Notes the time before the commands that follow.
    func begin(_ commands: Commands) {
        unsafe vkCmdResetQueryPool(commands.raw, pool, 0, 2)
        unsafe commands.functions.writeTimestamp2(commands.raw, VK_PIPELINE_STAGE_2_TOP_OF_PIPE_BIT, pool, 0)
    }

    /// Notes the time after all commands.
    func end(_ commands: Commands) {
        unsafe commands.functions.writeTimestamp2(commands.raw, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT, pool, 1)
    }

    /// Reads the nanoseconds between both; the submission must be done.
    func nanoseconds() throws(VulkanError) -> Double {
        var times: (UInt64, UInt64) = (0, 0)
        try check("vkGetQueryPoolResults") {
            unsafe vkGetQueryPoolResults(
                device.raw, pool, 0, 2, 16, &times, 8,
                VK_QUERY_RESULT_64_BIT.rawValue | VK_QUERY_RESULT_WAIT_BIT.rawValue)
        }
        return Double(times.1 &- times.0) * period
    }
}
