internal import Frames
internal import Glibc
internal import VulkanCore

/// A drawing of pictures with the processor's own vector instructions, the same bits as Picture.glsl.
///
/// Confined to one thread. A picture is drawn row by row of the frame; turned ones by blocks of rows that become
/// columns. Prepared for one picture's shape and place; nothing is allocated per frame.
final class ProcessorDrawing {
    private let traits: PictureTraits
    private let placement: Placement
    /// The part of the window that the picture covers.
    private let rectangle: Placement.Rectangle
    private let colors: ProcessorColors
    private let channels: [SampleLayout.Channel]
    private let scaling: ProcessorScaling?
    private let samples: SampleRows
    /// The pixels of a row on their way to another order, or of a block of rows when the picture is turned.
    private let pixels: RowMemory
    /// The ends of rows, where whole vectors would read and write too much.
    private let tails: (first: RowMemory, second: RowMemory, third: RowMemory, pixels: RowMemory)
    /// The number of the window's pixels that a row of the frame fills.
    private let count: Int
    private let rowCount: Int

    private static let blockRows = 16

    /// Prepares for a picture's shape and place.
    ///
    /// - Parameters:
    ///   - picture: The picture's shape and colours.
    ///   - placement: The picture's place in its cell.
    ///   - rectangle: The part of the window that it covers.
    ///   - isBlueFirst: True when blue is the first byte of a pixel.
    init(
        _ picture: Picture, _ placement: Placement, at rectangle: Placement.Rectangle, isBlueFirst: Bool
    ) {
        let traits = PictureTraits(picture, placement)
        self.traits = traits
        self.placement = placement
        self.rectangle = rectangle
        let covered = rectangle.size
        count = placement.isTurned ? covered.height : covered.width
        rowCount = placement.isTurned ? covered.width : covered.height
        colors = ProcessorColors(traits.weights, isBlueFirst: isBlueFirst)
        // Alpha is not drawn.
        channels = Array(picture.format.samples?.channels.prefix(3) ?? [])
        scaling = traits.isLinear ? ProcessorScaling(picture, channels, placement, count: count) : nil
        samples = SampleRows(count: count, isGrey: traits.arrangement == .grey)
        pixels = RowMemory(bytes: (placement.isTurned ? ProcessorDrawing.blockRows : 1) * count * 4)
        tails = (RowMemory(bytes: 16), RowMemory(bytes: 16), RowMemory(bytes: 16), RowMemory(bytes: 64))
    }

    /// Draws the rectangle; the rest of the window stays as it is.
    ///
    /// - Parameters:
    ///   - memory: The picture.
    ///   - target: The window's pixels, four bytes each, rows without padding.
    ///   - windowWidth: The number of pixels in a row of the window.
    func draw(_ memory: PlaneMemory, into target: UnsafeMutableRawPointer, windowWidth: Int) {
        let stride = windowWidth * 4
        let start = unsafe target + rectangle.y * stride + rectangle.x * 4
        guard placement.isTurned else {
            for row in 0..<rowCount { unsafe draw(row, of: memory, to: start + row * stride) }
            return
        }
        for first in Swift.stride(from: 0, to: rowCount, by: ProcessorDrawing.blockRows) {
            let rows = min(ProcessorDrawing.blockRows, rowCount - first)
            for row in 0..<rows {
                unsafe draw(first + row, of: memory, to: pixels.base + row * count * 4)
            }
            unsafe transpose(rows, to: start + first * 4, stride: stride)
        }
    }

    private func draw(_ row: Int, of memory: PlaneMemory, to target: UnsafeMutableRawPointer) {
        if let scaling {
            scaling.sample(row, of: memory, into: samples, count: count)
            unsafe convertSamples(to: target)
            return
        }
        let place = placement.rows.place(row) >> 8
        let column = placement.columns.place(0) >> 8
        if placement.columns.isForward {
            unsafe copy(place, column, of: memory, to: target)
        } else {
            let first = column - count + 1
            unsafe copy(place, first, of: memory, to: target)
            unsafe reverse(target)
        }
    }

