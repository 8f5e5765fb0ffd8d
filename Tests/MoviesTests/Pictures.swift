import Decoders
import Foundation
import Frames
import Synchronization
import TestSupport

/// Pictures made by formulas, so that what comes back can be compared with them.
struct Pattern: Hashable {
    var size = PixelSize(width: 320, height: 240)
    var format = PixelFormat.nv12
    var color = ColorDescription(matrix: .bt601, range: .limited, primaries: .smpte170m)
    var sampleAspect = Rational(1)
    var rotation = Rotation.none
    var isMirrored = false
    /// Bytes at the end of each row that are no picture.
    var padding = 0

    /// A slope from left to right and from top to bottom, on four levels in the quarters; it moves with time.
    func luma(_ x: Int, _ y: Int, _ number: Int) -> Int {
        let quarter = (2 * x < size.width ? 0 : 40) + (2 * y < size.height ? 0 : 80)
        return 40 + quarter + 30 * x / size.width + 30 * y / size.height + number % 8
    }

    /// A frame in a buffer of its own, whose unused bytes are white.
    func frame(_ number: Int, at nanoseconds: Int64) -> Frame {
        var layouts: [PlaneLayout] = []
        var offset = 0
        for plane in format.planes {
            let elements = plane.size(of: size)
            let stride = elements.width * plane.bytes + padding
            layouts.append(PlaneLayout(offset: offset, stride: stride))
            offset += stride * elements.height
        }
        let bytes = bytes(number, max(1, offset), layouts)
        let memory = OwnMemory(copying: bytes)
        return Frame(
            buffer: FrameBuffer(index: 0, memories: [memory.bytes], owner: memory),
            byteCount: memory.bytes.count,
            layout: FrameLayout(format: format, size: size, planes: layouts), color: color,
            sampleAspect: sampleAspect, rotation: rotation, isMirrored: isMirrored,
            timestamp: Timestamp(nanoseconds: nanoseconds, clock: .monotonic, kind: .generated),
            arrival: nanoseconds, sequence: UInt32(number), recycler: nil)
    }

    /// The bytes of pictures that were asked for before: without optimisation, arithmetic would take most of a test's time.
    private static let made = Mutex<[Pattern: [Int: [UInt8]]]>([:])

    private func bytes(_ number: Int, _ count: Int, _ layouts: [PlaneLayout]) -> [UInt8] {
        let step = number % 8
        if let known = Self.made.withLock({ $0[self]?[step] }) { return known }
        var bytes = [UInt8](repeating: 255, count: count)
        for (index, plane) in format.planes.enumerated() {
            let elements = plane.size(of: size)
            for row in 0..<elements.height {
                for column in 0..<elements.width {
                    let place = layouts[index].offset + row * layouts[index].stride + column * plane.bytes
                    let (x, y) = (column * plane.columns, row * plane.rows)
                    for byte in 0..<plane.bytes {
                        bytes[place + byte] = UInt8(sample(index, byte, x, y, step))
                    }
                }
            }
        }
        Self.made.withLock { $0[self, default: [:]][step] = bytes }
        return bytes
    }

    private func sample(_ plane: Int, _ byte: Int, _ x: Int, _ y: Int, _ number: Int) -> Int {
        switch format {
        case .nv12, .i420, .i422, .i444, .i411: plane == 0 ? luma(x, y, number) : 128
        case .yuyv: byte % 2 == 1 ? 128 : luma(min(size.width - 1, x + byte / 2), y, number)
        case .uyvy: byte % 2 == 0 ? 128 : luma(min(size.width - 1, x + byte / 2), y, number)
        default: luma(x, y, number)
        }
    }
}

/// Memory that a frame's buffer owns.
final class OwnMemory: @unchecked Sendable {
    // Sendable: written only before the frame exists.
    let bytes: UnsafeMutableRawBufferPointer

    init(byteCount: Int) {
        bytes = .allocate(byteCount: byteCount, alignment: 64)
        bytes.initializeMemory(as: UInt8.self, repeating: 0)
    }

    init(copying content: [UInt8]) {
        bytes = .allocate(byteCount: content.count, alignment: 64)
        bytes.copyBytes(from: content)
    }

    deinit { bytes.deallocate() }
}

extension Frame {
    /// The luma of a planar picture's pixel.
    func luma(_ x: Int, _ y: Int) -> Int { code(0, x, y) }

