package import CVulkan

extension Scratch {
    /// Stores 32-bit specialization constants, numbered from 0 (`VkSpecializationInfo`).
    package func storeSpecialization(_ constants: [UInt32]) -> UnsafePointer<VkSpecializationInfo> {
        let size = MemoryLayout<UInt32>.stride
        let entries = constants.indices.map {
            VkSpecializationMapEntry(constantID: UInt32($0), offset: UInt32($0 * size), size: size)
        }
        var info = unsafe VkSpecializationInfo()
        unsafe info.mapEntryCount = UInt32(entries.count)
        unsafe info.pMapEntries = UnsafePointer(store(entries))
        unsafe info.dataSize = constants.count * size
        unsafe info.pData = UnsafeRawPointer(store(constants))
        return unsafe UnsafePointer(store(info))
    }
}