    /// Copies one row of the frame, pixel for pixel.
    private func copy(_ row: Int, _ column: Int, of memory: PlaneMemory, to target: UnsafeMutableRawPointer) {
        func plane(_ channel: Int) -> SampleMemory {
            let layout = channels[channel]
            let plane = memory[layout.plane]
            return unsafe SampleMemory(plane.address + (row >> layout.rowShift) * plane.stride)
        }
        if traits.columnShift == 1, column & 1 == 0 {
            unsafe convertPairs(plane(0), plane(1), plane(2), column, to: target)
        } else {
            for channel in channels.indices {
                samples.fill(
                    channel, channels[channel], from: plane(channel), column: column, count: count)
            }
            unsafe convertSamples(to: target)
        }
    }

    /// Converts pixels that share chroma by twos: whole vectors straight from the planes, then the rest.
    private func convertPairs(
        _ first: SampleMemory, _ second: SampleMemory, _ third: SampleMemory, _ column: Int,
        to target: UnsafeMutableRawPointer
    ) {
        let whole = count & ~15
        let rest = count - whole
        let pairs = (rest + 1) / 2
        switch traits.arrangement {
        case .semiPlanar:
            let (luma, chroma) = (first.advanced(column), second.advanced(column))
            unsafe colors.convertSemiPlanar(luma, chroma, to: target, count: whole)
            guard rest > 0 else { return }
            unsafe memcpy(tails.first.base, luma.base + whole, rest)
            unsafe memcpy(tails.second.base, chroma.base + whole, pairs * 2)
            unsafe colors.convertSemiPlanar(
                tails.first.memory, tails.second.memory, to: tails.pixels.base, count: 16)
        case .planar:
            let luma = first.advanced(column)
            let (cb, cr) = (second.advanced(column / 2), third.advanced(column / 2))
            unsafe colors.convertPlanar(luma, cb, cr, to: target, count: whole)
            guard rest > 0 else { return }
            unsafe memcpy(tails.first.base, luma.base + whole, rest)
            unsafe memcpy(tails.second.base, cb.base + whole / 2, pairs)
            unsafe memcpy(tails.third.base, cr.base + whole / 2, pairs)
            unsafe colors.convertPlanar(
                tails.first.memory, tails.second.memory, tails.third.memory, to: tails.pixels.base, count: 16)
        default:
            let row = first.advanced(column * 2)
            let isLumaFirst = traits.arrangement == .yuyv
            unsafe colors.convertPacked(row, isLumaFirst: isLumaFirst, to: target, count: whole)
            guard rest > 0 else { return }
            unsafe memcpy(tails.first.base, row.base + whole * 2, pairs * 4)
            unsafe colors.convertPacked(
                tails.first.memory, isLumaFirst: isLumaFirst, to: tails.pixels.base, count: 16)
        }
        unsafe memcpy(target + whole * 4, tails.pixels.base, rest * 4)
    }

    private func convertSamples(to target: UnsafeMutableRawPointer) {
        let isRGB = !traits.arrangement.hasChroma
        let whole = count & ~15
        unsafe colors.convert(samples, from: 0, to: target, count: whole, isRGB: isRGB)
        guard whole < count else { return }
        unsafe colors.convert(samples, from: whole, to: tails.pixels.base, count: 16, isRGB: isRGB)
        unsafe memcpy(target + whole * 4, tails.pixels.base, (count - whole) * 4)
    }

    /// Exchanges left and right.
    private func reverse(_ row: UnsafeMutableRawPointer) {
        let pixels = unsafe row.assumingMemoryBound(to: UInt32.self)
        var (low, high) = (0, count - 1)
        while low < high {
            let pixel = unsafe pixels[low]
            unsafe pixels[low] = pixels[high]
            unsafe pixels[high] = pixel
            low &+= 1
            high &-= 1
        }
    }

    /// Writes the block's rows as columns, a row of the window after the other.
    private func transpose(_ rows: Int, to target: UnsafeMutableRawPointer, stride: Int) {
        let block = unsafe pixels.base.assumingMemoryBound(to: UInt32.self)
        for column in 0..<count {
            let pixels = unsafe (target + column * stride).assumingMemoryBound(to: UInt32.self)
            for row in 0..<rows { unsafe pixels[row] = block[row &* count &+ column] }
        }
    }
}
