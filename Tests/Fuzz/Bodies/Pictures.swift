import Decoders
import Frames
import PictureFiles

/// Compressed pictures.
enum Pictures {
    /// The most pixels of a picture that is decoded here; larger ones would only take longer.
    private static let mostPixels = 1 << 20

    static func jpeg(_ bytes: [UInt8]) throws {
        let decoder = try JPEGDecoder()
        // A second picture finds what the first one has left.
        for _ in 0..<2 {
            try bytes.withUnsafeBytes { jpeg in
                do {
                    let layout = try decoder.header(jpeg)
                    guard layout.size.width * layout.size.height <= mostPixels else { return }
                    let memory = UnsafeMutableRawBufferPointer.allocate(
                        byteCount: layout.byteCount(), alignment: 64)
                    defer { memory.deallocate() }
                    try decoder.decode(jpeg, into: memory, at: layout.planes)
                } catch let error as CodecError {
                    try promiseHarmless("\(error)")
                }
            }
        }
    }

    static func file(_ bytes: [UInt8]) throws {
        guard isSmall(bytes) else { return }
        do {
            let picture = try PictureFile(decoding: bytes, name: "picture")
            try promise(
                picture.bytes.count == 4 * picture.width * picture.height,
                "\(picture.width)×\(picture.height) with \(picture.bytes.count) bytes")
        } catch let error as PictureFileError {
            try promiseHarmless("\(error)")
        }
    }

    /// Tells whether a file says nothing of a large picture, which would take long to decode and teach nothing.
    static func isSmall(_ bytes: [UInt8]) -> Bool {
        func number(_ place: Int, _ count: Int) -> Int {
            bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
        }
        if bytes.first == 0x89 {
            return bytes.count < 24 || (number(16, 4) < 2048 && number(20, 4) < 2048)
        }
        for place in bytes.indices.dropLast(9)
        where bytes[place] == 0xff && (0xc0...0xcf).contains(bytes[place + 1]) {
            let isTable = [0xc4, 0xc8, 0xcc].contains(bytes[place + 1])
            if !isTable, number(place + 5, 2) > 1024 || number(place + 7, 2) > 1024 { return false }
        }
        return true
    }
}
