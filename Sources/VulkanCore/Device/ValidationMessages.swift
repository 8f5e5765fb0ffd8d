internal import CVulkan
internal import Logging

/// The validation layer's voice: each of its messages becomes a line in the log.
///
/// Immutable after `init`; the layer calls from the thread that made the call that it judges.
@safe final class ValidationMessages {
    private let instance: VkInstance
    private let messenger: VkDebugUtilsMessengerEXT
    private let destroy: PFN_vkDestroyDebugUtilsMessengerEXT
    private let sink: Unmanaged<Sink>

    fileprivate final class Sink: Sendable {
        let logger: Logger
        init(logger: Logger) { self.logger = logger }
    }

    /// Asks the layer to check the order of the GPU's accesses too (`VK_EXT_validation_features`).
    static func features(in scratch: Scratch) -> UnsafeRawPointer {
        var features = unsafe VkValidationFeaturesEXT()
        unsafe features.sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT
        unsafe features.enabledValidationFeatureCount = 1
        unsafe features.pEnabledValidationFeatures = UnsafePointer(
            scratch.store([VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT]))
        return unsafe UnsafeRawPointer(scratch.store(features))
    }

    /// Starts listening (`vkCreateDebugUtilsMessengerEXT`).
    init(instance: VkInstance, logger: Logger) throws(VulkanError) {
        typealias Create = PFN_vkCreateDebugUtilsMessengerEXT
        let create = unsafe unsafeBitCast(
            vkGetInstanceProcAddr(instance, "vkCreateDebugUtilsMessengerEXT"), to: Create?.self)
        let destroy = unsafe unsafeBitCast(
            vkGetInstanceProcAddr(instance, "vkDestroyDebugUtilsMessengerEXT"),
            to: PFN_vkDestroyDebugUtilsMessengerEXT?.self)
        guard let create = unsafe create, let destroy = unsafe destroy else {
            throw VulkanError(call: "vkGetInstanceProcAddr", result: VK_ERROR_EXTENSION_NOT_PRESENT)
        }
        let sink = unsafe Unmanaged.passRetained(Sink(logger: logger))
        var info = unsafe VkDebugUtilsMessengerCreateInfoEXT()
        unsafe info.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT
        unsafe info.messageSeverity =
            VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT.rawValue
            | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT.rawValue
        unsafe info.messageType =
            VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT.rawValue
            | VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT.rawValue
        unsafe info.pfnUserCallback = receive
        unsafe info.pUserData = sink.toOpaque()
        unsafe self.messenger = try created("vkCreateDebugUtilsMessengerEXT") {
            unsafe create(instance, &info, nil, &$0)
        }
        unsafe self.instance = instance
        unsafe self.destroy = destroy
        unsafe self.sink = sink
    }

    /// Ends listening; to be called once, before the instance ends.
    func stop() {
        unsafe destroy(instance, messenger, nil)
        unsafe sink.release()
    }
}

private func receive(
    severity: VkDebugUtilsMessageSeverityFlagBitsEXT, types: VkDebugUtilsMessageTypeFlagsEXT,
    data: UnsafePointer<VkDebugUtilsMessengerCallbackDataEXT>?, context: UnsafeMutableRawPointer?
) -> VkBool32 {
    guard let context = unsafe context, let text = unsafe data?.pointee.pMessage else { return VK_FALSE }
    let sink = unsafe Unmanaged<ValidationMessages.Sink>.fromOpaque(context).takeUnretainedValue()
    let isError = severity == VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT
    sink.logger.log(level: isError ? .error : .warning, "validation: \(unsafe String(cString: text))")
    return VK_FALSE
}
