package import CVulkan
package import LinuxIO

/// A Vulkan call that failed, or a machine that lacks a thing we need.
public struct VulkanError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kind of failure, for a caller that reacts to it.
    public enum Kind: String, Sendable {
        /// There is no Vulkan driver on this machine.
        case noDriver
        /// No device meets our needs, or none has the wished name.
        case noDevice
        /// The device is gone or hangs; everything made on it is lost.
        case deviceLost
        /// The window's surface is gone, usually with the compositor.
        case surfaceLost
        /// Memory ran out.
        case outOfMemory
        /// The device cannot do as asked.
        case unsupported
        /// A driver hangs in a call that keeps all others out: no device can be opened or listed in this process.
        case blocked
        /// Anything else.
        case other
    }

    /// The kind of failure.
    public let kind: Kind
    /// The C function's name; empty when no call failed.
    public let call: String
    /// The name of the `VkResult`; empty when no call failed.
    public let result: String
    /// The event and its remedy in one sentence.
    public let advice: String

    /// True where the device has not answered in time, and may still be at work.
    public var isTimeout: Bool { result == "VK_TIMEOUT" }

    /// The advice, then call and result, in one line.
    public var description: String { call.isEmpty ? advice : "\(advice) (\(call): \(result))" }

    /// Makes the error of something that is missing.
    ///
    /// - Parameters:
    ///   - kind: The kind of failure.
    ///   - advice: The event and its remedy in one sentence.
    public init(_ kind: Kind, _ advice: String) {
        self.kind = kind
        self.call = ""
        self.result = ""
        self.advice = advice
    }

    /// Makes the error of a call.
    package init(call: String, result: VkResult) {
        self.call = call
        self.result = VulkanError.name(of: result)
        (kind, advice) = VulkanError.meaning(of: result, call)
    }

    /// The calls that look for drivers.
    private static let loaderCalls: Set<String> = ["vkCreateInstance", "vkEnumeratePhysicalDevices"]

    private static func meaning(of result: VkResult, _ call: String) -> (Kind, String) {
        // The loader says so where it has found no driver; a driver says so of much else.
        if result == VK_ERROR_INCOMPATIBLE_DRIVER || result == VK_ERROR_INITIALIZATION_FAILED {
            if loaderCalls.contains(call) { return (.noDriver, noDriverAdvice) }
            if call == "vkCreateDevice" {
                return (
                    .noDevice,
                    "the graphics device cannot be opened; choose another with --device, or start again"
                )
            }
        }
        return switch result {
        case VK_ERROR_DEVICE_LOST, VK_TIMEOUT:
            (
                .deviceLost,
                "the graphics device stopped answering; start again, or choose another with --device"
            )
        case VK_ERROR_SURFACE_LOST_KHR:
            (.surfaceLost, "the window's surface is gone; is the compositor still running?")
        case VK_ERROR_OUT_OF_HOST_MEMORY, VK_ERROR_OUT_OF_DEVICE_MEMORY, VK_ERROR_OUT_OF_POOL_MEMORY:
            (
                .outOfMemory,
                "the graphics device has no memory left; close other programs or use a smaller size"
            )
        case VK_ERROR_LAYER_NOT_PRESENT:
            (
                .unsupported,
                "the validation layer is missing; install it with: apt install vulkan-validationlayers"
            )
        case VK_ERROR_EXTENSION_NOT_PRESENT, VK_ERROR_FEATURE_NOT_PRESENT, VK_ERROR_FORMAT_NOT_SUPPORTED:
            (.unsupported, "the graphics device lacks something that is needed; choose another with --device")
        default:
            (.other, "the graphics driver refused a call; update it, or choose another device with --device")
        }
    }

    /// The advice where no driver was found: what is installed does not matter where the user has told the loader where to look.
    package static var noDriverAdvice: String { noDriver().description }

    /// The advice where no driver was found, for the screen.
    ///
    /// - Parameter told: The user's words to the loader, by their variables.
    /// - Returns: The words.
    package static func noDriver(_ told: [String: String] = UserEnvironment().deviceWishes) -> Message {
        let variable = ["VK_DRIVER_FILES", "VK_ICD_FILENAMES", "VK_LOADER_DRIVERS_SELECT"].first {
            told[$0] != nil
        }
        guard let variable else {
            return Message(
                "there is no Vulkan driver; install one, for any machine: apt install mesa-vulkan-drivers",
                comment: "The reason why nothing can be drawn, and what to do")
        }
        return Message(
            "there is no Vulkan driver that works where {variable} says; unset it, or mend its paths",
            ["variable": variable],
            comment: "The reason why nothing can be drawn; a variable of the environment names other drivers")
    }

    private static func name(of result: VkResult) -> String {
        names[result.rawValue] ?? "VkResult \(result.rawValue)"
    }

    private static let names: [Int32: String] = [
        VK_NOT_READY.rawValue: "VK_NOT_READY",
        VK_TIMEOUT.rawValue: "VK_TIMEOUT",
        VK_INCOMPLETE.rawValue: "VK_INCOMPLETE",
        VK_SUBOPTIMAL_KHR.rawValue: "VK_SUBOPTIMAL_KHR",
        VK_ERROR_OUT_OF_HOST_MEMORY.rawValue: "VK_ERROR_OUT_OF_HOST_MEMORY",
        VK_ERROR_OUT_OF_DEVICE_MEMORY.rawValue: "VK_ERROR_OUT_OF_DEVICE_MEMORY",
        VK_ERROR_INITIALIZATION_FAILED.rawValue: "VK_ERROR_INITIALIZATION_FAILED",
        VK_ERROR_DEVICE_LOST.rawValue: "VK_ERROR_DEVICE_LOST",
        VK_ERROR_MEMORY_MAP_FAILED.rawValue: "VK_ERROR_MEMORY_MAP_FAILED",
        VK_ERROR_LAYER_NOT_PRESENT.rawValue: "VK_ERROR_LAYER_NOT_PRESENT",
        VK_ERROR_EXTENSION_NOT_PRESENT.rawValue: "VK_ERROR_EXTENSION_NOT_PRESENT",
        VK_ERROR_FEATURE_NOT_PRESENT.rawValue: "VK_ERROR_FEATURE_NOT_PRESENT",
        VK_ERROR_INCOMPATIBLE_DRIVER.rawValue: "VK_ERROR_INCOMPATIBLE_DRIVER",
        VK_ERROR_TOO_MANY_OBJECTS.rawValue: "VK_ERROR_TOO_MANY_OBJECTS",
        VK_ERROR_FORMAT_NOT_SUPPORTED.rawValue: "VK_ERROR_FORMAT_NOT_SUPPORTED",
        VK_ERROR_OUT_OF_POOL_MEMORY.rawValue: "VK_ERROR_OUT_OF_POOL_MEMORY",
        VK_ERROR_SURFACE_LOST_KHR.rawValue: "VK_ERROR_SURFACE_LOST_KHR",
        VK_ERROR_INVALID_EXTERNAL_HANDLE.rawValue: "VK_ERROR_INVALID_EXTERNAL_HANDLE",
        VK_ERROR_INVALID_DRM_FORMAT_MODIFIER_PLANE_LAYOUT_EXT.rawValue:
            "VK_ERROR_INVALID_DRM_FORMAT_MODIFIER_PLANE_LAYOUT_EXT",
        VK_ERROR_NATIVE_WINDOW_IN_USE_KHR.rawValue: "VK_ERROR_NATIVE_WINDOW_IN_USE_KHR",
        VK_ERROR_OUT_OF_DATE_KHR.rawValue: "VK_ERROR_OUT_OF_DATE_KHR",
    ]
}

