/// A picture of upright bars, all rows of which are equal: YUY2, by BT.601 in limited range.
struct CameraPicture {
    /// The bars from left to right, in RGB.
    let bars: [UInt32]

    /// White, yellow, cyan, green, magenta, red, blue and black at 75 %.
    static let eightBars = CameraPicture(
        bars: [0xbfbfbf, 0xbfbf00, 0x00bfbf, 0x00bf00, 0xbf00bf, 0xbf0000, 0x0000bf, 0x000000])

    func bytes(_ size: CameraDescriptors.Size) -> [UInt8] {
        let row = (0..<size.width / 2).flatMap { pair in Self.pair(bars[pair * 2 * bars.count / size.width]) }
        return (0..<size.height).flatMap { _ in row }
    }

    /// Two pixels of a color.
    private static func pair(_ rgb: UInt32) -> [UInt8] {
        let (red, green, blue) = (Double(rgb >> 16 & 255), Double(rgb >> 8 & 255), Double(rgb & 255))
        let luma = 0.299 * red + 0.587 * green + 0.114 * blue
        func level(_ value: Double) -> UInt8 { UInt8(value.rounded()) }
        let (y, u, v) = (
            level(16 + luma * 219 / 255), level(128 + (blue - luma) / 1.772 * 224 / 255),
            level(128 + (red - luma) / 1.402 * 224 / 255)
        )
        return [y, u, y, v]
    }
}
