import CVulkan
import TestSupport
import Testing

@testable import VulkanCore

/// Devices that are known to see the processor's caches, and those that must be tested first.
@Suite struct SnoopingTests {
    /// A device as its driver describes it.
    struct Machine: Sendable, CustomTestStringConvertible {
        let name: String
        let kind: PhysicalDevice.Kind
        let driver: UInt32
        /// The memory types: a letter for each property, a word for each type.
        let types: String
        var isPC = true
        let ground: Snooping?

        var testDescription: String { name }

        var facts: Snooping.Facts {
            Snooping.Facts(
                kind: kind, driver: driver,
                memoryTypes: types.split(separator: " ").map { word in
                    word.reduce(0) { $0 | (Self.properties[$1]?.rawValue ?? 0) }
                }, hasCoherentBus: isPC)
        }

        private static let properties: [Character: VkMemoryPropertyFlagBits] = [
            "L": VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, "V": VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT,
            "C": VK_MEMORY_PROPERTY_HOST_COHERENT_BIT, "K": VK_MEMORY_PROPERTY_HOST_CACHED_BIT,
            "P": VK_MEMORY_PROPERTY_PROTECTED_BIT,
        ]
    }

    private static let (intel, radv) = (
        VK_DRIVER_ID_INTEL_OPEN_SOURCE_MESA.rawValue, VK_DRIVER_ID_MESA_RADV.rawValue
    )

    static let machines = [
        Machine(
            name: "llvmpipe", kind: .cpu, driver: VK_DRIVER_ID_MESA_LLVMPIPE.rawValue, types: "LVCK",
            isPC: false, ground: .processor),
        Machine(
            name: "Radeon RX 6600", kind: .discrete, driver: radv, types: "L L VC LVC LVC VCK", ground: .bus),
        Machine(
            name: "GeForce RTX 3060", kind: .discrete, driver: VK_DRIVER_ID_NVIDIA_PROPRIETARY.rawValue,
            types: "L VC VCK LVC", ground: .bus),
        Machine(
            name: "Arc A770 under i915", kind: .discrete, driver: intel, types: "L VCK LVC", ground: .bus),
        Machine(
            name: "Radeon RX 6600 in a Raspberry Pi 5", kind: .discrete, driver: radv,
            types: "L L VC LVC LVC VCK", isPC: false, ground: nil),
        Machine(
            name: "Radeon 680M", kind: .integrated, driver: radv, types: "L L VC LVC LVC VCK VCK",
            ground: .amdgpu),
        Machine(
            name: "Radeon Vega 8 under AMDVLK", kind: .integrated,
            driver: VK_DRIVER_ID_AMD_OPEN_SOURCE.rawValue, types: "L VC LVC VCK", ground: .amdgpu),
        Machine(
            name: "UHD 620, Mesa 22", kind: .integrated, driver: intel, types: "LVCK", ground: .intel),
        Machine(
            name: "Iris Xe, Mesa 25", kind: .integrated, driver: intel, types: "L LVC LVCK LP", ground: .intel
        ),
        Machine(
            name: "Lunar Lake under xe", kind: .integrated, driver: intel, types: "L LVC LVCK", ground: .intel
        ),
        Machine(
            name: "UHD 600, Gemini Lake", kind: .integrated, driver: intel, types: "LVC LVK", ground: nil),
        Machine(
            name: "Meteor Lake under i915", kind: .integrated, driver: intel, types: "LVC LVK LP", ground: nil
        ),
        Machine(
            name: "V3D 7.1, Raspberry Pi 5", kind: .integrated, driver: VK_DRIVER_ID_MESA_V3DV.rawValue,
            types: "LVC", isPC: false, ground: nil),
        Machine(
            name: "Adreno 630", kind: .integrated, driver: VK_DRIVER_ID_MESA_TURNIP.rawValue,
            types: "LVC LVK", isPC: false, ground: nil),
        // Its own memory is coherent and cached; what it imports is neither.
        Machine(
            name: "Adreno X1-85", kind: .integrated, driver: VK_DRIVER_ID_MESA_TURNIP.rawValue,
            types: "LVC LVCK", isPC: false, ground: nil),
        Machine(
            name: "Mali-G610", kind: .integrated, driver: VK_DRIVER_ID_MESA_PANVK.rawValue, types: "LVC LVK",
            isPC: false, ground: nil),
        Machine(
            name: "Apple M1", kind: .integrated, driver: 26, types: "LVCK", isPC: false, ground: nil),
        Machine(
            name: "Tegra under NVK", kind: .integrated, driver: VK_DRIVER_ID_MESA_NVK.rawValue,
            types: "LVCK", isPC: false, ground: nil),
        Machine(
            name: "Iris Xe lent to a virtual machine", kind: .virtual,
            driver: VK_DRIVER_ID_MESA_VENUS.rawValue, types: "L LVC LVCK", ground: nil),
        Machine(name: "no driver that tells", kind: .integrated, driver: 0, types: "LVCK", ground: nil),
    ]

    @Test(arguments: machines) func theGroundIsThatOfTheDriverAndTheKernel(machine: Machine) {
        #expect(Snooping(machine.facts) == machine.ground)
    }

    @Test func theDeviceAtHandIsAskedForItsFacts() throws {
        try withValidatedDevice { device in
            let facts = Snooping.Facts(device.physical.raw, kind: device.physical.kind)
            #expect(facts.memoryTypes.count == device.physical.facts.memoryTypes.count)
            #expect(device.physical.snooping == Snooping(facts))
            if device.isCPU { #expect(device.physical.snooping == .processor) }
        }
    }
}
