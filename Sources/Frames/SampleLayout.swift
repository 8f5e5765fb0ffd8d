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
        /// The number of bits of the word that holds one: 8, 16 or 32.
        public let word: Int
        /// The number of a sample's bits.
        public let bits: Int
        /// The number of the word's bits below them.
        public let shift: Int
        /// The number of pixels side by side that share one, as a shift.
        public let columnShift: Int
        /// The number of pixels one above the other that share one, as a shift.
        public let rowShift: Int
        /// True when the first byte of a word has its upper bits.
        ///
        /// Bits before a word are then counted from the upper ones of each byte on.
        public let isBigEndian: Bool

        /// Makes a channel; without a word of it, of bytes that follow each other, one for each pixel.
        public init(
            plane: Int = 0, offset: Int = 0, step: Int = 8, word: Int = 8, bits: Int = 8, shift: Int = 0,
            columnShift: Int = 0, rowShift: Int = 0, isBigEndian: Bool = false
        ) {
            (self.plane, self.offset, self.step, self.word) = (plane, offset, step, word)
            (self.bits, self.shift, self.columnShift, self.rowShift) = (bits, shift, columnShift, rowShift)
            self.isBigEndian = isBigEndian
        }

        /// The number of bits before those of the first sample, from the lower bits of each byte on, or from the upper ones of big-endian
        /// words.
        public var first: Int { offset + (isBigEndian ? word - shift - bits : shift) }
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

/// The forms that rows have; samples of more than 8 bits are the upper ones of words of 16, where no word says something else.
extension SampleLayout {
    /// Luma, Cb and Cr in planes of their own; samples of more than 8 bits are the lower ones of words of 16.
    static func planar(
        _ columnShift: Int, _ rowShift: Int, bits: Int = 8, isRedFirst: Bool = false
    ) -> SampleLayout {
        let word = bits > 8 ? 16 : 8
        return SampleLayout(
            [Channel(step: word, word: word, bits: bits)]
                + (isRedFirst ? [2, 1] : [1, 2]).map {
                    Channel(
                        plane: $0, step: word, word: word, bits: bits, columnShift: columnShift,
                        rowShift: rowShift)
                })
    }

    /// Luma in one plane, Cb and Cr in turn in another; words of so many bits follow each other.
    static func semiPlanar(
        _ columnShift: Int, _ rowShift: Int, bits: Int = 8, word: Int = 8, isRedFirst: Bool = false
    ) -> SampleLayout {
        // Ten bits that follow each other are read by words of 16.
        let (step, word, shift) = (word, word == 10 ? 16 : word, word - bits)
        let chroma = (isRedFirst ? [step, 0] : [0, step]).map {
            Channel(
                plane: 1, offset: $0, step: 2 * step, word: word, bits: bits, shift: shift,
                columnShift: columnShift, rowShift: rowShift)
        }
        return SampleLayout([Channel(step: step, word: word, bits: bits, shift: shift)] + chroma)
    }

    /// Samples at these places among so many that follow each other.
    static func bytes(_ places: Int..., step: Int) -> SampleLayout { row(places, step: step, bits: 8) }

    /// Samples of words of 16 bits at these places among so many that follow each other.
    static func words(_ places: Int..., step: Int, bits: Int) -> SampleLayout {
        row(places, step: step, bits: bits)
    }

    private static func row(_ places: [Int], step: Int, bits: Int) -> SampleLayout {
        let word = bits > 8 ? 16 : 8
        return SampleLayout(
            places.map {
                Channel(offset: $0 * word, step: step * word, word: word, bits: bits, shift: word - bits)
            })
    }

    /// Two pixels in four samples: the places of the first luma, of Cb and of Cr.
    static func pairs(_ luma: Int, _ blue: Int, _ red: Int, bits: Int = 8) -> SampleLayout {
        let word = bits > 8 ? 16 : 8
        func channel(_ place: Int, _ step: Int, _ columnShift: Int) -> Channel {
            Channel(
                offset: place * word, step: step * word, word: word, bits: bits, shift: word - bits,
                columnShift: columnShift)
        }
        return SampleLayout([channel(luma, 2, 0), channel(blue, 4, 1), channel(red, 4, 1)])
    }

    /// Luma whose bits follow each other, the upper ones of each byte first.
    static func bits(_ count: Int) -> SampleLayout {
        SampleLayout([Channel(step: count, word: 16, bits: count, shift: 16 - count, isBigEndian: true)])
    }

    /// A pixel in a word: the letter and the number of bits of each sample, the upper ones first (`r5g6b5`); `x` is for none.
    static func word(_ text: StaticString, isBigEndian: Bool = false) -> SampleLayout {
        var fields: [(name: Character, bits: Int)] = []
        for character in "\(text)" {
            if let digit = character.wholeNumberValue, let last = fields.indices.last {
                fields[last].bits = fields[last].bits * 10 + digit
            } else {
                fields.append((character, 0))
            }
        }
        let word = fields.reduce(0) { $0 + $1.bits }
        var channels: [Character: Channel] = [:]
        var shift = word
        for field in fields {
            shift -= field.bits
            channels[field.name] = Channel(
                step: word, word: word, bits: field.bits, shift: shift, isBigEndian: isBigEndian)
        }
        return SampleLayout("yuvrgba".compactMap { channels[$0] })
    }
}
