import Foundation

/// A Matroska file of grey pictures of 16x16 pixels without compression, with any times.
enum Matroska {
    struct Picture: Sendable {
        /// Units of time from the file's beginning.
        var time: UInt64
        /// Units of time for which it is shown; nil where the file does not tell.
        var duration: UInt64?
    }

    /// Makes the file's bytes.
    ///
    /// - Parameters:
    ///   - pictures: Its pictures, each in a cluster of its own.
    ///   - unit: The unit of time in nanoseconds.
    /// - Returns: All of the file.
    static func bytes(_ pictures: [Picture], unit: UInt64 = 1_000_000) -> Data {
        let head = element(
            0x1a45_dfa3, text(0x4282, "matroska") + number(0x4287, 4) + number(0x4285, 2))
        let info = element(0x1549_a966, number(0x2a_d7b1, unit))
        let video = number(0xb0, 16) + number(0xba, 16) + text(0x2e_b524, "Y800")
        let track = number(0xd7, 1) + number(0x73c5, 1) + number(0x83, 1) + text(0x86, "V_UNCOMPRESSED")
        let tracks = element(0x1654_ae6b, element(0xae, track + element(0xe0, video)))
        let clusters = pictures.map { picture in
            // Track 1, no time beside the cluster's, no flags.
            let block = element(0xa1, [0x81, 0, 0, 0] + [UInt8](repeating: 90, count: 256))
            let duration = picture.duration.map { number(0x9b, $0) } ?? []
            return element(0x1f43_b675, number(0xe7, picture.time) + element(0xa0, block + duration))
        }
        return Data(head + element(0x1853_8067, info + tracks + clusters.flatMap(\.self)))
    }

    private static func element(_ identifier: UInt32, _ content: [UInt8]) -> [UInt8] {
        // A length of eight bytes, of which the first says so.
        big(UInt64(identifier)) + [1] + big(UInt64(content.count), count: 7) + content
    }

    private static func number(_ identifier: UInt32, _ value: UInt64) -> [UInt8] {
        element(identifier, big(value, count: 8))
    }

    private static func text(_ identifier: UInt32, _ value: String) -> [UInt8] {
        element(identifier, Array(value.utf8))
    }

    private static func big(_ value: UInt64, count: Int? = nil) -> [UInt8] {
        let bytes = (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) }
        return count.map { bytes.suffix($0) } ?? Array(bytes.drop { $0 == 0 })
    }
}
