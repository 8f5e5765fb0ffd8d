/// The way in which a picture's rows lie, as cameras note it beside the pixels (Exif 2.32, section 4.6.4, tag 0x0112).
enum ExifOrientation: UInt16 {
    case upright = 1
    case mirrored
    case half
    case flipped
    case transposed
    case quarterClockwise
    case transversed
    case quarterCounterclockwise

    /// Finds the orientation in a JPEG or PNG file; upright where it has none, or one that makes no sense.
    init(of file: [UInt8]) {
        let found = file.starts(with: [0xff, 0xd8]) ? Self.exif(ofJPEG: file) : Self.exif(ofPNG: file)
        self = found.flatMap { Self(tiff: file[$0]) } ?? .upright
    }

    /// Finds the segment APP1 that begins with `Exif`.
    private static func exif(ofJPEG file: [UInt8]) -> Range<Int>? {
        var place = 2
        while place + 4 <= file.count, file[place] == 0xff {
            let marker = file[place + 1]
            // Fill bytes; the picture's own data, before which the segment stands.
            if marker == 0xff {
                place += 1
                continue
            }
            if marker == 0xda || marker == 0xd9 { return nil }
            let length = Int(file[place + 2]) << 8 | Int(file[place + 3])
            let (first, end) = (place + 4, place + 2 + length)
            guard length >= 2, end <= file.count else { return nil }
            if marker == 0xe1, file[first..<end].starts(with: [0x45, 0x78, 0x69, 0x66, 0, 0]) {
                return first + 6..<end
            }
            place = end
        }
        return nil
    }

    /// Finds the chunk `eXIf` (PNG, third edition, section 11.3.4.5).
    private static func exif(ofPNG file: [UInt8]) -> Range<Int>? {
        var place = 8
        while place + 12 <= file.count {
            let length = file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            let (first, end) = (place + 8, place + 8 + length)
            guard end + 4 <= file.count else { return nil }
            if file[place + 4..<first].elementsEqual([0x65, 0x58, 0x49, 0x66]) { return first..<end }
            place = end + 4
        }
        return nil
    }

    /// Reads the tag in the first directory of a TIFF structure.
    private init?(tiff bytes: ArraySlice<UInt8>) {
        let isLittle: Bool
        if bytes.starts(with: [0x49, 0x49, 0x2a, 0]) {
            isLittle = true
        } else if bytes.starts(with: [0x4d, 0x4d, 0, 0x2a]) {
            isLittle = false
        } else {
            return nil
        }
        func number(at offset: Int, count: Int) -> Int? {
            let first = bytes.startIndex + offset
            guard offset >= 0, offset <= bytes.count - count else { return nil }
            let part = bytes[first..<first + count]
            return isLittle
                ? part.reversed().reduce(0) { $0 << 8 | Int($1) } : part.reduce(0) { $0 << 8 | Int($1) }
        }
        guard let directory = number(at: 4, count: 4), let count = number(at: directory, count: 2) else {
            return nil
        }
        for entry in 0..<count {
            let offset = directory + 2 + entry * 12
            guard let tag = number(at: offset, count: 2), let type = number(at: offset + 2, count: 2),
                let value = number(at: offset + 8, count: 2)
            else { return nil }
            guard tag == 0x0112 else { continue }
            // A SHORT.
            guard type == 3, let found = Self(rawValue: UInt16(value)) else { return nil }
            self = found
            return
        }
        return nil
    }
}

extension PictureFile {
    /// The picture as it is to be seen.
    func upright(from orientation: ExifOrientation) -> PictureFile {
        guard orientation != .upright else { return self }
        let isTurned = orientation.rawValue >= ExifOrientation.transposed.rawValue
        let (newWidth, newHeight) = isTurned ? (height, width) : (width, height)
        var result = [UInt8](repeating: 0, count: bytes.count)
        for y in 0..<newHeight {
            for x in 0..<newWidth {
                let (column, row) =
                    switch orientation {
                    case .upright: (x, y)
                    case .mirrored: (width - 1 - x, y)
                    case .half: (width - 1 - x, height - 1 - y)
                    case .flipped: (x, height - 1 - y)
                    case .transposed: (y, x)
                    case .quarterClockwise: (y, height - 1 - x)
                    case .transversed: (width - 1 - y, height - 1 - x)
                    case .quarterCounterclockwise: (width - 1 - y, x)
                    }
                let (from, to) = (4 * (row * width + column), 4 * (y * newWidth + x))
                for channel in 0..<4 { result[to + channel] = bytes[from + channel] }
            }
        }
        return PictureFile(width: newWidth, height: newHeight, bytes: result)
    }
}
