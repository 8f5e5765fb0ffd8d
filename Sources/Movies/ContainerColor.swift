internal import Glibc
internal import LinuxIO

/// The meaning of codes as colours that MP4 and QuickTime tell beside their pictures (`colr`; ISO/IEC 14496-12, 12.1.5).
///
/// GStreamer's demuxer reads it for some codecs, and calls the range limited, whatever is told there and in the pictures themselves.
enum ContainerColor {
    /// A movie's header that is longer is not looked at.
    private static let mostBytes = 64 << 20

    /// Finds the colours of the first track of pictures; nil of a file that is neither, or does not say.
    static func told(in file: borrowing Descriptor) -> CodedColor? {
        var place = 0
        // Before the header of a movie there are its samples, in one box.
        for _ in 0..<16 {
            let head = bytes(of: file, at: place, count: 16)
            guard head.count == 16 else { return nil }
            let length = head.number(at: 0) == 1 ? head.number(at: 8, count: 8) : head.number(at: 0)
            guard (8...1 << 48).contains(length) else { return nil }
            if head[4..<8].elementsEqual("moov".utf8) {
                return length <= mostBytes ? told(in: bytes(of: file, at: place, count: length)) : nil
            }
            place += length
        }
        return nil
    }

    static func told(in movie: [UInt8]) -> CodedColor? {
        let tracks = MovieBox.all(in: movie, min(8, movie.count)..<movie.count) ?? []
        for track in tracks where track.name == "trak" {
            guard let media = MovieBox.first("mdia", in: movie, track.content),
                let handler = MovieBox.first("hdlr", in: movie, media.content)?.content, handler.count >= 12,
                movie[handler][(handler.lowerBound + 8)...].starts(with: "vide".utf8)
            else { continue }
            var place = media.content
            for name in ["minf", "stbl", "stsd"] {
                place = MovieBox.first(name, in: movie, place)?.content ?? place.prefix(0)
            }
            // The description of the samples, behind the number of descriptions; its own boxes are behind 78 bytes.
            guard
                let entry = MovieBox(in: movie, at: place.lowerBound + 8, before: place.upperBound)?.content,
                let color = MovieBox.first("colr", in: movie, entry.dropFirst(78))?.content,
                color.count >= 10, movie[color].starts(with: "ncl".utf8)
            else { return nil }
            let numbers = [4, 6, 8].map { movie.number(at: color.lowerBound + $0, count: 2) }
            let hasRange = color.count > 10 && movie[color.lowerBound + 3] == UInt8(ascii: "x")
            return CodedColor(
                isFull: hasRange ? movie[color.lowerBound + 10] & 0x80 != 0 : nil, matrix: numbers[2],
                transfer: numbers[1], primaries: numbers[0])
        }
        return nil
    }

    private static func bytes(of file: borrowing Descriptor, at place: Int, count: Int) -> [UInt8] {
        let number = file.number
        return unsafe [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
            filled = max(0, unsafe pread(number, bytes.baseAddress, count, off_t(place)))
        }
    }
}
