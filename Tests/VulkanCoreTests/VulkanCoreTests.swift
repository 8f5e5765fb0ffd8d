// VulkanCoreTests
