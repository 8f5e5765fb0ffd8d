/// A rectangle of whole pixels in a picture, counted from the picture's upper left corner.
public struct PixelRegion: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The number of pixels to the left of it.
    public var x: Int
    /// The number of pixels above it.
    public var y: Int
    /// The number of pixels from left to right.
    public var width: Int
    /// The number of pixels from top to bottom.
    public var height: Int

    /// Makes a region.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Makes the region that is a whole picture.
    public init(_ size: PixelSize) { self.init(x: 0, y: 0, width: size.width, height: size.height) }

    /// The width and the height.
    public var size: PixelSize { PixelSize(width: width, height: height) }

    /// Tells whether the region has pixels and all of them are a picture's.
    public func isInside(_ picture: PixelSize) -> Bool {
        guard !size.isEmpty, x >= 0, y >= 0 else { return false }
        return x <= picture.width && width <= picture.width - x && y <= picture.height
            && height <= picture.height - y
    }

    /// The region as text, size first: `640x360+320+180`.
    public var description: String { "\(size)+\(x)+\(y)" }
}
