public import Frames
internal import VulkanCore

extension View {
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
