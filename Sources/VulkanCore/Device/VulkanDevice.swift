package import CVulkan
public import Logging
internal import Synchronization

/// A device with its one queue (`VkDevice`, `VkQueue`).
///
/// Confined to one thread at a time, normally the render thread: it owns the queue. Everything made on a device holds
/// a reference to it, so it ends last.
@safe public final class VulkanDevice {
    /// The instance that it belongs to.
    public let instance: VulkanInstance
    /// The physical device that it was made from.
    public let physical: PhysicalDevice
    /// The number of Vulkan objects that were made on it until now; a steady stream adds none.
    public var createdObjects: Int { objects.load(ordering: .relaxed) }
    /// The cost of the driver's calls until now.
    ///
    /// Only those count that take a frame's work, wait for it or show it: `vkAcquireNextImageKHR`, `vkQueueSubmit2`,
    /// `vkWaitForFences` and `vkQueuePresentKHR`. A driver's own threads are not in it.
    public internal(set) var driverTime = WorkTime()
    /// The cost of drawing with the processor until now.
    public internal(set) var drawingTime = WorkTime()

    package let raw: VkDevice
    package let queue: VkQueue
    package let family: UInt32
    package let logger: Logger
    /// The commands of Vulkan 1.3, or of the extensions that it has in their place.
    package let functions: DeviceFunctions
    /// The features that it offers beyond those that every device must have.
    package var extensions: DeviceExtensions { physical.limits.extensions }
    /// The count of objects; atomic, because memories are made on sources' threads, too.
    private let objects = Atomic(0)
    private var versions: UInt64 = 0

    /// The driver's name for the device.
    public var name: String { physical.name }
    /// True when the processor does the drawing.
    public var isCPU: Bool { physical.kind == .cpu }

    /// Opens a device (`vkCreateDevice`).
    ///
    /// - Parameters:
    ///   - instance: The instance in which to look.
    ///   - wish: A number of ``VulkanInstance/devices()`` or a part of a name; nil for the best device that can show
    ///     pictures on the surface.
    ///   - surface: The surface on which it must be able to show pictures; nil for drawing off screen only.
    ///   - logger: Gets notes on the choice.
    /// - Throws: Kind `noDevice` when nothing fits.
    public convenience init(
        instance: VulkanInstance, selecting wish: String? = nil, surface: VulkanSurface? = nil,
        logger: Logger = Logger(label: "viewfinder.vulkan")
    ) throws(VulkanError) {
        try self.init(
            instance: instance, selecting: wish, surface: surface, logger: logger, lowering: { _ in })
    }

    /// Opens a device with less than it offers, for tests.
    ///
    /// - Parameters:
    ///   - instance: The instance in which to look.
    ///   - wish: A number of ``VulkanInstance/devices()`` or a part of a name; nil for the best device that can show
    ///     pictures on the surface.
    ///   - surface: The surface on which it must be able to show pictures; nil for drawing off screen only.
    ///   - logger: Gets notes on the choice.
    ///   - lower: Lowers what the device says about itself; nothing beyond is used then.
    /// - Throws: Kind `noDevice` when nothing fits.
    package init(
        instance: VulkanInstance, selecting wish: String? = nil, surface: VulkanSurface? = nil,
        logger: Logger = Logger(label: "viewfinder.vulkan"), lowering lower: (inout DeviceLimits) -> Void
    ) throws(VulkanError) {
        let (chosen, family) = try VulkanDevice.choose(from: try instance.devices(), wish, surface)
        var physical = chosen
        lower(&physical.limits)
        let scratch = Scratch()
        var queueInfo = unsafe VkDeviceQueueCreateInfo()
        unsafe queueInfo.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO
        unsafe queueInfo.queueFamilyIndex = family
        unsafe queueInfo.queueCount = 1
        unsafe queueInfo.pQueuePriorities = UnsafePointer(scratch.store(Float(1)))

        let limits = physical.limits
        let extensions =
            limits.extensions.names + (limits.hasVersion13 ? [] : DeviceRequirements.extensionNames)
            + (surface == nil ? [] : [VK_KHR_SWAPCHAIN_EXTENSION_NAME])
        var info = unsafe VkDeviceCreateInfo()
        unsafe info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO
        unsafe info.pNext = DeviceRequirements.enabling(in: scratch)
        unsafe info.queueCreateInfoCount = 1
        unsafe info.pQueueCreateInfos = UnsafePointer(scratch.store(queueInfo))
        unsafe info.enabledExtensionCount = UInt32(extensions.count)
        unsafe info.ppEnabledExtensionNames = scratch.store(extensions)
        // A wrong description of a frame, or a wrong kernel, reads nothing then in the place of somebody else's memory, and
        // no device is lost by it. Every Vulkan device can do that. lavapipe of Mesa 22.3 checks in any case: filters of several
        // kernels take 41.0 and 104.9 ms of the processor without it, 41.5 and 101.9 ms with it. Newer ones check only with it.
        var features = VkPhysicalDeviceFeatures()
        features.robustBufferAccess = VK_TRUE
        unsafe info.pEnabledFeatures = UnsafePointer(scratch.store(features))

        var device: VkDevice?
        let handle = unsafe physical.raw
        try check("vkCreateDevice") { unsafe vkCreateDevice(handle, &info, nil, &device) }
        let raw = try unsafe made("vkCreateDevice", device)
        var queue: VkQueue?
        unsafe vkGetDeviceQueue(raw, family, 0, &queue)
        do throws(VulkanError) {
            unsafe self.queue = try made("vkGetDeviceQueue", queue)
            functions = try unsafe DeviceFunctions(raw, isCore: limits.hasVersion13)
        } catch {
            unsafe vkDestroyDevice(raw, nil)
            throw error
        }
        unsafe self.raw = unsafe raw
        self.instance = instance
        self.physical = physical
        self.family = family
        self.logger = logger
        logger.debug("drawing on \(physical.name) (\(physical.kind.rawValue))")
    }

    /// Opens the same device once more, with a queue of its own and without a surface.
    package convenience init(beside device: VulkanDevice) throws(VulkanError) {
        let limits = device.physical.limits
        try self.init(
            instance: device.instance, selecting: device.name, logger: device.logger,
            lowering: { $0 = limits })
    }

    deinit { unsafe vkDestroyDevice(raw, nil) }

    /// A number that no content of memory on this device has had yet; see ``CurrentPicture/version``.
    package func newVersion() -> UInt64 {
        versions += 1
        return versions
    }

    /// Counts an object; called by the types that own one.
    package func countObject() { objects.add(1, ordering: .relaxed) }

    /// Waits until the device has nothing to do (`vkDeviceWaitIdle`).
    package func waitUntilIdle() {
        // A lost device answers with an error and stays idle: nothing is left to wait for.
        unsafe _ = vkDeviceWaitIdle(raw)
    }

    private static func choose(
        from devices: [PhysicalDevice], _ wish: String?, _ surface: VulkanSurface?
    ) throws(VulkanError) -> (PhysicalDevice, family: UInt32) {
        let candidates = wish == nil ? devices : [try PhysicalDevice.select(wish, from: devices)]
        for device in candidates {
            for family in unsafe PhysicalDevice.graphicsFamilies(of: device.raw) {
                guard let surface else { return (device, family) }
                if try unsafe surface.isPresentable(on: device.raw, family: family) {
                    return (device, family)
                }
            }
        }
        let names = candidates.map(\.name).joined(separator: ", ")
        throw VulkanError(
            .noDevice, "\(names) cannot show pictures in this window; choose another with --device")
    }
}
