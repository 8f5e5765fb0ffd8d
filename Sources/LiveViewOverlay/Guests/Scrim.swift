internal import WaylandClient

/// A veil over the whole picture, below all guests, which hears nothing; the picture itself stays what it is.
final class Scrim {
    /// Black, two fifths of it.
    private static let color: UInt32 = 0x66 << 24

    private let surface: Subsurface

    /// Makes a hidden one.
    ///
    /// - Parameter window: The window.
    /// - Throws: The reason why there is no surface for it.
    init(over window: Window) throws(WaylandError) {
        surface = try Subsurface.filled(with: Self.color, over: window)
        surface.place(above: nil)
    }

    /// Shows it over a window of a size, in logical units.
    func show(_ size: SurfaceSize) {
        surface.resize(to: size)
        surface.show()
    }

    func hide() { surface.hide() }
}

extension Subsurface {
    /// Makes a hidden surface of one colour, whose size is still to be set.
    ///
    /// - Parameters:
    ///   - color: The pixel as ``DrawingMemory/fill(_:with:)`` has it.
    ///   - window: The window.
    /// - Throws: The reason why there is no surface for it.
    /// - Returns: The surface.
    static func filled(with color: UInt32, over window: Window) throws(WaylandError) -> Subsurface {
        let surface = try Subsurface(over: window, size: SurfaceSize(width: 1, height: 1), isUniform: true)
        surface.onDraw = { memory in
            memory.fill(memory.bounds, with: color)
            return [memory.bounds]
        }
        return surface
    }
}