/// An error of which a failure of the device is one kind.
package protocol VulkanErrorWrapper: Error {
    /// The error for a failure of the device.
    static func vulkan(_ error: VulkanError) -> Self
}

extension VulkanErrorWrapper {
    /// Does some work with the device; its failure is thrown as one of these errors.
    package static func wrapping<Result: ~Copyable>(
        _ work: () throws(VulkanError) -> Result
    ) throws(Self) -> Result {
        do throws(VulkanError) { return try work() } catch { throw .vulkan(error) }
    }
}

/// Makes a Vulkan call and throws for every result but success: the one place that judges a `VkResult`.
///
/// - Parameters:
///   - call: The C function's name.
///   - accepted: Results besides `VK_SUCCESS` that the caller handles itself.
///   - body: Makes the call.
/// - Returns: `VK_SUCCESS` or one of the accepted results.
/// - Throws: Every other result, with the call and the remedy.
@discardableResult
package func check(
    _ call: String, accepting accepted: [VkResult] = [], _ body: () -> VkResult
) throws(VulkanError) -> VkResult {
    let result = body()
    guard result == VK_SUCCESS || accepted.contains(result) else {
        throw VulkanError(call: call, result: result)
    }
    return result
}

/// Makes an object of Vulkan, and checks that it was made.
///
/// - Parameters:
///   - call: The C function's name.
///   - body: Makes the call, which writes the handle.
/// - Throws: The driver's error.
/// - Returns: The handle.
package func created<Handle>(
    _ call: String, _ body: (inout Handle?) -> VkResult
) throws(VulkanError) -> Handle {
    var handle: Handle?
    try check(call) { body(&handle) }
    return try made(call, handle)
}

/// Unwraps the handle that a successful call has made.
package func made<Handle>(_ call: String, _ handle: Handle?) throws(VulkanError) -> Handle {
    guard let handle else { throw VulkanError(call: call, result: VK_ERROR_INITIALIZATION_FAILED) }
    return handle
}
