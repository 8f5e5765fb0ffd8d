internal import Frames
internal import VulkanCore

extension Picture {
    /// The longest side of a picture; devices that draw less at once draw it in parts.
    private static let longestSide = Double(FrameLayout.longestSide)

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
