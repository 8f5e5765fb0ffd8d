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
    /// The names of its objects, for captures.
    let names: DebugNames
    /// The features that it offers beyond those that every device must have.
    package var extensions: DeviceExtensions { physical.limits.extensions }
    /// The knowledge of its reading of memory that others have filled.
    package let importTrust = ImportTrust()
    /// The count of objects; atomic, because memories are made on sources' threads, too.
    private let objects = Atomic(0)
    private var versions: UInt64 = 0
    /// The longest wait for the device before it counts as dead, in nanoseconds; drivers that draw on the processor compile shaders
    /// meanwhile, which takes a slow and busy machine many seconds.
    public package(set) var patience: Int64
    /// True once it has not answered in time; atomic, because memories end on sources' threads, too.
    let givenUp = Atomic(false)
    /// The objects that are left to a device that is given up.
    var left: [AnyObject] = []

    /// The driver's name for the device.
    public var name: String { physical.name }
    /// True when the processor does the drawing.
    public var isCPU: Bool { physical.kind == .cpu }

    /// Opens the first device that can show pictures on a surface.
    ///
    /// - Parameters:
    ///   - instance: The instance in which to look.
    ///   - wish: A number of ``VulkanInstance/devices(in:)`` or a part of a name; nil for the first in order.
    ///   - surface: The surface on which it must be able to show pictures; nil for drawing off screen only.
    ///   - order: The order in which devices are looked at.
    ///   - logger: Gets notes on the choice.
    /// - Throws: Kind `noDevice` when nothing fits.
    public convenience init(
        instance: VulkanInstance, selecting wish: String? = nil, surface: VulkanSurface? = nil,
        order: DeviceOrder = DeviceOrder(), logger: Logger = Logger(label: "viewfinder.vulkan")
    ) throws(VulkanError) {
        try self.init(
            instance: instance, selecting: wish, surface: surface, order: order, logger: logger,
            lowering: { _ in })
    }

    /// Opens a device with less than it offers, for tests.
    ///
    /// - Parameters:
    ///   - instance: The instance in which to look.
    ///   - wish: A number of ``VulkanInstance/devices(in:)`` or a part of a name; nil for the first in order.
    ///   - surface: The surface on which it must be able to show pictures; nil for drawing off screen only.
    ///   - order: The order in which devices are looked at.
    ///   - logger: Gets notes on the choice.
    ///   - lower: Lowers what the device says about itself; nothing beyond is used then.
    /// - Throws: Kind `noDevice` when nothing fits.
    package convenience init(
        instance: VulkanInstance, selecting wish: String? = nil, surface: VulkanSurface? = nil,
        order: DeviceOrder = DeviceOrder(), logger: Logger = Logger(label: "viewfinder.vulkan"),
        lowering lower: (inout DeviceLimits) -> Void
    ) throws(VulkanError) {
        let devices = try instance.devices(in: order)
        let candidates = wish == nil ? devices : [try PhysicalDevice.select(wish, from: devices)]
        var refusals: [String] = []
        for var physical in candidates {
            guard let family = VulkanDevice.family(of: physical, surface, isAlone: candidates.count == 1)
            else {
                refusals.append("\(physical.name) cannot show pictures in this window")
                continue
            }
            lower(&physical.limits)
            let opened: OpenedDevice
            do throws(VulkanError) {
                opened = try OpenedDevice(physical, family, surface)
            } catch {
                if candidates.count == 1 || error.kind == .blocked { throw error }
                refusals.append("\(physical.name): \(error)")
                continue
            }
            self.init(opened, of: instance, logger: logger)
            return
        }
        throw VulkanError(
            .noDevice, "\(refusals.joined(separator: "; ")); choose another with --device")
    }

    /// Opens a device (`vkCreateDevice`).
    ///
    /// - Parameters:
    ///   - physical: A device of the instance.
    ///   - instance: The instance.
    ///   - surface: The surface on which it must be able to show pictures; nil for drawing off screen only.
    ///   - logger: Gets notes on the choice.
    /// - Throws: Kind `noDevice` where it cannot show pictures there; else the driver's error.
    public convenience init(
        _ physical: PhysicalDevice, of instance: VulkanInstance, surface: VulkanSurface? = nil,
        logger: Logger = Logger(label: "viewfinder.vulkan")
    ) throws(VulkanError) {
        guard let family = VulkanDevice.family(of: physical, surface, isAlone: true) else {
            throw VulkanError(
                .noDevice, "\(physical.name) cannot show pictures in this window")
        }
        self.init(try OpenedDevice(physical, family, surface), of: instance, logger: logger)
    }

    private init(_ opened: OpenedDevice, of instance: VulkanInstance, logger: Logger) {
        unsafe (raw, queue, family) = unsafe (opened.raw, opened.queue, opened.family)
        functions = opened.functions
        names = unsafe DebugNames(opened.raw, isEnabled: instance.namesObjects)
        physical = opened.physical
        patience = opened.physical.kind == .cpu ? 60_000_000_000 : 5_000_000_000
        self.instance = instance
        self.logger = logger
        logger.debug("drawing on \(physical.name) (\(physical.kind.rawValue))")
    }

    /// Opens the same device once more, with a queue of its own and without a surface.
    package convenience init(beside device: VulkanDevice) throws(VulkanError) {
        try self.init(device.physical, of: device.instance, logger: device.logger)
    }

    deinit {
        guard unsafe !OpenedDevice.close(raw, of: physical) else { return }
        // An instance may not end before its devices.
        _ = unsafe Unmanaged.passRetained(instance)
        logger.info("\(name) is left open: a graphics driver hangs and keeps all others out")
    }

    /// A number that no content of memory on this device has had yet; see ``CurrentPicture/version``.
    package func newVersion() -> UInt64 {
        versions += 1
        return versions
    }

    /// Counts an object and gives it a name in captures; called by the types that own one.
    package func adopt(_ handle: OpaquePointer, _ type: VkObjectType, _ name: String) {
        objects.add(1, ordering: .relaxed)
        unsafe self.name(handle, type, name)
    }

    /// Gives an object that counts with another one, or is the driver's own, a name in captures.
    package func name(_ handle: OpaquePointer, _ type: VkObjectType, _ name: String) {
        unsafe names.name(handle, type, name, on: raw)
    }

    /// The queue family that can draw, and show pictures on the surface; nil where there is none, or the driver fails to say.
    ///
    /// Where there are others, it is asked for formats, too: for those drivers wait for the compositor.
    private static func family(
        of device: PhysicalDevice, _ surface: VulkanSurface?, isAlone: Bool
    ) -> UInt32? {
        let raw = unsafe device.raw
        let families = unsafe PhysicalDevice.graphicsFamilies(of: raw)
        guard let surface else { return families.first }
        guard device.extensionNames.contains(VK_KHR_SWAPCHAIN_EXTENSION_NAME) else { return nil }
        let family = families.first { family in
            unsafe (try? surface.isPresentable(on: raw, family: family)) == true
        }
        guard family != nil, unsafe isAlone || surface.takesPictures(of: raw) else { return nil }
        return family
    }
}
