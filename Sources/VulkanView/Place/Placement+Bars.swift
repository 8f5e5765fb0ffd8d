internal import Frames

extension Placement {
    /// Works out the parts of the window that the picture leaves: at most two rectangles, none of them empty.
    func bars(in window: PixelSize) -> [Rectangle] {
        let right = rectangle.x + rectangle.size.width
        let bottom = rectangle.y + rectangle.size.height
        let middle = rectangle.size.height
        return [
            Rectangle(x: 0, y: 0, size: PixelSize(width: window.width, height: rectangle.y)),
            Rectangle(x: 0, y: bottom, size: PixelSize(width: window.width, height: window.height - bottom)),
            Rectangle(x: 0, y: rectangle.y, size: PixelSize(width: rectangle.x, height: middle)),
            Rectangle(x: right, y: rectangle.y, size: PixelSize(width: window.width - right, height: middle)),
        ].filter { !$0.size.isEmpty }
    }
}

extension ViewOptions {
    /// Combines the options with the frame's own turn and mirroring before them to one turn and one mirroring.
    ///
    /// A turn after a mirroring is the opposite turn before it.
    func after(rotation first: Rotation, isMirrored wasMirrored: Bool) -> ViewOptions {
        let opposite = Rotation(rawValue: (360 - rotation.rawValue) % 360) ?? .none
        return ViewOptions(
            fillMode: fillMode, isMirrored: isMirrored != wasMirrored,
            rotation: first + (wasMirrored ? opposite : rotation))
    }
}
