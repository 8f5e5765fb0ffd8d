internal import CVulkan

/// The names of a device's objects and of regions of commands, for those who read a capture (`VK_EXT_debug_utils`).
///
/// Without the extension names go nowhere.
@safe struct DebugNames: @unchecked Sendable {
    // Sendable: addresses of code, which never change.
    private let setName: PFN_vkSetDebugUtilsObjectNameEXT?
    private let beginRegion: PFN_vkCmdBeginDebugUtilsLabelEXT?
    private let endRegion: PFN_vkCmdEndDebugUtilsLabelEXT?

    /// Finds the functions (`vkGetDeviceProcAddr`).
    ///
    /// - Parameters:
    ///   - device: The device.
    ///   - isEnabled: True when its instance has the extension.
    init(_ device: VkDevice, isEnabled: Bool) {
        func find<Function>(_ name: String) -> Function? {
            isEnabled ? unsafe deviceFunction(name, of: device) : nil
        }
        unsafe setName = find("vkSetDebugUtilsObjectNameEXT")
        let begin: PFN_vkCmdBeginDebugUtilsLabelEXT? = unsafe find("vkCmdBeginDebugUtilsLabelEXT")
        let end: PFN_vkCmdEndDebugUtilsLabelEXT? = unsafe find("vkCmdEndDebugUtilsLabelEXT")
        // One without the other would leave regions open.
        unsafe (beginRegion, endRegion) = end == nil ? (nil, nil) : (begin, end)
    }

    /// Names an object (`vkSetDebugUtilsObjectNameEXT`); a name that the driver does not take is none.
    func name(_ handle: OpaquePointer, _ type: VkObjectType, _ name: String, on device: VkDevice) {
        guard let setName = unsafe setName else { return }
        unsafe name.withCString { text in
            var info = unsafe VkDebugUtilsObjectNameInfoEXT()
            unsafe info.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT
            unsafe info.objectType = type
            unsafe info.objectHandle = UInt64(UInt(bitPattern: handle))
            unsafe info.pObjectName = text
            unsafe _ = setName(device, &info)
        }
    }

    /// Begins a region of a recording (`vkCmdBeginDebugUtilsLabelEXT`).
    func begin(_ name: String, in commands: VkCommandBuffer) {
        guard let beginRegion = unsafe beginRegion else { return }
        unsafe name.withCString { text in
            var label = unsafe VkDebugUtilsLabelEXT()
            unsafe label.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT
            unsafe label.pLabelName = text
            unsafe beginRegion(commands, &label)
        }
    }

    /// Ends the region that was begun last (`vkCmdEndDebugUtilsLabelEXT`).
    func end(in commands: VkCommandBuffer) {
        if let endRegion = unsafe endRegion { unsafe endRegion(commands) }
    }
}
