import Frames
import FrameTools
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

extension PixelFormat {
    static let readable = allCases.filter { $0.model != .compressed }
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

    /// A pixel's three samples: Y Cb Cr, or red, green, blue, or grey three times.
    func samples(_ x: Int, _ y: Int) -> [UInt8] {
        switch layout.format {
        case .p010:
            // Of limited range a code of 8 bits is four of 10 bits; the nearest one.
            [(0, x, y), (1, x / 2 * 2, y / 2), (1, x / 2 * 2 + 1, y / 2)].map { plane, column, row in
                let word = Int(byte(plane, 2 * column, row)) | Int(byte(plane, 2 * column + 1, row)) << 8
                return UInt8(min(255, (word / 64 + 2) / 4))
            }
        case .nv12: [byte(0, x, y), byte(1, x / 2 * 2, y / 2), byte(1, x / 2 * 2 + 1, y / 2)]
        case .yuyv: [byte(0, 2 * x, y), byte(0, x / 2 * 4 + 1, y), byte(0, x / 2 * 4 + 3, y)]
        case .uyvy: [byte(0, 2 * x + 1, y), byte(0, x / 2 * 4, y), byte(0, x / 2 * 4 + 2, y)]
        case .i420: [byte(0, x, y), byte(1, x / 2, y / 2), byte(2, x / 2, y / 2)]
        case .i422: [byte(0, x, y), byte(1, x / 2, y), byte(2, x / 2, y)]
        case .i444: [byte(0, x, y), byte(1, x, y), byte(2, x, y)]
        case .i440: [byte(0, x, y), byte(1, x, y / 2), byte(2, x, y / 2)]
        case .i411: [byte(0, x, y), byte(1, x / 4, y), byte(2, x / 4, y)]
        case .grey, .mjpeg: [byte(0, x, y), byte(0, x, y), byte(0, x, y)]
        case .bgra, .bgrx: [byte(0, 4 * x + 2, y), byte(0, 4 * x + 1, y), byte(0, 4 * x, y)]
        case .rgba: [byte(0, 4 * x, y), byte(0, 4 * x + 1, y), byte(0, 4 * x + 2, y)]
        case .rgb24: [byte(0, 3 * x, y), byte(0, 3 * x + 1, y), byte(0, 3 * x + 2, y)]
        default: fatalError("\(layout.format) has no reference")
        }
    }
}
