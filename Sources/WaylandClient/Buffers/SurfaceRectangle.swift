/// A rectangle of a surface or of its picture: in logical units or in pixels, as the place of use says.
public struct SurfaceRectangle: Hashable, Sendable, CustomStringConvertible {
    /// The left edge.
    public var x: Int
    /// The top edge.
    public var y: Int
    /// The extent from left to right.
    public var width: Int
    /// The extent from top to bottom.
    public var height: Int

    /// Makes a rectangle from its edges and extents.
    ///
    /// - Parameters:
    ///   - x: The left edge.
    ///   - y: The top edge.
    ///   - width: The extent from left to right.
    ///   - height: The extent from top to bottom.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Makes the rectangle of all of a surface or picture.
    init(_ size: SurfaceSize) { self.init(x: 0, y: 0, width: size.width, height: size.height) }

    /// The rectangle as `WxH+X+Y`.
    public var description: String { "\(width)x\(height)+\(x)+\(y)" }

    /// Makes the part inside of a picture; nil where there is none.
    func clipped(to size: SurfaceSize) -> SurfaceRectangle? {
        let (left, top) = (max(0, x), max(0, y))
        let right = min(size.width, x.addingReportingOverflow(width).partialValue)
        let bottom = min(size.height, y.addingReportingOverflow(height).partialValue)
        guard width > 0, height > 0, right > left, bottom > top else { return nil }
        return SurfaceRectangle(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// Makes the smallest rectangle that holds both.
    func union(_ other: SurfaceRectangle) -> SurfaceRectangle {
        let (left, top) = (min(x, other.x), min(y, other.y))
        return SurfaceRectangle(
            x: left, y: top, width: max(x + width, other.x + other.width) - left,
            height: max(y + height, other.y + other.height) - top)
    }
}

/// The rectangles of a picture that have changed; few, since many become one that holds them.
struct ChangedRectangles: Equatable {
    private static let most = 16

    private(set) var rectangles: [SurfaceRectangle] = []

    mutating func add(_ more: [SurfaceRectangle]) {
        rectangles += more
        guard rectangles.count > Self.most, let first = rectangles.first else { return }
        rectangles = [rectangles.reduce(first) { $0.union($1) }]
    }
}
