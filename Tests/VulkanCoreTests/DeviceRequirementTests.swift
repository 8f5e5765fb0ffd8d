import CVulkan
import TestSupport
import Testing

@testable import VulkanCore

/// What a device must have, and the words where it has not.
@Suite struct DeviceRequirementTests {
    private static let both = Set(["VK_KHR_dynamic_rendering", "VK_KHR_synchronization2", "VK_KHR_swapchain"])
    private static func version(_ minor: UInt32) -> UInt32 { 1 << 22 | minor << 12 | 7 }

    private func obstacle(
        _ minor: UInt32, _ extensions: Set<String> = [], rendering: Bool = true, synchronization: Bool = true
    ) -> String? {
        DeviceRequirements(
            version: Self.version(minor), extensions: extensions, hasDynamicRendering: rendering,
            hasSynchronization2: synchronization
        ).obstacle
    }

    @Test func version13WithBothFeaturesWillDoWithoutExtensions() {
        #expect(obstacle(3) == nil)
        #expect(obstacle(4) == nil)
        #expect(obstacle(3, rendering: false) == "lacks the features dynamicRendering")
        #expect(obstacle(3, synchronization: false) == "lacks the features synchronization2")
        // A driver that has the extensions and not the features has neither.
        #expect(
            obstacle(3, Self.both, rendering: false, synchronization: false)
                == "lacks the features dynamicRendering and synchronization2")
    }

    @Test func version12NeedsBothExtensionsAndTheirFeatures() {
        #expect(obstacle(2, Self.both) == nil)
        #expect(obstacle(2, Self.both, rendering: false) == "lacks the features dynamicRendering")
        #expect(
            obstacle(2)
                == "has Vulkan 1.2.7 and lacks VK_KHR_dynamic_rendering and VK_KHR_synchronization2, needed below "
                + "Vulkan 1.3")
        #expect(
            obstacle(2, Self.both.subtracting(["VK_KHR_synchronization2"]))
                == "has Vulkan 1.2.7 and lacks VK_KHR_synchronization2, needed below Vulkan 1.3")
    }

    @Test func lessThanVersion12IsTooLittle() {
        for minor: UInt32 in [0, 1] {
            #expect(
                obstacle(minor, Self.both)
                    == "has Vulkan 1.\(minor).7; Vulkan 1.3 is needed, or 1.2 with VK_KHR_dynamic_rendering and "
                    + "VK_KHR_synchronization2")
        }
    }

    /// The driver at hand by the extensions: the validation layer refuses what Vulkan 1.3 alone has.
    @Test func aDeviceOfVersion12RecordsAndSubmits() throws {
        try withValidatedDevice(newestVersion: DeviceLimits.version12) { device in
            #expect(!device.physical.limits.hasVersion13)
            let ring = try CommandRing(device: device)
            let source = try MappedBuffer(
                device: device, count: 64,
                usage: VkBufferUsageFlagBits(
                    VK_BUFFER_USAGE_TRANSFER_SRC_BIT.rawValue | VK_BUFFER_USAGE_TRANSFER_DST_BIT.rawValue),
                isRead: true)
            let commands = try ring.begin()
            unsafe vkCmdFillBuffer(commands.raw, source.raw, 0, VK_WHOLE_SIZE, 0x0102_0304)
            commands.order(.fill, before: .hostRead)
            try ring.submit(commands)
            try ring.wait(for: commands.number)
            #expect(unsafe source.bytes.load(as: UInt32.self) == 0x0102_0304)
        }
    }

    /// A device that says less than its instance takes the extensions, too.
    @Test func aLoweredDeviceUsesItsExtensions() throws {
        try withValidatedDevice(lowering: { $0.version = DeviceLimits.version12 }) { device in
            #expect(!device.physical.limits.hasVersion13)
            #expect(try VulkanDevice(beside: device).physical.limits == device.physical.limits)
            let ring = try CommandRing(device: device)
            let commands = try ring.begin()
            commands.order(.fill, before: .hostRead)
            try ring.submit(commands)
            try ring.waitForAll()
        }
    }
}
