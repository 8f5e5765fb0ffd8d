internal import Frames
internal import VulkanCore

/// All that the place of a picture in a window depends on, beside the viewer's choices: for pointers and fingers.
public struct PictureGeometry: Equatable, Sendable {
    let picture: Picture
    /// The part of the window, in pixels, that the picture and its bars have for themselves.
    public let cell: Placement.Rectangle

    init(_ scene: Scene) { (picture, cell) = (scene.picture, scene.cell) }

    func shows(_ scene: Scene) -> Bool { cell == scene.cell && picture == scene.picture }

    /// Places the picture in its cell, with 0, 0 at the cell's top left corner.
    public func placement(_ options: ViewOptions) -> Placement {
        Placement(of: picture, options, in: cell.size)
    }

    /// Finds the point of the cell at a point of the window, both in pixels from the top left corner; nil outside of the cell.
    public func point(x: Double, y: Double) -> (x: Double, y: Double)? {
        let point = (x: x - Double(cell.x), y: y - Double(cell.y))
        let isInside =
            point.x >= 0 && point.y >= 0 && point.x < Double(cell.size.width)
            && point.y < Double(cell.size.height)
        return isInside ? point : nil
    }
}
