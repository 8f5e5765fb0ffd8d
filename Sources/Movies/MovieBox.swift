/// A box of MP4 (ISO/IEC 14496-12, 4.2): its length, its name, its content.
struct MovieBox {
    let name: String
    let content: Range<Int>
    var end: Int { content.upperBound }

    init?(in bytes: [UInt8], at place: Int, before end: Int) {
        guard end - place >= 8 else { return nil }
        let length = bytes.number(at: place)
        guard (8...end - place).contains(length) else { return nil }
        name = String(decoding: bytes[place + 4..<place + 8], as: UTF8.self)
        content = place + 8..<place + length
    }

    /// The first box of a name in a place; nil where there is none, or what is before it is no box.
    static func first(_ name: String, in bytes: [UInt8], _ place: Range<Int>) -> MovieBox? {
        var place = place
        while let box = MovieBox(in: bytes, at: place.lowerBound, before: place.upperBound) {
            if box.name == name { return box }
            place = box.end..<place.upperBound
        }
        return nil
    }

    /// The boxes that fill a place; nil where they do not.
    static func all(in bytes: [UInt8], _ place: Range<Int>) -> [MovieBox]? {
        var (boxes, place) = ([MovieBox](), place)
        while !place.isEmpty {
            guard let box = MovieBox(in: bytes, at: place.lowerBound, before: place.upperBound) else {
                return nil
            }
            boxes.append(box)
            place = box.end..<place.upperBound
        }
        return boxes
    }
}

extension [UInt8] {
    /// A number of some bytes, the highest first.
    func number(at place: Int, count: Int = 4) -> Int {
        self[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
    }

    /// Writes the lower 32 bits of a number.
    mutating func put(_ number: Int, at place: Int) {
        for byte in 0..<4 { self[place + byte] = UInt8(truncatingIfNeeded: number >> (24 - 8 * byte)) }
    }
}
