package import Frames
internal import ProcessorVectors

/// A picture that vectors read, as far as it stays from frame to frame.
@safe package struct VectorPicture: @unchecked Sendable {
    // Sendable: constant while anything is computed.

    /// Pixels of red, green, blue and alpha.
    package enum Pixels: Sendable {
        /// A byte each.
        case bytes
        /// Floats of 16 bits.
        case halves
        /// Floats of 32 bits.
        case floats

        /// The number of bytes of one.
        var byteCount: Int { self == .bytes ? 4 : self == .halves ? 8 : 16 }
    }

    /// The way from a place (x, y) upright to the one in memory: (x·0 + y·1 + 2, x·3 + y·4 + 5) of the six numbers.
    package typealias Turn = (Int32, Int32, Int32, Int32, Int32, Int32)

    var image = ProcessorImage()

    /// Describes pixels.
    ///
    /// - Parameters:
    ///   - pixels: Their layout.
    ///   - turn: The way to their places.
    package init(_ pixels: Pixels, turn: Turn = (1, 0, 0, 0, 1, 0)) {
        image.samples =
            switch pixels {
            case .bytes: PROCESSOR_RGBA8
            case .halves: PROCESSOR_HALF
            case .floats: PROCESSOR_FLOAT
            }
        image.turn = turn
    }

    /// Describes a camera's picture.
    ///
    /// - Parameters:
    ///   - format: Its format; not a compressed one.
    ///   - weights: The samples' weights for red, green and blue in 1/8192, and constants in 1/32 of a code.
    ///   - turn: The way to its places.
    package init(
        _ format: PixelFormat, weights: (red: SIMD4<Int32>, green: SIMD4<Int32>, blue: SIMD4<Int32>),
        turn: Turn
    ) {
        image.samples = PROCESSOR_CAMERA
        (image.channels, image.channelCount) = format.colorChannels
        image.weights = (weights.red.shorts, weights.green.shorts, weights.blue.shorts)
        image.turn = turn
    }

    /// Writes the codes of red, green and blue, or of grey alone, into planes of their own.
    ///
    /// - Parameters:
    ///   - source: The picture's planes.
    ///   - target: The planes to write, upright.
    package func writeColors(of source: ProcessorPicture, to target: ProcessorPicture) {
        var picture = self
        for (index, plane) in source.planes.enumerated() {
            unsafe picture.image.setPlane(index, at: plane.base, stride: plane.stride)
        }
        // Constant while the rows are computed; each part writes rows of its own.
        nonisolated(unsafe) let (camera, planes) = unsafe (
            picture.image, target.planes.map { unsafe ProcessorPlane($0) }
        )
        RowSpread.spread(target.planes.first?.height ?? 0) { rows in
            unsafe planes.withUnsafeBufferPointer { planes in
                guard let first = planes.baseAddress else { return }
                unsafe withUnsafePointer(to: camera) { camera in
                    unsafe processor_colors(
                        camera, first, Int32(planes.count), Int32(rows.lowerBound), Int32(rows.upperBound))
                }
            }
        }
    }
}

extension PixelFormat {
    /// The channels that make colours, which alpha does not, and their number; 0 for compressed formats.
    var colorChannels: ((ProcessorChannel, ProcessorChannel, ProcessorChannel), Int32) {
        let channels = samples?.channels.prefix(3) ?? []
        let all = (channels + [.init(), .init(), .init()]).map(ProcessorChannel.init)
        return ((all[0], all[1], all[2]), Int32(channels.count))
    }
}

extension ProcessorImage {
    /// Says where a plane lies.
    ///
    /// - Parameters:
    ///   - index: The plane's number.
    ///   - address: Its first byte; nobody writes to it.
    ///   - stride: The number of bytes from row to row.
    mutating func setPlane(_ index: Int, at address: UnsafeRawPointer, stride: Int) {
        let base = unsafe UnsafeMutableRawPointer(mutating: address).assumingMemoryBound(to: UInt8.self)
        switch index {
        case 0: unsafe (planes.0, strides.0) = unsafe (base, stride)
        case 1: unsafe (planes.1, strides.1) = unsafe (base, stride)
        default: unsafe (planes.2, strides.2) = unsafe (base, stride)
        }
    }
}

extension SIMD4<Int32> {
    /// The numbers as vectors take them.
    var shorts: (Int16, Int16, Int16, Int16) {
        let row = SIMD4<Int16>(clamping: self)
        return (row.x, row.y, row.z, row.w)
    }
}
