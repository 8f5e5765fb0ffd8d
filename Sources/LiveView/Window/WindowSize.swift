public import Capture
public import VulkanView
public import WaylandClient
internal import Frames

/// The window's first size.
public enum WindowSize {
    /// The largest room that the first window takes, in logical pixels.
    public static let limit = SurfaceSize(width: 1280, height: 720)

    /// Computes the first size: that of a camera's picture, turned as it is shown, or smaller where that is more than the limit; 16:9
    /// while no mode is known.
    public static func first(for mode: CaptureMode?, placement: ViewOptions) -> SurfaceSize {
        guard let mode else { return limit }
        let rotation = (placement.frameRotation ?? mode.rotation) + placement.rotation
        var width = Double(mode.size.width) * mode.sampleAspect.value
        var height = Double(mode.size.height)
        if rotation.swapsSides { swap(&width, &height) }
        let scale = min(1, Double(limit.width) / width, Double(limit.height) / height)
        return SurfaceSize(
            width: max(1, Int((width * scale).rounded())), height: max(1, Int((height * scale).rounded())))
    }
}
