/// The use of a window's surface by graphics drivers: one that the window has given up is destroyed once nobody keeps this.
public final class SurfaceUse: Sendable {
    private let end: @Sendable () -> Void

    /// Makes a use.
    ///
    /// - Parameter end: Called at its end, on any thread.
    init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }
}
