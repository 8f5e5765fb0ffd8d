package import CVulkan
public import Frames
internal import LinuxIO
public import Logging

/// The door to the machine's Vulkan drivers (`VkInstance`).
///
/// Immutable, so any thread may use it.
@safe public final class VulkanInstance: @unchecked Sendable {
    // Sendable: nothing changes after `init`; Vulkan asks for no lock around calls on an instance.
    package let raw: VkInstance
    package let logger: Logger
    /// Makes what decodes frames without samples on its devices; nil where those are refused.
    let decoder: (@Sendable () throws -> any PlaneDecoder)?
    private let messages: ValidationMessages?
    /// The newest version of Vulkan whose commands are used, in the packing of `VK_MAKE_API_VERSION`; devices may have less.
    let newestVersion: UInt32
    /// True when its devices' objects and commands can have names (`VK_EXT_debug_utils`).
    let namesObjects: Bool

    /// Loads the drivers (`vkCreateInstance`).
    ///
    /// - Parameters:
    ///   - applicationName: The name that drivers see; some tune themselves by it. Nil for the process's.
    ///   - windowSystem: True when surfaces of Wayland windows will be made.
    ///   - validation: True when every call is checked by the Khronos layer, accesses of the GPU included.
    ///   - decoder: Makes a decoder of frames without samples for each place on its devices where frames come, at the first of them, such
    ///     as `PictureDecoder.init` of `Decoders`; nil where such frames are refused.
    ///   - logger: Gets the layer's messages.
    /// - Throws: Kind `noDriver` when there is no driver, `unsupported` when the layer is wanted but missing.
    public convenience init(
        applicationName: String? = nil, windowSystem: Bool = false, validation: Bool = false,
        decoder: (@Sendable () throws -> any PlaneDecoder)? = nil,
        logger: Logger = Logger(label: "viewfinder.vulkan")
    ) throws(VulkanError) {
        try self.init(
            applicationName: applicationName, windowSystem: windowSystem, validation: validation,
            decoder: decoder, logger: logger, newestVersion: DeviceLimits.version13)
    }

    /// Loads the drivers (`vkCreateInstance`), and uses them up to a version.
    ///
    /// - Parameters:
    ///   - applicationName: The name that drivers see; nil for the process's.
    ///   - windowSystem: True when surfaces of Wayland windows will be made.
    ///   - validation: True when every call is checked; those of newer versions are then errors.
    ///   - decoder: Makes what decodes frames without samples on its devices; nil where those are refused.
    ///   - logger: Gets the layer's messages.
    ///   - newestVersion: The newest version that is used, in the packing of `VK_MAKE_API_VERSION`.
    /// - Throws: Kind `noDriver` when there is no driver, `unsupported` when the layer is wanted but missing.
    package init(
        applicationName: String?, windowSystem: Bool, validation: Bool,
        decoder: (@Sendable () throws -> any PlaneDecoder)?, logger: Logger, newestVersion: UInt32
    ) throws(VulkanError) {
        let scratch = Scratch()
        var application = unsafe VkApplicationInfo()
        unsafe application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO
        unsafe application.pApplicationName = scratch.store(applicationName ?? Self.processName)
        // The newest that is used; devices of less are used with less.
        unsafe application.apiVersion = newestVersion

        var extensions: [String] = []
        if windowSystem {
            extensions += [VK_KHR_SURFACE_EXTENSION_NAME, VK_KHR_WAYLAND_SURFACE_EXTENSION_NAME]
        }
        extensions.append(VK_EXT_DEBUG_UTILS_EXTENSION_NAME)

        var info = unsafe VkInstanceCreateInfo()
        unsafe info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO
        unsafe info.pApplicationInfo = UnsafePointer(scratch.store(application))
        unsafe info.enabledExtensionCount = UInt32(extensions.count)
        unsafe info.ppEnabledExtensionNames = scratch.store(extensions)
        if validation {
            unsafe info.enabledLayerCount = 1
            unsafe info.ppEnabledLayerNames = scratch.store(["VK_LAYER_KHRONOS_validation"])
            unsafe info.pNext = ValidationMessages.features(in: scratch)
        }
        var instance: VkInstance?
        var code = VK_SUCCESS
        namesObjects = try LoaderGate.shared.pass(
            "a graphics driver does not come back from being loaded", patience: LoaderGate.loading
        ) {
            code = LoadedLibraries.kept { unsafe vkCreateInstance(&info, nil, &instance) }
            // Names are for readers of captures alone. To ask first would load all drivers twice.
            let lacksNames = code == VK_ERROR_EXTENSION_NOT_PRESENT && !validation
            if lacksNames {
                unsafe info.enabledExtensionCount -= 1
                code = LoadedLibraries.kept { unsafe vkCreateInstance(&info, nil, &instance) }
            }
            return !lacksNames
        }
        try check("vkCreateInstance") { code }
        unsafe raw = try made("vkCreateInstance", instance)
        (self.decoder, self.logger) = (decoder, logger)
        self.newestVersion = newestVersion
        messages = validation ? try unsafe ValidationMessages(instance: raw, logger: logger) : nil
    }

