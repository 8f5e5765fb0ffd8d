/// A picture of upright bars.
struct CameraPicture {
    /// The bars from left to right, in RGB.
    let bars: [UInt32]

    /// White, yellow, cyan, green, magenta, red, blue and black at 75 %.
    static let eightBars = CameraPicture(
        bars: [0xbfbfbf, 0xbfbf00, 0x00bfbf, 0x00bf00, 0xbf00bf, 0xbf0000, 0x0000bf, 0x000000])

    func bytes(_ size: CameraDescriptors.Size, _ pixels: CameraPixels) -> [UInt8] {
        func bar(_ column: Int) -> UInt32 { bars[column * bars.count / size.width] }
        let pairs = (0..<size.width / 2).map { Self.pair(bar($0 * 2)) }
        switch pixels {
        case .yuy2:
            let row = pairs.flatMap(\.self)
            return (0..<size.height).flatMap { _ in row }
        case .m420:
            let luma = pairs.flatMap { [$0[0], $0[2]] }
            let rows = luma + luma + pairs.flatMap { [$0[1], $0[3]] }
            return (0..<size.height / 2).flatMap { _ in rows }
        case .bayer:
            // Green and red by turns, and below them blue and green.
            let rows = [[8, 16], [0, 8]].map { shifts in
                (0..<size.width).map { UInt8(bar($0) >> UInt32(shifts[$0 % 2]) & 255) }
            }
            return (0..<size.height).flatMap { rows[$0 % 2] }
        }
    }

    /// Two pixels of a color in YUY2, by BT.601 in limited range.
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

/// A pixel format of a camera.
enum CameraPixels: String {
    /// What most cameras have.
    case yuy2
    /// The bytes of a sensor, each of one color (`V4L2_PIX_FMT_SGRBG8`), which a decoder makes colors of.
    case bayer
    /// Two rows of luma and one of colour differences by turns (`V4L2_PIX_FMT_M420`): Viewfinder does not know it, libv4l2 converts it.
    case m420

    /// The first letters of its GUID.
    var code: String {
        switch self {
        case .yuy2: "YUY2"
        case .bayer: "GRBG"
        case .m420: "M420"
        }
    }

    /// The number of bits of a pixel.
    var bits: Int {
        switch self {
        case .yuy2: 16
        case .bayer: 8
        case .m420: 12
        }
    }

    /// The number of bytes of a picture.
    func byteCount(_ size: CameraDescriptors.Size) -> Int { size.width * size.height * bits / 8 }
}
