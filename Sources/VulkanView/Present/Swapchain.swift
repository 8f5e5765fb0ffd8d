internal import CVulkan
internal import Frames
internal import VulkanCore

/// The images that go to the compositor and back, of one size (`VkSwapchainKHR`).
///
/// Confined to the device's thread. Each size of the window has one of its own; the old one gives its place to the new
/// one and must be kept until a later submission is done.
@safe final class Swapchain {
    /// The window's size that it was made for.
    let requestedSize: PixelSize
    /// The way of its images to the compositor.
    let mode: PresentationMode
    /// The images' size.
    let size: PixelSize
    /// The number of its images.
    var imageCount: Int { unsafe images.count }
    /// True when the driver has said that a new swapchain would do better.
    private(set) var isSuboptimal = false
    /// True when the surface has changed so that only a new swapchain will do.
    private(set) var isOutOfDate = false
    private let raw: VkSwapchainKHR
    private let format: VkFormat
    private var images: [(image: VkImage, view: VkImageView, rendered: Semaphore)] = unsafe []
    private let device: VulkanDevice
    private let surface: VulkanSurface

    init(
        device: VulkanDevice, surface: VulkanSurface, facts: SurfaceFacts, mode: PresentationMode,
        size: PixelSize, replacing old: Swapchain?
    ) throws(VulkanError) {
        let extent = facts.extent(for: size)
        var info = unsafe VkSwapchainCreateInfoKHR()
        unsafe info.sType = VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR
        unsafe info.surface = surface.raw
        unsafe info.minImageCount = facts.imageCount(for: mode)
        unsafe info.imageFormat = facts.format.format
        unsafe info.imageColorSpace = facts.format.colorSpace
        unsafe info.imageExtent = extent
        unsafe info.imageArrayLayers = 1
        unsafe info.imageUsage = facts.imageUsage
        unsafe info.imageSharingMode = VK_SHARING_MODE_EXCLUSIVE
        unsafe info.preTransform = facts.capabilities.currentTransform
        unsafe info.compositeAlpha = facts.compositeAlpha
        unsafe info.presentMode = mode.raw
        unsafe info.clipped = VK_TRUE
        unsafe info.oldSwapchain = old?.raw
        unsafe raw = try created("vkCreateSwapchainKHR") {
            unsafe vkCreateSwapchainKHR(device.raw, &info, nil, &$0)
        }
        format = facts.format.format
        (requestedSize, self.mode) = (size, mode)
        self.size = PixelSize(width: Int(extent.width), height: Int(extent.height))
        self.device = device
        self.surface = surface
        unsafe device.adopt(raw, VK_OBJECT_TYPE_SWAPCHAIN_KHR, "window")
        try addImages()
    }

    deinit {
        // Its surface lives as long as it.
        guard !device.isGivenUp else { return device.leave(surface) }
        unsafe images.forEach { entry in unsafe vkDestroyImageView(device.raw, entry.view, nil) }
        unsafe vkDestroySwapchainKHR(device.raw, raw, nil)
    }

    /// Asks for an image to draw into (`vkAcquireNextImageKHR`); returns within a refresh of the display.
    ///
    /// - Parameter semaphore: The semaphore that is signalled when the image is ours.
    /// - Returns: The image's number; nil when none is free yet or the swapchain is out of date.
    /// - Throws: The driver's error.
    func acquire(signalling semaphore: Semaphore) throws(VulkanError) -> Int? {
        let patience: UInt64 = 16_000_000
        var index: UInt32 = 0
        let accepted = [VK_NOT_READY, VK_TIMEOUT, VK_SUBOPTIMAL_KHR, VK_ERROR_OUT_OF_DATE_KHR]
        let result = try check("vkAcquireNextImageKHR", accepting: accepted) {
            unsafe vkAcquireNextImageKHR(device.raw, raw, patience, semaphore.raw, nil, &index)
        }
        switch result {
        case VK_NOT_READY, VK_TIMEOUT: return nil
        case VK_ERROR_OUT_OF_DATE_KHR:
            isOutOfDate = true
            return nil
        default:
            if result == VK_SUBOPTIMAL_KHR { isSuboptimal = true }
            return Int(index)
        }
    }

    /// Gives an acquired image to draw into.
    func target(_ index: Int) -> RenderTarget {
        unsafe RenderTarget(image: images[index].image, view: images[index].view, format: format, size: size)
    }

    /// Gives the semaphore that an image's submission must signal for ``present(_:)``.
    func rendered(_ index: Int) -> Semaphore { unsafe images[index].rendered }

    /// Gives an image to the compositor (`vkQueuePresentKHR`), which commits the surface.
    ///
    /// Software drivers wait in here until the drawing is done.
    ///
    /// - Parameter index: The acquired image's number.
    /// - Returns: True when it is on its way; else only a new swapchain will do.
    /// - Throws: The driver's error; kinds `deviceLost` and `surfaceLost` are final.
    func present(_ index: Int) throws(VulkanError) -> Bool {
        var number = UInt32(index)
        var chain: VkSwapchainKHR? = unsafe raw
        var wait: VkSemaphore? = unsafe rendered(index).raw
        let result = try check(
            "vkQueuePresentKHR", accepting: [VK_SUBOPTIMAL_KHR, VK_ERROR_OUT_OF_DATE_KHR]
        ) {
            unsafe withUnsafePointer(to: &chain) { chain in
                unsafe withUnsafePointer(to: &wait) { wait in
                    var info = unsafe VkPresentInfoKHR()
                    unsafe info.sType = VK_STRUCTURE_TYPE_PRESENT_INFO_KHR
                    unsafe info.waitSemaphoreCount = 1
                    unsafe info.pWaitSemaphores = wait
                    unsafe info.swapchainCount = 1
                    unsafe info.pSwapchains = chain
                    return unsafe withUnsafePointer(to: &number) { number in
                        unsafe info.pImageIndices = number
                        return unsafe vkQueuePresentKHR(device.queue, &info)
                    }
                }
            }
        }
        if result == VK_SUBOPTIMAL_KHR { isSuboptimal = true }
        if result == VK_ERROR_OUT_OF_DATE_KHR { isOutOfDate = true }
        return !isOutOfDate
    }

    private func addImages() throws(VulkanError) {
        var count: UInt32 = 0
        try check("vkGetSwapchainImagesKHR") {
            unsafe vkGetSwapchainImagesKHR(device.raw, raw, &count, nil)
        }
        var handles = unsafe [VkImage?](repeating: nil, count: Int(count))
        try check("vkGetSwapchainImagesKHR") {
            unsafe vkGetSwapchainImagesKHR(device.raw, raw, &count, &handles)
        }
        for index in unsafe handles.indices {
            let image = try unsafe made("vkGetSwapchainImagesKHR", handles[index])
            let rendered = try Semaphore(device: device, name: "window image \(index) drawn")
            let view = try unsafe makeImageView(device, image, format, "window image \(index)")
            unsafe device.name(image, VK_OBJECT_TYPE_IMAGE, "window image \(index)")
            unsafe images.append((image, view, rendered))
        }
    }
}
