/// A width and a height in whole pixels.
public struct PixelSize: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The number of pixels from left to right.
    public var width: Int
    /// The number of pixels from top to bottom.
    public var height: Int

    /// Makes a size.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Reads `1920x1080`; nil for anything else and for sizes outside 1…16384.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
            PixelSize(width: width, height: height).isPossible
        else { return nil }
        self.init(width: width, height: height)
    }

    /// True for a size that a frame can have: sides of 1 to ``FrameLayout/longestSide`` pixels.
    public var isPossible: Bool {
        let sides = 1...FrameLayout.longestSide
        return sides.contains(width) && sides.contains(height)
    }

    /// True when there is no pixel.
    public var isEmpty: Bool { width <= 0 || height <= 0 }

    /// The size as users write it: `1920x1080`.
    public var description: String { "\(width)x\(height)" }
}
