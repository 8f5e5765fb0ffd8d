internal import Logging
package import Testing
internal import VulkanCore

/// The device that tests run on: the first one, which may be played by the tests' own Vulkan layer.
package enum TestedDevice {
    /// True where it is a processor, and where there is none.
    ///
    /// No other device sees what the processor itself computes.
    package static var isProcessor: Bool { facts?.isProcessor ?? true }
    /// How many buffers a kernel reads and writes at most.
    package static var storageBuffers: Int { facts?.storageBuffers ?? 0 }

    private static let facts: (isProcessor: Bool, storageBuffers: Int)? = {
        let logger = Logger(label: "test")
        let device = try? VulkanDevice(
            instance: VulkanInstance(
                applicationName: "tests", windowSystem: false, validation: false, logger: logger),
            logger: logger)
        return device.map { ($0.isCPU, $0.physical.limits.storageBuffers) }
    }()
}

extension Trait where Self == ConditionTrait {
    /// A test of what the processor does where it is the device.
    package static var onProcessor: Self {
        .enabled(if: TestedDevice.isProcessor, "the device is a graphics card")
    }
}
