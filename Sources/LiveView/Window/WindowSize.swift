public import Capture
public import VulkanView
public import WaylandClient
internal import Frames

/// The window's first size.
public enum WindowSize {
    /// The largest room that the first window takes, in logical pixels.
    public static let limit = SurfaceSize(width: 1280, height: 720)

    /// Computes the first size: that of a camera's picture, turned as it is shown; smaller where that is more than the limit, a whole number
    /// of times as large, as far as the limit goes, where it is less than ``WaylandClient/WindowOptions/usualMinimumSize``; 16:9 while no mode
    /// is known.
    public static func first(for mode: CaptureMode?, placement: ViewOptions) -> SurfaceSize {
        guard let mode else { return limit }
        let rotation = (placement.frameRotation ?? mode.rotation) + placement.rotation
        var width = Double(mode.size.width) * mode.sampleAspect.value
        var height = Double(mode.size.height)
        if rotation.swapsSides { swap(&width, &height) }
        let least = WindowOptions.usualMinimumSize
        let smaller = min(1, Double(limit.width) / width, Double(limit.height) / height)
        let larger = max(1, Double(least.width) / width, Double(least.height) / height).rounded(.up)
        let scale =
            smaller < 1 ? smaller : min(larger, Double(limit.width) / width, Double(limit.height) / height)
        return SurfaceSize(
            width: max(least.width, Int((width * scale).rounded())),
            height: max(least.height, Int((height * scale).rounded())))
    }
}
