import Frames
import FrameTools
import TestSupport
import Testing

/// Numbers that are the same in every run (SplitMix64).
struct Seeded: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: Int) { state = UInt64(truncatingIfNeeded: seed) &* 0x9e37_79b9_7f4a_7c15 }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
        return value ^ (value >> 31)
    }
}

extension FrameMoment {
    static let some = FrameMoment(
        timestamp: Timestamp(nanoseconds: 5, clock: .monotonic, kind: .generated), arrival: 6, sequence: 7)
}

extension FrameLayout {
    /// The layout of a picture with so many bytes more between its rows, and that many before each plane.
    init(_ format: PixelFormat, _ size: PixelSize, padding: Int) {
        var offset = padding
        var planes: [PlaneLayout] = []
        let tight = FrameLayout(format: format, size: size)
        for index in tight.planes.indices {
            let stride = tight.rowBytes(of: index) + padding
            planes.append(PlaneLayout(offset: offset, stride: stride))
            offset += stride * tight.elements(of: index).height + padding
        }
        self.init(format: format, size: size, planes: planes)
    }
}

/// A frame whose bytes are random, also those between its rows.
func randomFrame(
    _ format: PixelFormat, _ size: PixelSize, padding: Int = 0, color: ColorDescription? = nil, seed: Int = 1
) throws -> Frame {
    var random = Seeded(seed)
    return try Frame.allocated(FrameLayout(format, size, padding: padding), color: color, at: .some) {
        memory in
        for place in memory.indices { memory[place] = UInt8.random(in: 0...255, using: &random) }
    }
}

extension Frame {
    /// A byte of a plane.
    func byte(_ plane: Int, _ column: Int, _ row: Int) -> UInt8 {
        let place = layout.planes[plane]
        return withPlane(plane) { $0[row * place.stride + column] }
    }

    /// All bytes that carry picture, plane by plane and row by row.
    var picture: [UInt8] {
        layout.planes.indices.flatMap { plane -> [UInt8] in
            let (place, rowBytes) = (layout.planes[plane], layout.rowBytes(of: plane))
            return withPlane(plane) { bytes in
                (0..<layout.elements(of: plane).height).flatMap { row in
                    Array(bytes[row * place.stride..<row * place.stride + rowBytes])
                }
            }
        }
    }

    /// A pixel's three samples: Y Cb Cr, or red, green, blue, or grey three times; the nearest codes of 8 bits to those of others.
    func samples(_ x: Int, _ y: Int) -> [UInt8] {
        guard let bits = FormatBits(layout.format) else { return [] }
        return (0..<3).map { channel in
            let code = bits.code(channel, x, y) { byte($0, $1, $2) }
            let count = bits.bits(min(channel, bits.channelCount - 1))
            let (range, most) = (1 << count, 1 << count - 1)
            guard color.range == .full else { return UInt8(min(255, (code * 256 + range / 2) / range)) }
            let isChroma = channel > 0 && layout.format.model == .yCbCr
            let middle = isChroma ? (128 * most - range / 2 * 255) : 0
            return UInt8(min(255, max(0, code * 255 + middle + most / 2) / most))
        }
    }
}
