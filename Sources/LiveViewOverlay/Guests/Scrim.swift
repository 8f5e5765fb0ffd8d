internal import WaylandClient

extension Subsurface {
    /// Makes a veil over the whole picture and below all guests, which takes no input.
    ///
    /// - Parameter window: The window.
    /// - Throws: The reason why there is no surface for it.
    /// - Returns: The surface, hidden, whose size is still to be set.
    static func scrim(over window: Window) throws(WaylandError) -> Subsurface {
        // Black, two fifths of it.
        let scrim = try filled(with: 0x66 << 24, over: window)
        scrim.place(above: nil)
        return scrim
    }

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
