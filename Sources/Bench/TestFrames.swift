internal import Decoders
internal import Frames
internal import Glibc

/// The frames that every program gets: a few pictures in turn, each with a mark of its own.
protocol MarkedFrames: Sendable {
    /// Calls `body` with the bytes of a frame.
    ///
    /// - Parameters:
    ///   - number: The frame's number.
    ///   - time: The moment that it belongs to, in nanoseconds of the monotonic clock.
    ///   - body: Gets the bytes, which are valid until it returns.
    /// - Returns: The result of `body`.
    func with<Result>(number: UInt32, time: Int64, _ body: (UnsafeRawBufferPointer) -> Result) -> Result
    /// The number of bytes of a frame, on average.
    var byteCount: Int { get }
    /// Computes the number that a frame's mark shows.
    func shownNumber(of number: UInt32) -> UInt32
}

/// NV12 pictures.
@safe final class RawFrames: MarkedFrames, @unchecked Sendable {
    // Sendable: one feeder's thread at a time paints and reads the pictures.
    private static let count = 4
    private let pictures: [UnsafeMutableBufferPointer<UInt8>]
    private let width: Int
    private let height: Int

    /// Paints the pictures.
    ///
    /// - Parameters:
    ///   - width: The width, a multiple of 120.
    ///   - height: The height, an even number.
    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        unsafe pictures = (0..<Self.count).map { number in
            let picture = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: width * height * 3 / 2)
            unsafe Self.paint(picture, number, width: width, height: height)
            return unsafe picture
        }
    }

    deinit { unsafe pictures.forEach { unsafe $0.deallocate() } }

    func with<Result>(number: UInt32, time: Int64, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        let picture = unsafe pictures[Int(number) % Self.count]
        unsafe FrameMark(number: number, microseconds: UInt64(time / 1000)).paint(into: picture, width: width)
        return unsafe body(UnsafeRawBufferPointer(picture))
    }

    var byteCount: Int { width * height * 3 / 2 }

    func shownNumber(of number: UInt32) -> UInt32 { number }

    /// Paints a soft field of colours with a slanting stripe that moves from picture to picture, and some grain, as
    /// cameras have.
    private static func paint(
        _ picture: UnsafeMutableBufferPointer<UInt8>, _ number: Int, width: Int, height: Int
    ) {
        var noise = UInt32(number + 1)
        for y in 0..<height {
            for x in 0..<width {
                noise = noise &* 1_664_525 &+ 1_013_904_223
                let stripe = (x + y + number * 16) % 256 < 24 ? 40 : 0
                let value = 40 + (x * 80 / width) + (y * 60 / height) + stripe + Int(noise >> 30)
                unsafe picture[y * width + x] = UInt8(value)
            }
        }
        for y in 0..<height / 2 {
            for x in 0..<width / 2 {
                let place = width * height + y * width + 2 * x
                unsafe picture[place] = UInt8(64 + x * 128 / (width / 2))
                unsafe picture[place + 1] = UInt8(192 - y * 128 / (height / 2))
            }
        }
    }

    /// Gives the picture as I420, whose chroma planes are apart.
    func planar(number: UInt32) -> [UInt8] {
        unsafe with(number: number, time: 0) { bytes in
            let half = width * height / 4
            var planar = unsafe [UInt8](bytes[..<(width * height)])
            for channel in 0..<2 {
                planar += (0..<half).map { unsafe bytes[width * height + 2 * $0 + channel] }
            }
            return planar
        }
    }
}

/// Frames of the same bytes, without marks.
struct PlainFrames: MarkedFrames {
    let bytes: [UInt8]

    var byteCount: Int { bytes.count }

    func with<Result>(number: UInt32, time: Int64, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        unsafe bytes.withUnsafeBytes { unsafe body($0) }
    }

    func shownNumber(of number: UInt32) -> UInt32 { number }
}

/// JPEG pictures, encoded once and sent in turn.
struct JPEGFrames: MarkedFrames {
    private static let count = 16
    private let pictures: [[UInt8]]

    init(width: Int, height: Int) throws {
        let raw = RawFrames(width: width, height: height)
        let layout = FrameLayout(format: .i420, size: PixelSize(width: width, height: height))
        let encoder = try JPEGEncoder()
        let limit = try JPEGEncoder.byteCountLimit(of: layout)
        pictures = try (0..<Self.count).map { number in
            let planar = raw.planar(number: UInt32(number))
            var target = [UInt8](repeating: 0, count: limit)
            let length = try unsafe target.withUnsafeMutableBytes { target in
                try unsafe planar.withUnsafeBytes {
                    try unsafe encoder.encode($0, layout: layout, quality: 85, into: target)
                }
            }
            return Array(target[..<length])
        }
    }

    var byteCount: Int { pictures.reduce(0) { $0 + $1.count } / pictures.count }

    func with<Result>(number: UInt32, time: Int64, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        unsafe pictures[Int(number) % Self.count].withUnsafeBytes { unsafe body($0) }
    }

    func shownNumber(of number: UInt32) -> UInt32 { number % UInt32(Self.count) }
}
