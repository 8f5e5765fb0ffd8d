/// The places of a format's samples in its planes: all that a reader or a writer of pictures needs to know of it.
///
/// It says by channel what libplacebo's `pl_plane_data` says by plane.
public struct SampleLayout: Hashable, Sendable {
    /// The samples of one channel in a row of its plane.
    public struct Channel: Hashable, Sendable {
        /// The plane that holds them, from 0 on.
        public let plane: Int
        /// The number of bits before the word of the first one.
        public let offset: Int
        /// The number of bits from one's word to the next one's.
        public let step: Int
        /// The number of bits of the little-endian word that holds one: 8, 16 or 32.
        public let word: Int
        /// The number of a sample's bits.
        public let bits: Int
        /// The number of the word's bits below them.
        public let shift: Int
        /// The number of pixels side by side that share one, as a shift.
        public let columnShift: Int
        /// The number of pixels one above the other that share one, as a shift.
        public let rowShift: Int

        /// Makes a channel; without a word of it, of bytes that follow each other, one for each pixel.
        public init(
            plane: Int = 0, offset: Int = 0, step: Int = 8, word: Int = 8, bits: Int = 8, shift: Int = 0,
            columnShift: Int = 0, rowShift: Int = 0
        ) {
            (self.plane, self.offset, self.step, self.word) = (plane, offset, step, word)
            (self.bits, self.shift, self.columnShift, self.rowShift) = (bits, shift, columnShift, rowShift)
        }
    }

    /// Luma alone, or luma, Cb and Cr, or red, green and blue; alpha is a fourth one.
    public let channels: [Channel]

    /// Makes a layout.
    public init(_ channels: [Channel]) { self.channels = channels }

    /// The numbers of pixels side by side and one above the other that share samples of the second and third channel, as shifts.
    public var chromaShifts: (columns: Int, rows: Int) {
        channels.count < 3 ? (0, 0) : (channels[1].columnShift, channels[1].rowShift)
    }

    /// The planes, as far as they follow from the channels: the samples that lie together are an element.
    var planes: [PlaneFormat] {
        (0...(channels.map(\.plane).max() ?? 0)).map { plane in
            let own = channels.filter { $0.plane == plane }
            let widest = own.max { $0.columnShift < $1.columnShift } ?? Channel()
            // Elements are whole bytes.
            let count = [1, 2, 4].first { widest.step * $0 % 8 == 0 } ?? 8
            return PlaneFormat(
                bytes: widest.step * count / 8, columns: count << widest.columnShift,
                rows: 1 << widest.rowShift)
        }
    }
}

extension SampleLayout {
    /// Luma, Cb and Cr in planes of their own, a byte each.
    static func planar(columnShift: Int = 0, rowShift: Int = 0) -> SampleLayout {
        SampleLayout(
            [Channel()] + [1, 2].map { Channel(plane: $0, columnShift: columnShift, rowShift: rowShift) })
    }

    /// Samples of a byte each, at these offsets in bytes.
    static func bytes(_ offsets: Int..., step: Int) -> SampleLayout {
        SampleLayout(offsets.map { Channel(offset: $0 * 8, step: step * 8) })
    }

    /// Two pixels in four bytes, of which luma begins at the first or the second.
    static func pairs(luma: Int) -> SampleLayout {
        SampleLayout(
            [Channel(offset: luma * 8, step: 16)]
                + [1 - luma, 3 - luma].map { Channel(offset: $0 * 8, step: 32, columnShift: 1) })
    }
}