    private static var processName: String {
        CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? ""
    }

    deinit {
        messages?.stop()
        // Where another driver hangs and keeps this one from ending, it stays.
        _ = LoaderGate.shared.end(
            "a graphics driver does not come back from its end", patience: LoaderGate.loading
        ) { unsafe vkDestroyInstance(raw, nil) }
    }

    /// Lists the devices that can draw, in the order in which they are to be tried (`vkEnumeratePhysicalDevices`).
    ///
    /// - Parameter order: The order; by default that for any compositor.
    /// - Returns: The devices that meet our needs, numbered from 0 in the order of Vulkan's loader.
    /// - Throws: Kind `noDriver` when there is none at all, `noDevice` when none is good enough.
    public func devices(in order: DeviceOrder = DeviceOrder()) throws(VulkanError) -> [PhysicalDevice] {
        let candidates = try described()
        guard !candidates.isEmpty else { throw VulkanError(.noDriver, VulkanError.noDriverAdvice) }
        let good = candidates.filter { $0.obstacle == nil }
        guard !good.isEmpty else {
            let reasons = candidates.map { "\($0.name): \($0.obstacle ?? "")" }.joined(separator: "; ")
            throw VulkanError(
                .noDevice, "no graphics device is good enough (\(reasons)); install a newer driver")
        }
        let places = order.sorted(good.map { DeviceOrder.Candidate(kind: $0.kind, nodes: $0.nodes) })
        return places.map { good[$0.index].placed($0) }
    }

    /// Describes all devices of the drivers that are loaded, in the loader's order, those that are not good enough, too.
    ///
    /// - Throws: The driver's error; none where there is no driver.
    public func deviceFacts() throws(VulkanError) -> [DeviceFacts] {
        try described().map { DeviceFacts($0) }
    }

    /// Describes all devices, in the loader's order; none where there is no driver.
    private func described() throws(VulkanError) -> [PhysicalDevice] {
        try LoaderGate.shared.pass(
            "a graphics driver does not come back from listing its devices", patience: LoaderGate.loading
        ) { () throws(VulkanError) in
            try unsafe handles().map { handle in
                unsafe PhysicalDevice(handle, newest: newestVersion)
            }
        }
    }

    /// The version of Vulkan that the loader knows, for example `1.3.239` (`vkEnumerateInstanceVersion`).
    public static var loaderVersion: String {
        var version: UInt32 = 0
        return unsafe vkEnumerateInstanceVersion(&version) == VK_SUCCESS
            ? DeviceFacts.version(version) : "1.0"
    }

    /// Waits until Vulkan's loader takes calls that list, open and close devices: one at a time.
    ///
    /// - Throws: Kind `blocked` where a driver does not come back from such a call.
    public static func checkLoader() throws(VulkanError) { try LoaderGate.shared.check() }

    private func handles() throws(VulkanError) -> [VkPhysicalDevice] {
        var count: UInt32 = 0
        // A loader without any driver answers with this error instead of with none.
        let none = [VK_ERROR_INITIALIZATION_FAILED, VK_INCOMPLETE]
        try check("vkEnumeratePhysicalDevices", accepting: none) {
            unsafe vkEnumeratePhysicalDevices(raw, &count, nil)
        }
        var handles = unsafe [VkPhysicalDevice?](repeating: nil, count: Int(count))
        try check("vkEnumeratePhysicalDevices", accepting: none) {
            unsafe vkEnumeratePhysicalDevices(raw, &count, &handles)
        }
        return unsafe handles.compactMap { unsafe $0 }
    }
}