    /// The code of a channel, of other bits than eight the nearest one.
    func code(_ channel: Int, _ x: Int, _ y: Int) -> Int {
        guard let bits = FormatBits(layout.format) else { return -1 }
        let code = bits.code(channel, x, y) { plane, column, row in
            withPlane(plane) { $0[row * layout.planes[plane].stride + column] }
        }
        return (code << 8) >> bits.bits(channel)
    }

    /// The planes' rows one after the other without padding, as raw files hold them.
    var tight: [UInt8] {
        layout.planes.indices.flatMap { plane in
            let (stride, count) = (layout.planes[plane].stride, layout.rowBytes(of: plane))
            return withPlane(plane) { bytes in
                (0..<layout.elements(of: plane).height).flatMap {
                    Array(bytes[$0 * stride..<$0 * stride + count])
                }
            }
        }
    }
}

/// How near a picture's luma is to what it should be, in decibels.
func quality(of frame: Frame, _ expected: (Int, Int) -> Int) -> Double {
    let size = frame.layout.size
    var sum = 0
    frame.withPlane(0) { bytes in
        for y in 0..<size.height {
            for x in 0..<size.width {
                let place = y * frame.layout.planes[0].stride
                let code =
                    frame.layout.format == .i420p10
                    ? Int(bytes[place + 2 * x]) / 4 + Int(bytes[place + 2 * x + 1]) * 64
                    : Int(bytes[place + x])
                let difference = code - expected(x, y)
                sum += difference * difference
            }
        }
    }
    let error = Double(sum) / Double(size.width * size.height)
    return error == 0 ? 99 : 10 * log10(255 * 255 / error)
}

extension Frame {
    /// The same picture at another moment.
    func stamped(_ nanoseconds: Int64, recycler: (any FrameRecycler)? = nil) -> Frame {
        Frame(
            buffer: buffer, byteCount: byteCount, layout: layout, color: color,
            timestamp: Timestamp(nanoseconds: nanoseconds, clock: .monotonic, kind: .generated),
            arrival: nanoseconds, sequence: 0, recycler: recycler)
    }

    /// The same picture as a JPEG.
    func compressed(by encoder: JPEGEncoder) throws -> Frame {
        let memory = OwnMemory(byteCount: try JPEGEncoder.byteCountLimit(of: layout))
        let length = try encoder.encode(
            UnsafeRawBufferPointer(buffer.memories[0]), layout: layout, quality: 95, into: memory.bytes)
        return Frame(
            buffer: FrameBuffer(index: 0, memories: [memory.bytes], owner: memory), byteCount: length,
            layout: FrameLayout(format: .mjpeg, size: layout.size), color: color, timestamp: timestamp,
            arrival: arrival, sequence: sequence, recycler: nil)
    }

    /// Red, green and blue of a 4:2:0 or 4:4:4 picture's pixel, 0…255, by the definition of its matrix.
    func color(_ x: Int, _ y: Int) -> [Double] {
        func sample(_ plane: Int, _ byte: Int) -> Double {
            let format = layout.format.planes[plane]
            let place =
                y / format.rows * layout.planes[plane].stride + x / format.columns * format.bytes + byte
            return withPlane(plane) { Double($0[place]) }
        }
        let second = layout.format == .nv12 ? sample(1, 1) : sample(2, 0)
        return Self.color(
            [sample(0, 0), sample(1, 0), second], color.matrix, isFull: color.range == .full)
    }

    /// Red, green and blue, 0…255, of the codes of luma and colour differences, by the definition of their matrix.
    static func color(_ codes: [Double], _ matrix: ColorDescription.Matrix, isFull: Bool) -> [Double] {
        let luma = isFull ? codes[0] / 255 : (codes[0] - 16) / 219
        let blue = (codes[1] - 128) / (isFull ? 255 : 224)
        let red = (codes[2] - 128) / (isFull ? 255 : 224)
        let weights = matrix.weights
        let r = luma + 2 * (1 - weights.red) * red
        let b = luma + 2 * (1 - weights.blue) * blue
        let g = (luma - weights.red * r - weights.blue * b) / (1 - weights.red - weights.blue)
        return [255 * r, 255 * g, 255 * b]
    }
}

/// Counts the buffers that come back.
final class ReturnCounter: FrameRecycler {
    private let returns = Mutex(0)

    var count: Int { returns.withLock { $0 } }

    func recycle(_ buffer: FrameBuffer) { returns.withLock { $0 += 1 } }
}
