package import Frames
internal import ProcessorVectors

/// The way of a picture's pixels into a window by the processor's vectors, the same bits as Picture.glsl.
///
/// Prepared for one picture's shape and place; nothing is allocated per frame. Confined to one thread.
@safe package final class PicturePlacing {
    /// The place of a picture in a window.
    package struct Place {
        /// The way across the picture: step, rest of it in 1/65536, start and rest of it, in 1/256 of the picture's pixels.
        package var columns: SIMD4<Int32>
        /// The way down the picture, likewise.
        package var rows: SIMD4<Int32>
        /// The number of the window's pixels across and down that the picture covers.
        package var covered: PixelSize
        /// True when pixels lie between the picture's pixels.
        package var isLinear: Bool
        /// True when the picture's rows become columns.
        package var isTurned: Bool
        /// True when blue is the first byte of a pixel, else red is.
        package var isBlueFirst: Bool

        /// Makes a place.
        package init(
            columns: SIMD4<Int32>, rows: SIMD4<Int32>, covered: PixelSize, isLinear: Bool, isTurned: Bool,
            isBlueFirst: Bool
        ) {
            (self.columns, self.rows, self.covered) = (columns, rows, covered)
            (self.isLinear, self.isTurned, self.isBlueFirst) = (isLinear, isTurned, isBlueFirst)
        }
    }

    /// The way from a picture's red, green and blue to the screen's, see `ProcessorCurves`.
    package struct Screen {
        let curves: [Int16]
        let isCurved: Bool
        let mixture: [Int16]?
        let part: UInt32

        /// Takes two curves, whether numbers go through the first one, the nine parts of a mixture, nil where the first curve is all, and
        /// the part of a colour that is drawn.
        package init(curves: [Int16], isCurved: Bool, mixture: [Int16]?, part: UInt32) {
            (self.curves, self.isCurved, self.mixture, self.part) = (curves, isCurved, mixture, part)
        }
    }

    /// The rows of a plane: the first byte, and the number of bytes from row to row.
    package typealias Plane = (address: UnsafeRawPointer, stride: Int)

    private var placement = ProcessorPlacement()
    /// Tables, and rows on their way.
    private let memory: UnsafeMutableRawPointer
    private let screen: Screen?

    /// Prepares for a picture's shape and place; fails for compressed formats.
    ///
    /// - Parameters:
    ///   - format: The picture's format.
    ///   - size: The picture's size.
    ///   - site: The place of its chroma samples.
    ///   - weights: The samples' weights for red, green and blue in 1/8192, and constants in 1/32 of a code. Luma weighs the same in
    ///     all three.
    ///   - screen: The way to the screen's colours; nil where the picture's are the screen's.
    ///   - place: The picture's place.
    package init?(
        _ format: PixelFormat, size: PixelSize, site: ColorDescription.ChromaSite,
        weights: (red: SIMD4<Int32>, green: SIMD4<Int32>, blue: SIMD4<Int32>), screen: Screen?,
        at place: Place
    ) {
        (placement.channels, placement.channelCount) = format.colorChannels
        guard placement.channelCount > 0 else { return nil }
        (placement.width, placement.height) = (Int32(size.width), Int32(size.height))
        placement.weights = (weights.red.shorts, weights.green.shorts, weights.blue.shorts)
        (placement.isInFirstColumn, placement.isInFirstRow) = (site.isInFirstColumn, site.isInFirstRow)
        placement.isBlueFirst = place.isBlueFirst
        placement.isLinear = place.isLinear
        placement.isTurned = place.isTurned
        placement.columns = ProcessorSteps(place.columns)
        placement.rows = ProcessorSteps(place.rows)
        let (across, down) = (Int32(place.covered.width), Int32(place.covered.height))
        (placement.count, placement.rowCount) = place.isTurned ? (down, across) : (across, down)
        self.screen = screen
        let count = unsafe processor_placing_size(&placement)
        unsafe memory = .allocate(byteCount: count, alignment: 64)
        unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: count)
        unsafe processor_prepare_placing(&placement, memory)
    }

    deinit { unsafe memory.deallocate() }

    /// Draws the picture; the rest of the window stays as it is.
    ///
    /// - Parameters:
    ///   - first: The rows of the picture's first plane.
    ///   - second: Those of the second one, or of any where there is none.
    ///   - third: Those of the third one, likewise.
    ///   - target: The window's first pixel that the picture covers; pixels have four bytes.
    ///   - stride: The number of bytes from row to row of the window.
    package func draw(
        _ first: Plane, _ second: Plane, _ third: Plane, into target: UnsafeMutableRawPointer, stride: Int
    ) {
        func bytes(_ plane: Plane) -> UnsafePointer<UInt8> {
            unsafe plane.address.assumingMemoryBound(to: UInt8.self)
        }
        func draw(_ curves: UnsafePointer<ProcessorCurves>?) {
            var picture = unsafe ProcessorPlanes(
                planes: (bytes(first), bytes(second), bytes(third)),
                strides: (first.stride, second.stride, third.stride), curves: curves)
            unsafe processor_place(
                &placement, memory, &picture, target.assumingMemoryBound(to: UInt8.self), stride)
        }
        guard let screen else { return draw(nil) }
        unsafe screen.curves.withUnsafeBufferPointer { entries in
            guard let entries = entries.baseAddress else { return }
            var curves = unsafe ProcessorCurves(
                curves: entries, isCurved: screen.isCurved, isMixed: screen.mixture != nil,
                part: Int32(bitPattern: screen.part), mixture: (0, 0, 0, 0, 0, 0, 0, 0, 0))
            unsafe withUnsafeMutableBytes(of: &curves.mixture) { bytes in
                unsafe screen.mixture?.withUnsafeBytes { unsafe bytes.copyMemory(from: $0) }
            }
            unsafe draw(&curves)
        }
    }
}

extension ProcessorChannel {
    /// The numbers of a channel's row in the table of formats.
    init(_ channel: SampleLayout.Channel) {
        self.init(
            plane: Int32(channel.plane), offset: Int32(channel.offset), step: Int32(channel.step),
            word: Int32(channel.word), bits: Int32(channel.bits), shift: Int32(channel.shift),
            columnShift: Int32(channel.columnShift), rowShift: Int32(channel.rowShift),
            isBigEndian: channel.isBigEndian)
    }
}

extension ProcessorSteps {
    fileprivate init(_ words: SIMD4<Int32>) {
        self.init(
            whole: words.x, fraction: UInt32(bitPattern: words.y), start: words.z,
            startFraction: UInt32(bitPattern: words.w))
    }
}
