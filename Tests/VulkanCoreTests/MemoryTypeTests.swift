import CVulkan
import TestSupport
import Testing

@testable import VulkanCore

/// The choice among the memory types that drivers have.
@Suite struct MemoryTypeTests {
    private static let local = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT.rawValue
    private static let visible = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT.rawValue
    private static let coherent = VK_MEMORY_PROPERTY_HOST_COHERENT_BIT.rawValue
    private static let cached = VK_MEMORY_PROPERTY_HOST_CACHED_BIT.rawValue

    /// The types of a card, in the order in which drivers must list them.
    private static let card = [
        local, visible | coherent, visible | coherent | cached, local | visible | coherent,
    ]

    private func full() -> VulkanError {
        VulkanError(call: "vkAllocateMemory", result: VK_ERROR_OUT_OF_DEVICE_MEMORY)
    }

    @Test func theBestTypeComesFirstAndThenTheOthersThatServe() {
        #expect(MemoryTypes.order(Self.card, allowed: 0b1111, preferring: [Self.local, 0]) == [0, 3, 1, 2])
        #expect(MemoryTypes.order(Self.card, allowed: 0b0110, preferring: [Self.local, 0]) == [1, 2])
        #expect(
            MemoryTypes.order(
                Self.card, allowed: 0b1111,
                preferring: [Self.visible | Self.coherent | Self.cached, Self.visible | Self.coherent]) == [
                    2, 1, 3,
                ])
        #expect(MemoryTypes.order(Self.card, allowed: 0, preferring: [0]).isEmpty)
    }

    @Test func specialTypesAreNeverTaken() {
        let special = [
            VK_MEMORY_PROPERTY_LAZILY_ALLOCATED_BIT, VK_MEMORY_PROPERTY_PROTECTED_BIT,
            VK_MEMORY_PROPERTY_DEVICE_COHERENT_BIT_AMD, VK_MEMORY_PROPERTY_DEVICE_UNCACHED_BIT_AMD,
        ].map { $0.rawValue | Self.local }
        #expect(MemoryTypes.order(special + [0], allowed: ~0, preferring: [Self.local, 0]) == [4])
        #expect(MemoryTypes.imported(special + [0], allowed: ~0) == 4)
        #expect(MemoryTypes.imported(special, allowed: ~0) == nil)
    }

    @Test func importedMemoryIsCoherentAndCachedWhereItCanBe() {
        #expect(MemoryTypes.imported(Self.card, allowed: 0b1111) == 2)
        #expect(MemoryTypes.imported(Self.card, allowed: 0b1010) == 1)
        #expect(MemoryTypes.imported(Self.card, allowed: 0) == nil)
    }

    @Test func aFullTypeIsPassedOver() throws {
        for result in [VK_ERROR_OUT_OF_DEVICE_MEMORY, VK_ERROR_OUT_OF_HOST_MEMORY] {
            var tried: [Int] = []
            let (memory, type) = try MemoryTypes.first([2, 0, 1]) { type throws(VulkanError) in
                tried.append(type)
                if type != 0 { throw VulkanError(call: "vkAllocateMemory", result: result) }
                return "memory"
            }
            #expect(memory == "memory" && type == 0 && tried == [2, 0])
        }
    }

    @Test func whenAllAreFullThatIsSaid() {
        #expect(throws: full()) {
            try MemoryTypes.first([0, 1]) { _ throws(VulkanError) -> Int in throw full() }
        }
    }

    @Test func anotherFailureEndsTheSearch() {
        var tried = 0
        let lost = VulkanError(call: "vkAllocateMemory", result: VK_ERROR_DEVICE_LOST)
        #expect(throws: lost) {
            try MemoryTypes.first([0, 1]) { _ throws(VulkanError) -> Int in
                tried += 1
                throw lost
            }
        }
        #expect(tried == 1)
    }

    @Test func withoutATypeTheDeviceCannotDoIt() {
        #expect { try MemoryTypes.first([]) { $0 } } throws: { ($0 as? VulkanError)?.kind == .unsupported }
    }

    @Test func memoryThatIsReadBackIsCachedWhereverThereIsSuch() {
        let v3dv = [Self.local | Self.visible | Self.coherent]
        let turnip = [Self.local | Self.visible | Self.coherent, Self.local | Self.visible | Self.cached]
        for (types, wanted) in [
            (Self.card, [2, 1, 3]), (v3dv, [0]), (turnip, [1, 0]),
        ] {
            #expect(MemoryTypes.order(types, allowed: ~0, preferring: MappedBuffer.readBack) == wanted)
        }
    }

    @Test func pagesAreReadByCoherentTypesOnly() {
        let types = [Self.local, Self.visible | Self.cached, Self.visible | Self.cached | Self.coherent]
        #expect(MemoryTypes.coherent(0b111, types) == 0b100)
        #expect(MemoryTypes.coherent(0b011, types) == 0)
        #expect(MemoryTypes.coherent(~0, types) == 0b100)
    }
}
