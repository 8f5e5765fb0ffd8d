internal import Frames

extension Placement {
    /// Finds the point of the picture that is seen at a point of the window, for pointers and fingers.
    ///
    /// - Parameters:
    ///   - x: The number of pixels from the window's left edge, or the cell's.
    ///   - y: The number of pixels from its top edge. A point outside of the picture counts as the nearest one inside.
    /// - Returns: The shares of the picture's width and height, as the viewer sees it, left of the point and above it.
    public func picturePoint(x: Double, y: Double) -> (x: Double, y: Double) {
        (
            across.share(at: (x - Double(rectangle.x)) / Double(rectangle.size.width)),
            down.share(at: (y - Double(rectangle.y)) / Double(rectangle.size.height))
        )
    }
}

extension ViewOptions {
    /// Shows the picture larger or smaller, so that a point of the window goes on showing the same point of the picture.
    ///
    /// Both sides of the ``crop`` are divided by the factor. Edges of the picture stop it: then the point moves, and the
    /// end is the whole picture. The smallest part is ``PictureRegion/least`` on one side.
    ///
    /// - Parameters:
    ///   - factor: Above 1 for larger; not above zero, or no number, leaves everything as it is.
    ///   - point: The point, in pixels from the window's top left corner, or the cell's.
    ///   - placement: The place of the picture with these options, as ``PictureGeometry/placement(_:)`` gives it.
    /// - Returns: The options with another crop.
    public func zoomed(
        by factor: Double, around point: (x: Double, y: Double), in placement: Placement
    ) -> ViewOptions {
        guard factor > 0, factor.isFinite, point.x.isFinite, point.y.isFinite else { return self }
        let shorter = min(crop.width, crop.height).value
        let factor = min(factor, max(1, shorter / PictureRegion.least.value))
        let fixed = placement.picturePoint(x: point.x, y: point.y)
        let (x, width) = ViewOptions.zoomed(crop.x.value, crop.width.value, by: factor, around: fixed.x)
        let (y, height) = ViewOptions.zoomed(crop.y.value, crop.height.value, by: factor, around: fixed.y)
        var options = self
        options.crop = PictureRegion(x: x, y: y, width: width, height: height)
        return options
    }

    /// Shows another part of the picture of the same size, so that the picture follows a pointer.
    ///
    /// - Parameters:
    ///   - distance: The way of the pointer in pixels, to the right and down. The picture's edges stop it.
    ///   - placement: The place of the picture with these options, as ``PictureGeometry/placement(_:)`` gives it.
    /// - Returns: The options with another crop.
    public func moved(by distance: (x: Double, y: Double), in placement: Placement) -> ViewOptions {
        guard distance.x.isFinite, distance.y.isFinite else { return self }
        let size = placement.rectangle.size
        func start(_ start: Double, _ length: Double, _ span: PictureSpan, _ share: Double) -> Double {
            min(max(0, start - share * (span.end - span.start)), 1 - length)
        }
        let (width, height) = (crop.width.value, crop.height.value)
        var options = self
        options.crop = PictureRegion(
            x: start(crop.x.value, width, placement.across, distance.x / Double(size.width)),
            y: start(crop.y.value, height, placement.down, distance.y / Double(size.height)), width: width,
            height: height)
        return options
    }

    /// Divides a length, so that a point inside of it keeps the same share of it on each side.
    private static func zoomed(
        _ start: Double, _ length: Double, by factor: Double, around point: Double
    ) -> (start: Double, length: Double) {
        let shorter = min(1, length / factor)
        let before = (point - start) / length * shorter
        return (min(max(0, point - before), 1 - shorter), shorter)
    }
}
