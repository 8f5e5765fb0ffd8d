/// The numbers of a picture that are no samples yet: all that a decoder has to know to make samples of them.
///
/// They lie in rows, so that sizes and strides are those of any other picture.
public struct SampleCoding: Hashable, Sendable {
    /// The meaning of the numbers.
    public enum Kind: Hashable, Sendable {
        /// One colour for each pixel, as behind Bayer's filter: of the first two pixels of the first two rows the one with this number,
        /// 0…3, is red. Blue is across from it, green beside both.
        case mosaic(red: Int)
        /// Hue, saturation and value, the last three bytes of a pixel. A circle has so many hues, 180 or 256; red is the first one.
        case hues(Int)
        /// Luma.
        case grey
        /// Distances; 0 where there is none.
        case depth
    }

    /// The meaning of the numbers.
    public let kind: Kind
    /// The number of a number's bits, 8 to 16.
    public let bits: Int
    /// True where the numbers of a few pixels lie together as on MIPI's bus: first the upper eight bits of each, then the rest of each.
    ///
    /// All other numbers of more than 8 bits are the lower bits of little-endian words.
    public let isPacked: Bool
    /// The bytes of the pixels that lie together.
    let plane: PlaneFormat

    init(_ kind: Kind, bits: Int = 8, isPacked: Bool = false, bytes: Int? = nil) {
        (self.kind, self.bits, self.isPacked) = (kind, bits, isPacked)
        // So many pixels fill whole bytes.
        let columns = !isPacked ? 1 : bits == 12 ? 2 : 4
        let count = isPacked ? columns * bits / 8 : (bits + 7) / 8
        plane = PlaneFormat(bytes: bytes ?? count, columns: columns, rows: 1)
    }

    /// The format of the samples that a decoder makes.
    ///
    /// Mosaics become red, green and blue, of 16 bits where there are more than 10, and so do hues, whose colours lie closer together than codes
    /// of 8 bits; luma keeps its bits.
    public var decoded: PixelFormat {
        switch (kind, bits) {
        case (.mosaic, 8): .rgbx
        case (.mosaic, 10): .argb2101010
        case (.mosaic, _), (.hues, _): .rgba64
        case (.grey, 10): .y10
        case (.grey, 12): .y12
        case (.grey, 14): .y14
        case (.grey, _), (.depth, _): .y16
        }
    }
}
