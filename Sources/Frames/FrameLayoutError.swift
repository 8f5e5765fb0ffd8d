/// A layout that cannot be that of a picture, or a part that a picture does not have.
public enum FrameLayoutError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The picture has no pixel, or a side that is longer than ``FrameLayout/longestSide``.
    case size(PixelSize)
    /// The layout has another number of planes than its format.
    case planeCount(PixelFormat, found: Int)
    /// A plane's rows are longer than the way from one to the next, so that they would overlap.
    case stride(plane: Int, found: Int, needed: Int)
    /// A plane lies outside of its memory; `found` is nil where there is no such memory.
    case memory(plane: Int, needed: Int, found: Int?)
    /// The format is compressed: it has no rows.
    case compressed(PixelFormat)
    /// The part is not inside the picture.
    case region(PixelRegion, of: PixelSize)

    /// The error in one sentence.
    public var description: String {
        switch self {
        case .size(let size):
            "a picture cannot have the size \(size): give it sides of 1 to \(FrameLayout.longestSide) pixels"
        case .planeCount(let format, let found):
            "the layout has \(found) planes and \(format.name) has \(format.planes.count): "
                + "describe each plane of the format"
        case .stride(let plane, let found, let needed):
            "the rows of plane \(plane) are \(needed) bytes long and begin every \(found) bytes: "
                + "give them a stride of \(needed) or more"
        case .memory(let plane, let needed, .some(let found)):
            "plane \(plane) ends at byte \(needed) of a memory of \(found): "
                + "correct its offset and stride, or allocate more"
        case .memory(let plane, _, .none):
            "plane \(plane) lies in a memory that the buffer does not have: correct its memory or its offset"
        case .compressed(let format):
            "a picture in \(format.name) is compressed and has no rows: decode it first"
        case .region(let region, let size):
            "the part \(region) is not inside a picture of \(size): choose one that is"
        }
    }
}
