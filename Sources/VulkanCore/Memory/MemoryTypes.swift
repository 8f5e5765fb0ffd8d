internal import CVulkan

/// The choice among a device's memory types.
enum MemoryTypes {
    /// Types that ordinary images and buffers never lie in: memory that is made as it is needed or must not be read, and memory that
    /// a feature must be switched on for (`VK_AMD_device_coherent_memory`).
    private static let special =
        VK_MEMORY_PROPERTY_LAZILY_ALLOCATED_BIT.rawValue | VK_MEMORY_PROPERTY_PROTECTED_BIT.rawValue
        | VK_MEMORY_PROPERTY_DEVICE_COHERENT_BIT_AMD.rawValue
        | VK_MEMORY_PROPERTY_DEVICE_UNCACHED_BIT_AMD.rawValue

    /// True for a type in which ordinary images and buffers can lie.
    static func isOrdinary(_ type: VkMemoryPropertyFlags) -> Bool { type & special == 0 }

    /// Chooses the type of memory that others have made: one that the processor writes coherently is preferred.
    ///
    /// - Parameters:
    ///   - types: The properties of all types.
    ///   - bits: The types that the memory can have, a bit for each.
    /// - Returns: The type's number; nil where none will do.
    static func imported(_ types: [VkMemoryPropertyFlags], allowed bits: UInt32) -> Int? {
        let coherent =
            VK_MEMORY_PROPERTY_HOST_COHERENT_BIT.rawValue | VK_MEMORY_PROPERTY_HOST_CACHED_BIT.rawValue
        return order(types, allowed: bits, preferring: [coherent, 0]).first
    }

    /// Puts the types that an image or a buffer can have in order, best first.
    ///
    /// - Parameters:
    ///   - types: The properties of all types.
    ///   - bits: The types that it can have, a bit for each.
    ///   - sets: Sets of properties, best first.
    /// - Returns: The numbers of the types that have the first set, in the driver's order, then of those that have the second, and so
    ///   on.
    static func order(
        _ types: [VkMemoryPropertyFlags], allowed bits: UInt32, preferring sets: [VkMemoryPropertyFlags]
    ) -> [Int] {
        let allowed = types.indices.filter { bits & 1 << UInt32($0) != 0 && isOrdinary(types[$0]) }
        var order: [Int] = []
        for set in sets {
            order += allowed.filter { types[$0] & set == set && !order.contains($0) }
        }
        return order
    }

    /// Leaves those types of a set in which a device sees what the processor has written, without being told.
    ///
    /// - Parameters:
    ///   - bits: The set, a bit for each type.
    ///   - types: The properties of all types.
    /// - Returns: The set that is left.
    static func coherent(_ bits: UInt32, _ types: [VkMemoryPropertyFlags]) -> UInt32 {
        types.indices.reduce(0) { set, type in
            types[type] & VK_MEMORY_PROPERTY_HOST_COHERENT_BIT.rawValue == 0
                ? set : set | bits & 1 << UInt32(type)
        }
    }

    /// Tries types in order until one has room.
    ///
    /// - Parameters:
    ///   - order: The numbers of the types, best first.
    ///   - allocate: Allocates memory of a type.
    /// - Returns: The memory, and its type.
    /// - Throws: Kind `outOfMemory` when all are full, `unsupported` when there are none; else the first other error.
    static func first<Memory>(
        _ order: [Int], _ allocate: (Int) throws(VulkanError) -> Memory
    ) throws(VulkanError) -> (Memory, type: Int) {
        var failure = VulkanError(
            .unsupported, "the graphics device has no memory of the kind that is needed")
        for type in order {
            do throws(VulkanError) {
                return (try allocate(type), type)
            } catch {
                guard error.kind == .outOfMemory else { throw error }
                failure = error
            }
        }
        throw failure
    }
}
