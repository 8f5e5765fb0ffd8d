package import CVulkan

/// The surface of a Wayland window, as Vulkan sees it (`VkSurfaceKHR`).
///
/// Immutable; whoever presents must be alone with it, so one ``VulkanSurface`` goes to one view.
@safe public final class VulkanSurface: @unchecked Sendable {
    // Sendable: the handle never changes; the one view that uses it is confined to its thread.
    package let instance: VulkanInstance
    package let raw: VkSurfaceKHR
    private let owner: (any AnyObject & Sendable)?

    /// Makes a surface from the window's native objects (`vkCreateWaylandSurfaceKHR`).
    ///
    /// - Parameters:
    ///   - instance: An instance made for a window system.
    ///   - display: The connection, a `wl_display *`; must outlive the surface.
    ///   - surface: The window's `wl_surface *`; must outlive the surface.
    ///   - owner: An object that is kept until the surface's end.
    /// - Throws: The driver's error.
    public init(
        instance: VulkanInstance, display: OpaquePointer, surface: OpaquePointer,
        keeping owner: (any AnyObject & Sendable)? = nil
    ) throws(VulkanError) {
        var info = unsafe VkWaylandSurfaceCreateInfoKHR()
        unsafe info.sType = VK_STRUCTURE_TYPE_WAYLAND_SURFACE_CREATE_INFO_KHR
        unsafe info.display = display
        unsafe info.surface = surface
        unsafe raw = try created("vkCreateWaylandSurfaceKHR") {
            unsafe vkCreateWaylandSurfaceKHR(instance.raw, &info, nil, &$0)
        }
        (self.instance, self.owner) = (instance, owner)
    }

    deinit { unsafe vkDestroySurfaceKHR(instance.raw, raw, nil) }

    /// Tells whether a device's queue family can show pictures on it.
    ///
    /// Mesa says so of every surface; whether it is true shows with the formats.
    func isPresentable(on device: VkPhysicalDevice, family: UInt32) throws(VulkanError) -> Bool {
        var supported: VkBool32 = VK_FALSE
        try check("vkGetPhysicalDeviceSurfaceSupportKHR") {
            unsafe vkGetPhysicalDeviceSurfaceSupportKHR(device, family, raw, &supported)
        }
        return supported == VK_TRUE
    }

    /// Tells whether a device's driver has formats for it; those whose buffers the compositor does not take lose the surface over this
    /// question.
    func takesPictures(of device: VkPhysicalDevice) -> Bool {
        var count: UInt32 = 0
        let result = unsafe vkGetPhysicalDeviceSurfaceFormatsKHR(device, raw, &count, nil)
        return result == VK_SUCCESS && count > 0
    }
}
