// VulkanViewTests
