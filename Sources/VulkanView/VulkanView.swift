// VulkanView
