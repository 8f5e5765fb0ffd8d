internal import LinuxIO
internal import WaylandClient

/// A light along the picture's edges for a moment, when a photograph was taken.
final class EdgeFlash {
    /// The width of the light, in logical units.
    private static let width = 2
    /// The time for which it is there, in nanoseconds.
    private static let duration: Int64 = 80_000_000

    private let edges: [Subsurface]
    private var timer: EventLoop.TimerID?

    /// Makes a hidden one.
    ///
    /// - Parameter window: The window.
    /// - Throws: The reason why there are no surfaces for it.
    init(over window: Window) throws(WaylandError) {
        var edges: [Subsurface] = []
        for _ in 0..<4 { edges.append(try Subsurface.filled(with: .max, over: window)) }
        self.edges = edges
    }

    /// Shows it on a window of a size, in logical units.
    ///
    /// - Parameters:
    ///   - size: The window's size.
    ///   - loop: The window's loop.
    func show(_ size: SurfaceSize, _ loop: EventLoop) {
        let width = Self.width
        let places = [
            SurfaceRectangle(x: 0, y: 0, width: size.width, height: width),
            SurfaceRectangle(x: 0, y: size.height - width, width: size.width, height: width),
            SurfaceRectangle(x: 0, y: width, width: width, height: size.height - 2 * width),
            SurfaceRectangle(x: size.width - width, y: width, width: width, height: size.height - 2 * width),
        ]
        for (edge, place) in zip(edges, places) {
            edge.resize(to: SurfaceSize(width: place.width, height: place.height))
            edge.move(toX: place.x, y: place.y)
            edge.show()
        }
        loop.replan(&timer, at: MonotonicClock.now() + Self.duration) { [weak self] in
            self?.edges.forEach { $0.hide() }
        }
    }
}
