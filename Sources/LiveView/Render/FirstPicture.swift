internal import Capture
internal import Frames
internal import LinuxIO
internal import VulkanView
internal import WaylandClient

/// The render loop's part of the start: makes everything ready for the first picture, and notes the time that it takes.
///
/// Confined to the render thread.
struct FirstPicture {
    private let phases: StartPhases
    private var warmedMode: CaptureMode?
    private var preparedSize: SurfaceSize?
    private var drawsEmpty = false

    init(_ phases: StartPhases) { self.phases = phases }

    /// Tells whether the window waits for its first picture: an empty window would owe a frame callback just when it
    /// comes.
    func isAwaited(hasFrame: Bool) -> Bool { !hasFrame && !drawsEmpty }

    /// Makes the images as soon as the window's size is known, and warms the drawing of a picture of the expected mode.
    mutating func prepare(_ view: View, for orders: RenderOrders.Values, _ surface: SurfaceState) throws {
        drawsEmpty = orders.drawsEmpty
        guard surface.hasPixels else { return }
        let size = PixelSize(width: surface.bufferSize.width, height: surface.bufferSize.height)
        if let mode = orders.expected, mode != warmedMode {
            warmedMode = mode
            // Before the window's images: software drivers translate shaders on a thread of their own meanwhile.
            try phases.measure(.warm) {
                try view.warm(format: mode.format, size: mode.size, color: mode.color, window: size)
            }
        }
        guard preparedSize != surface.bufferSize else { return }
        preparedSize = surface.bufferSize
        try phases.measure(.swapchain) { try view.prepare(size: size) }
    }

    func drawBegins(at time: Int64) { phases.begin(.firstDraw, at: time) }

    func presentBegins() {
        phases.end(.firstDraw)
        phases.begin(.firstPresent)
    }

    func presented(at time: Int64) { phases.end(.firstPresent, at: time) }
}

extension SurfaceState {
    /// True when the compositor has given the surface a size that is not empty.
    var hasPixels: Bool { isConfigured && !isAboutToChange && bufferSize.width > 0 && bufferSize.height > 0 }
}
