// VulkanCore
