/// A small picture, as it is drawn in an element.
///
/// Two are equal when they are one object: a picture that changes is a new thumbnail.
public final class Thumbnail: Sendable, Equatable {
    /// The number of pixels of a row.
    public let width: Int
    /// The number of rows.
    public let height: Int
    /// The pixels: alpha, red, green and blue from the highest bits to the lowest, multiplied by alpha; rows without padding.
    let pixels: [UInt32]

    /// Keeps a picture.
    ///
    /// - Parameters:
    ///   - width: The number of pixels of a row, 1…4096.
    ///   - height: The number of rows, 1…4096.
    ///   - pixels: width · height numbers: alpha, red, green and blue from the highest bits to the lowest, multiplied by alpha.
    public init(width: Int, height: Int, pixels: [UInt32]) {
        precondition(
            (1...4096).contains(width) && (1...4096).contains(height) && pixels.count == width * height,
            "a thumbnail has one number for each pixel")
        (self.width, self.height, self.pixels) = (width, height, pixels)
    }

    /// Tells whether both are one object.
    public static func == (one: Thumbnail, two: Thumbnail) -> Bool { one === two }
}
