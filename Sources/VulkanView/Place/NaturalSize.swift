internal import Frames
internal import VulkanCore

extension Picture {
    /// The longest side that every Vulkan device that we know can draw.
    private static let longestSide = 16384.0

    /// Works out the picture's own size once it is upright and turned, and its pixels are square.
    func naturalSize(_ options: ViewOptions) -> PixelSize {
        let aspect = sampleAspect.value
        let (width, height) = (Double(size.width) * max(1, aspect), Double(size.height) / min(1, aspect))
        let scale = min(1, Self.longestSide / max(width, height))
        let size = PixelSize(
            width: max(1, Int((width * scale).rounded())), height: max(1, Int((height * scale).rounded())))
        let isTurned = options.after(self).rotation.swapsSides
        return isTurned ? PixelSize(width: size.height, height: size.width) : size
    }
}
