internal import Decoders
public import Frames
internal import Synchronization

/// A maker of frames of other formats, sizes and turns, by libyuv, on the processor.
///
/// Its buffers are used again when nobody holds their frames any more, so a steady stream allocates nothing; a stream of each size
/// wants a converter of its own. Frames keep their moment and their number. Thread-safe: callers take turns.
public final class FrameConverter: Sendable {
    /// The formats in which pictures are made; others are read, too, samples of more than eight bits as the nearest ones, and
    /// those without samples are decoded.
    public static let formats: [PixelFormat] = [
        .nv12, .i420, .i422, .i444, .yuyv, .bgra, .bgrx, .rgba, .rgb24, .grey,
    ]

    private struct State {
        let scratch = ConversionScratch()
        let decoder = FrameDecoder(limit: 2)
        /// The last layout of each format.
        var layouts = [FrameLayout?](repeating: nil, count: FrameConverter.formats.count)
    }

    private let limit: Int
    private let pools: [FrameBufferPool]
    private let state = Mutex(State())

    /// Makes a converter without buffers: they are made when they are needed.
    ///
    /// - Parameter limit: The number of frames of each format that may be held at a time; above zero.
    public init(limit: Int = 8) {
        self.limit = max(1, limit)
        pools = Self.formats.map { _ in FrameBufferPool(limit: limit) }
    }

    /// Makes a frame of another one.
    ///
    /// Of which several are made, a picture without samples is decoded once if it goes through a `FrameDecoder` first.
    ///
    /// A picture of luma and colour differences keeps its numbers, and its colour description, where the new one is of that kind, too. Of
    /// its matrix and its range red, green and blue are made, in full range. Of red, green and blue BT.601 of
    /// limited range is made, and grey of full range. Chroma whose samples cannot stay, since the picture gets another size or is turned, or
    /// others of its pixels share one, lies in the middle of its pixels afterwards (`ColorDescription.chromaSite`).
    ///
    /// - Parameters:
    ///   - frame: The frame.
    ///   - format: One of ``formats``; nil for the frame's own, or the nearest of them.
    ///   - crop: The part that is wanted, as for `Frame.cropped(to:)`; nil for the whole picture.
    ///   - size: The new picture's size; nil for that of the part, after its turn. Where it has another shape, the pixels get one, too
    ///     (`Frame.sampleAspect`).
    ///   - isUpright: True to carry out the frame's rotation and mirroring; of the new frame both are none. Turn a frame first
    ///     (`Frame.turned(by:mirrored:)`) to have it turned as you like.
    ///   - filter: The way in which pixels are made of several where the size changes.
    /// - Returns: The frame.
    /// - Throws: The reason why there is none.
    public func convert(
        _ frame: Frame, to format: PixelFormat? = nil, crop: PixelRegion? = nil, size: PixelSize? = nil,
        isUpright: Bool = false, filter: ScalingFilter = .box
    ) throws(FrameToolError) -> Frame {
        try state.withLock { state throws(FrameToolError) in
            let frame = try Self.raw(frame, state.decoder)
            let source = try Self.part(crop, of: frame)
            let format = format ?? source.format.nearest
            guard let place = Self.formats.firstIndex(of: format) else { throw .format(format) }
            let upright = isUpright && frame.rotation.swapsSides ? source.size.turned : source.size
            let size = size ?? upright
            let layout = try Self.layout(format, size, &state.layouts[place])
            let made = try unsafe pools[place].frame(
                layout, color: frame.color.after(source, layout, isTurning: frame.isTurning(isUpright)),
                sampleAspect: frame.sampleAspect.after(
                    isTurned: isUpright && frame.rotation.swapsSides, scaling: upright, to: size),
                rotation: isUpright ? .none : frame.rotation, isMirrored: !isUpright && frame.isMirrored,
                at: frame.moment
            ) { memory throws(FrameToolError) in
                try unsafe Self.write(frame, source, isUpright, filter, into: memory, layout, state.scratch)
            }
            guard let made else { throw .noBuffer(limit: limit) }
            return made
        }
    }

    /// Writes a frame's picture into memory of the caller's, with the meaning that ``convert(_:to:crop:size:isUpright:filter:)`` gives it.
    ///
    /// - Parameters:
    ///   - frame: The frame.
    ///   - crop: The part that is wanted, as for `Frame.cropped(to:)`; nil for the whole picture.
    ///   - isUpright: True to carry out the frame's rotation and mirroring.
    ///   - filter: The way in which pixels are made of several where the size changes.
    ///   - memory: Gets the picture; none of the frame's own.
    ///   - layout: The picture's size, one of ``formats``, and the places of its planes in the memory; what lies between its rows stays.
    /// - Throws: The reason why nothing useful was written.
    public func write(
        _ frame: Frame, crop: PixelRegion? = nil, isUpright: Bool = false, filter: ScalingFilter = .box,
        into memory: UnsafeMutableRawBufferPointer, as layout: FrameLayout
    ) throws(FrameToolError) {
        guard Self.formats.contains(layout.format) else { throw .format(layout.format) }
        do throws(FrameLayoutError) {
            try layout.check { $0 == 0 ? memory.count : nil }
        } catch { throw .target(error) }
        try state.withLock { state throws(FrameToolError) in
            let frame = try Self.raw(frame, state.decoder)
            let source = try Self.part(crop, of: frame)
            guard unsafe !frame.overlaps(memory) else { throw .overlap }
            try unsafe Self.write(frame, source, isUpright, filter, into: memory, layout, state.scratch)
        }
    }

