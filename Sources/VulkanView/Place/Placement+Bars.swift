internal import Frames
internal import VulkanCore

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
        var all = self
        all.isMirrored = isMirrored != wasMirrored
        all.rotation = first + (wasMirrored ? rotation.opposite : rotation)
        all.frameRotation = nil
        return all
    }

    /// Combines the options with all that comes before them to the turn and the mirroring of a picture's samples.
    func after(_ picture: Picture) -> ViewOptions {
        guard let frameRotation else {
            return after(rotation: picture.rotation, isMirrored: picture.isMirrored)
        }
        // Of samples that filters have turned already, only the difference of the two turns is left.
        let (done, wasMirrored) = (picture.appliedRotation, picture.wasMirroringApplied)
        let left = wasMirrored ? done + frameRotation.opposite : frameRotation + done.opposite
        return after(rotation: left, isMirrored: picture.isMirrored)
    }
}
