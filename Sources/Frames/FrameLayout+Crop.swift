extension FrameLayout {
    /// Moves a region's corner left and up to where a group of pixels that share a sample begins.
    ///
    /// That is to even columns and rows for 4:2:0 and a sensor's mosaic, to even columns for 4:2:2, and nowhere for RGB and grey: other corners would
    /// need other chroma samples than the picture has. The size stays.
    public func aligned(_ region: PixelRegion) -> PixelRegion {
        let (columns, rows) = format.group
        var region = region
        region.x -= region.x % columns
        region.y -= region.y % rows
        return region
    }

    /// Describes a part of the picture, where it lies.
    ///
    /// - Parameter region: The part, whose corner is first ``aligned(_:)``.
    /// - Returns: The layout of a picture of the region's size, whose planes begin further on in the same memories.
    /// - Throws: The reason why there is no such part.
    public func cropped(to region: PixelRegion) throws(FrameLayoutError) -> FrameLayout {
        try check()
        guard region.isInside(size) else { throw .region(region, of: size) }
        let region = aligned(region)
        var planes = planes
        for (index, plane) in format.planes.enumerated() {
            planes[index].offset +=
                region.y / plane.rows * planes[index].stride + region.x / plane.columns * plane.bytes
        }
        return FrameLayout(format: format, size: region.size, planes: planes)
    }
}

extension PixelFormat {
    /// The number of pixels side by side and one above the other that share a sample, or among which a mosaic's colours take turns.
    var group: (columns: Int, rows: Int) {
        let least = if case .mosaic? = coding?.kind { (2, 2) } else { (1, 1) }
        return planes.reduce(least) { (max($0.0, $1.columns), max($0.1, $1.rows)) }
    }
}

extension Frame {
    /// Makes a frame of a part of this one's picture, without copying it; a part of a part is one, too.
    ///
    /// - Parameter region: The part, in pixels as they are stored, before the turn that brings the picture upright. Its corner moves
    ///   left and up to where a group of pixels that share chroma begins (``FrameLayout/aligned(_:)``).
    /// - Returns: The frame; its buffer goes back to the source once both have gone.
    /// - Throws: The reason why there is no such part.
    public func cropped(to region: PixelRegion) throws(FrameLayoutError) -> Frame {
        try checkLayout()
        return with(layout: try layout.cropped(to: region))
    }
}
