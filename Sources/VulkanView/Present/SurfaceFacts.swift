internal import CVulkan
internal import Frames
internal import VulkanCore

/// The abilities of a device with a surface; asked once and when images cannot be made, because drivers ask the compositor and wait for its
/// answer.
struct SurfaceFacts {
    let format: VkSurfaceFormatKHR
    var modes: Set<PresentationMode>
    let capabilities: VkSurfaceCapabilitiesKHR
    let isMesa: Bool

    /// True when copies can write the images.
    var takesCopies: Bool {
        capabilities.supportedUsageFlags & VK_IMAGE_USAGE_TRANSFER_DST_BIT.rawValue != 0
    }

    /// Keeps to a path where the images can be written by it: all others than fragment shaders copy.
    ///
    /// - Parameters:
    ///   - choice: The path that the device is drawn by best, and why.
    ///   - isWished: True where the user has named it.
    /// - Throws: An error where the path that the user wants cannot be had.
    /// - Returns: The path and its reason.
    func choose(
        _ choice: (path: DrawPath, reason: String), isWished: Bool
    ) throws(VulkanError) -> (path: DrawPath, reason: String) {
        if choice.path == .fragment || takesCopies { return choice }
        guard !isWished else {
            throw VulkanError(
                .unsupported, "the window's images take no copies; leave out --path, or use --path fragment")
        }
        return (.fragment, "the window's images take no copies")
    }

    /// The meaning of the images' alpha: none where that can be had; pixels are opaque by any other, too, as their alpha is 255.
    var compositeAlpha: VkCompositeAlphaFlagBitsKHR {
        let offered = capabilities.supportedCompositeAlpha
        let wishes = [
            VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR, VK_COMPOSITE_ALPHA_INHERIT_BIT_KHR,
            VK_COMPOSITE_ALPHA_PRE_MULTIPLIED_BIT_KHR, VK_COMPOSITE_ALPHA_POST_MULTIPLIED_BIT_KHR,
        ]
        return wishes.first { offered & $0.rawValue != 0 } ?? VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR
    }

    /// The uses of the images.
    var imageUsage: VkImageUsageFlags {
        VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT.rawValue
            | (takesCopies ? VK_IMAGE_USAGE_TRANSFER_DST_BIT.rawValue : 0)
    }

    /// Chooses the number of images: as many as the driver wants at least, and for mailbox one that is always free to
    /// draw into.
    ///
    /// A compositor that shows an image without a copy holds two, and one waits. Mesa adds what its modes need to any number.
    func imageCount(for mode: PresentationMode) -> UInt32 {
        let wanted = max(capabilities.minImageCount, mode == .fifo ? 2 : isMesa ? 3 : 4)
        return capabilities.maxImageCount == 0 ? wanted : min(wanted, capabilities.maxImageCount)
    }

    /// Works out the images' size for a window; on Wayland the images make the window, so it is the window's own.
    func extent(for size: PixelSize) -> VkExtent2D {
        if capabilities.currentExtent.width != .max { return capabilities.currentExtent }
        let (low, high) = (capabilities.minImageExtent, capabilities.maxImageExtent)
        return VkExtent2D(
            width: min(max(UInt32(clamping: size.width), low.width), high.width),
            height: min(max(UInt32(clamping: size.height), low.height), high.height))
    }

    /// Chooses eight bits per colour, stored as they are: the shader's values are encoded already.
}

extension SurfaceFacts {
    init(device: VulkanDevice, surface: VulkanSurface) throws(VulkanError) {
        var capabilities = VkSurfaceCapabilitiesKHR()
        try check("vkGetPhysicalDeviceSurfaceCapabilitiesKHR") {
            unsafe vkGetPhysicalDeviceSurfaceCapabilitiesKHR(device.physical.raw, surface.raw, &capabilities)
        }
        self.init(
            format: try SurfaceFacts.format(device, surface), modes: try SurfaceFacts.modes(device, surface),
            capabilities: capabilities, isMesa: device.physical.driver.isMesa)
    }

    /// Asks for the first time, before anything was shown.
    ///
    /// - Throws: Kind `surfaceLost` with words on the driver where it refuses the surface: the compositor is there.
    init(first device: VulkanDevice, _ surface: VulkanSurface) throws(VulkanError) {
        do throws(VulkanError) {
            try self.init(device: device, surface: surface)
        } catch {
            guard error.kind == .surfaceLost else { throw error }
            throw VulkanError(
                .surfaceLost, "its driver refuses the window's surface (\(error.call): \(error.result))")
        }
    }

    private static func format(
        _ device: VulkanDevice, _ surface: VulkanSurface
    ) throws(VulkanError) -> VkSurfaceFormatKHR {
        var count: UInt32 = 0
        try check("vkGetPhysicalDeviceSurfaceFormatsKHR") {
            unsafe vkGetPhysicalDeviceSurfaceFormatsKHR(device.physical.raw, surface.raw, &count, nil)
        }
        var formats = [VkSurfaceFormatKHR](repeating: VkSurfaceFormatKHR(), count: Int(count))
        try check("vkGetPhysicalDeviceSurfaceFormatsKHR", accepting: [VK_INCOMPLETE]) {
            unsafe vkGetPhysicalDeviceSurfaceFormatsKHR(device.physical.raw, surface.raw, &count, &formats)
        }
        for wanted in [VK_FORMAT_B8G8R8A8_UNORM, VK_FORMAT_R8G8B8A8_UNORM] {
            let found = formats.first {
                $0.format == wanted && $0.colorSpace == VK_COLOR_SPACE_SRGB_NONLINEAR_KHR
            }
            if let found { return found }
        }
        throw VulkanError(
            .unsupported, "the window takes no pictures with 8 bits per color; choose another with --device")
    }

    private static func modes(
        _ device: VulkanDevice, _ surface: VulkanSurface
    ) throws(VulkanError) -> Set<PresentationMode> {
        var count: UInt32 = 0
        try check("vkGetPhysicalDeviceSurfacePresentModesKHR") {
            unsafe vkGetPhysicalDeviceSurfacePresentModesKHR(device.physical.raw, surface.raw, &count, nil)
        }
        var modes = [VkPresentModeKHR](repeating: VK_PRESENT_MODE_FIFO_KHR, count: Int(count))
        try check("vkGetPhysicalDeviceSurfacePresentModesKHR", accepting: [VK_INCOMPLETE]) {
            unsafe vkGetPhysicalDeviceSurfacePresentModesKHR(device.physical.raw, surface.raw, &count, &modes)
        }
        return Set(PresentationMode.allCases.filter { modes.contains($0.raw) })
    }
}

extension PresentationMode {
    /// The mode as Vulkan's number.
    var raw: VkPresentModeKHR {
        switch self {
        case .mailbox: VK_PRESENT_MODE_MAILBOX_KHR
        case .fifo: VK_PRESENT_MODE_FIFO_KHR
        }
    }
}
