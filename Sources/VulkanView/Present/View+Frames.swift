public import Frames
internal import VulkanCore

extension View {
    /// Makes a frame the picture, for the next draw.
    ///
    /// Compressed frames are decoded here and now. Others are read where they are, if that is possible: the view keeps
    /// the frame as long as the GPU reads it, and the last one as long as it may be drawn again. A view that is not enabled
    /// leaves frames as they are.
    ///
    /// - Throws: ``ViewError/frame(_:)`` for a bad frame: the last picture stays and the next frame may be good.
    public func show(_ frame: Frame) throws(ViewError) {
        try own.show(frame)
    }

    /// Draws the newest frame into the window as it is; the background alone before the first one.
    ///
    /// - Parameters:
    ///   - size: The window's size in pixels.
    ///   - willPresent: Called right before the commit, for requests that go with it (a frame callback, say).
    /// - Returns: The drawing's fate.
    /// - Throws: The driver's error; kinds `deviceLost` and `surfaceLost` end this view.
    public func draw(size: PixelSize, willPresent: () -> Void) throws(ViewError) -> DrawOutcome {
        guard let drawing = try begin(size: size) else { return .notReady }
        try place(newest.current, in: drawing)
        return try present(drawing, willPresent: willPresent)
    }
}