    private static func raw(_ frame: Frame, _ decoder: FrameDecoder) throws(FrameToolError) -> Frame {
        do throws(CodecError) { return try decoder.decode(frame) } catch { throw .undecodable(error) }
    }

    /// Describes the part of a frame's picture, which is found to lie in its memory.
    private static func part(_ crop: PixelRegion?, of frame: Frame) throws(FrameToolError) -> FrameLayout {
        do throws(FrameLayoutError) {
            try frame.checkLayout()
            return try crop.map { region throws(FrameLayoutError) in
                try frame.layout.cropped(to: region)
            } ?? frame.layout
        } catch { throw .source(error) }
    }

    /// Describes a picture without padding, as the last time where it is like that one.
    private static func layout(
        _ format: PixelFormat, _ size: PixelSize, _ last: inout FrameLayout?
    ) throws(FrameToolError) -> FrameLayout {
        if let last, last.size == size { return last }
        let sides = 1...FrameLayout.longestSide
        guard sides.contains(size.width), sides.contains(size.height) else { throw .target(.size(size)) }
        let layout = FrameLayout(format: format, size: size)
        last = layout
        return layout
    }

    private static func write(
        _ frame: Frame, _ source: FrameLayout, _ isUpright: Bool, _ filter: ScalingFilter,
        into memory: UnsafeMutableRawBufferPointer, _ target: FrameLayout, _ scratch: ConversionScratch
    ) throws(FrameToolError) {
        let memories = unsafe frame.buffer.memories
        let keepsChroma = source.keepsChroma(in: target, isTurning: frame.isTurning(isUpright))
        let conversion = Conversion(
            color: frame.color, chromaSite: keepsChroma ? .center : frame.color.chromaSite,
            rotation: isUpright ? frame.rotation : .none,
            isMirrored: isUpright && frame.isMirrored, filter: filter, scratch: scratch)
        try unsafe conversion.run(
            Planes(source) { unsafe memories[$0].baseAddress },
            into: Planes(target) { _ in memory.baseAddress })
    }
}

extension Frame {
    /// True when bringing the frame upright, if that is wanted, turns or mirrors it.
    fileprivate func isTurning(_ isUpright: Bool) -> Bool {
        isUpright && (rotation != .none || isMirrored)
    }

    /// True when some of the frame's bytes lie in a memory.
    fileprivate func overlaps(_ memory: UnsafeMutableRawBufferPointer) -> Bool {
        guard let start = memory.baseAddress else { return false }
        let end = unsafe start + memory.count
        return unsafe buffer.memories.contains { own in
            guard let first = own.baseAddress else { return false }
            return unsafe first < end && start < first + own.count
        }
    }
}

extension FrameLayout {
    /// Tells whether a picture that is made of this one has its very samples of chroma, or none, or colours that need none between them.
    fileprivate func keepsChroma(in target: FrameLayout, isTurning: Bool) -> Bool {
        guard format.model == .yCbCr, target.format.model != .grey, let samples = format.samples,
            samples.chromaShifts != (0, 0)
        else { return true }
        guard size == target.size, !isTurning else { return false }
        // libyuv interpolates quarters of columns, and halves of rows alone.
        if target.format.model == .rgb { return samples.chromaShifts.columns == 1 }
        return format.sharesChroma(like: target.format)
    }
}

extension PixelFormat {
    /// Tells whether as many pixels share a sample of chroma in both formats.
    fileprivate func sharesChroma(like other: PixelFormat) -> Bool {
        guard let samples, let others = other.samples else { return false }
        return samples.chromaShifts == others.chromaShifts
    }

    /// The format of ``FrameConverter/formats`` that is most like this one.
    fileprivate var nearest: PixelFormat {
        if FrameConverter.formats.contains(self) { return self }
        return switch (pattern, inBytes.pattern) {
        case (.pairs, _): .yuyv
        case (_, .planar(1, 1)) where planes.count == 2: .nv12
        case (_, .planar(0, 0)): .i444
        case (_, .planar(0, 1)), (_, .planar(1, 0)): .i422
        case (_, .planar): .i420
        default: inBytes
        }
    }
}

extension ColorDescription {
    /// The meaning of the numbers after a conversion.
    fileprivate func after(
        _ source: FrameLayout, _ target: FrameLayout, isTurning: Bool
    ) -> ColorDescription {
        var color = self
        if !source.format.sharesChroma(like: target.format)
            || !source.keepsChroma(in: target, isTurning: isTurning)
        {
            color.chromaSite = .center
        }
        switch (source.format.model, target.format.model) {
        case (.yCbCr, .rgb), (.grey, .rgb): color.range = .full
        case (.rgb, .yCbCr): (color.matrix, color.range) = (.bt601, .limited)
        case (.rgb, .grey): (color.matrix, color.range) = (.bt601, .full)
        default: break
        }
        return color
    }
}

extension Rational {
    /// The shape of a pixel after its picture was turned and then scaled.
    fileprivate func after(isTurned: Bool, scaling old: PixelSize, to new: PixelSize) -> Rational {
        let turned = isTurned ? reciprocal ?? self : self
        // A shape of more digits is no camera's, and the product would have no room.
        guard old != new, max(turned.numerator.magnitude, turned.denominator.magnitude) < 1 << 31 else {
            return turned
        }
        return turned * Rational(old.width * new.height, old.height * new.width)
    }
}
