public import Frames
public import PictureFiles

/// A computed picture in ordinary memory.
public struct PixelData: Sendable, Equatable {
    /// Pixels of a row.
    public let width: Int
    /// Rows.
    public let height: Int
    /// Bytes from row to row.
    public let stride: Int
    /// Red, green, blue and alpha, a byte each, straight alpha, rows from top to bottom.
    public let bytes: [UInt8]
    /// The time at which the newest of its frames was taken; nil for a picture of stills alone.
    public let timestamp: Timestamp?

    /// The picture with rows of another stride; bytes between rows are 0.
    func padded(to stride: Int?) -> PixelData {
        guard let stride, stride > width * 4 else { return self }
        var padded = [UInt8](repeating: 0, count: stride * height)
        for row in 0..<height {
            padded.replaceSubrange(
                row * stride..<row * stride + width * 4, with: bytes[row * width * 4..<(row + 1) * width * 4])
        }
        return PixelData(
            width: width, height: height, stride: stride, bytes: padded, timestamp: timestamp)
    }

    /// The picture as a file's.
    public var file: PictureFile { PictureFile(width: width, height: height, bytes: bytes) }
}
