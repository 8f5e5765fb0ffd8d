internal import Frames

/// The way from one picture to another one of any size, turn and format, in as few steps as libyuv has functions for.
struct Conversion {
    /// The meaning of the source's numbers.
    let color: ColorDescription
    /// The place of chroma that is brought to the middle, where libyuv takes it to be; the middle where it stays as it is.
    let chromaSite: ColorDescription.ChromaSite
    /// The turn that is carried out.
    let rotation: Rotation
    /// True to exchange left and right, after the turn.
    let isMirrored: Bool
    let filter: ScalingFilter
    let scratch: ConversionScratch

    private var isTurning: Bool { rotation != .none || isMirrored }

    /// Makes the target of the source.
    ///
    /// - Throws: ``FrameToolError/library(_:)``.
    func run(_ source: Planes, into target: Planes) throws(FrameToolError) {
        var picture = try unsafe prepared(source, for: target)
        if chromaSite != .center { unsafe picture = try unsafe centred(picture) }
        // What is scaled is not turned yet.
        let size = unsafe rotation.swapsSides ? target.size.turned : target.size
        let isScaling = unsafe picture.size != size
        if isScaling || isTurning {
            unsafe picture = try unsafe unpacked(picture, for: target)
        }
        if isScaling {
            let scaled =
                unsafe isTurning
                ? scratch.picture(picture.format, size, for: .scaled)
                : room(picture.format, in: target, canMix: true)
            try unsafe picture.scale(into: scaled, filter)
            unsafe picture = unsafe scaled
        }
        if isTurning {
            let turned = unsafe room(picture.format.turned(by: rotation), in: target, canMix: false)
            try unsafe picture.turn(rotation, mirrored: isMirrored, into: turned)
            unsafe picture = unsafe turned
        }
        try unsafe convert(picture, into: target)
    }

    /// Gives the source without what the target does not need, and with numbers that libyuv understands.
    private func prepared(_ source: Planes, for target: Planes) throws(FrameToolError) -> Planes {
        var source = unsafe source
        let model = unsafe target.format.model
        if unsafe source.format.pattern == .other {
            let bytes = unsafe scratch.picture(source.format.inBytes, source.size, for: .read)
            unsafe source.readRow(into: bytes, color.range)
            unsafe source = unsafe bytes
        }
        if unsafe source.format.model == .rgb, model != .rgb, color.range == .limited {
            let words = unsafe scratch.picture(
                source.format.isRedFirst ? .rgba : .bgra, source.size, for: .expanded)
            try unsafe convert(source, into: words)
            try unsafe words.expand()
            return unsafe words
        }
        if model == .grey, unsafe source.format.planes.count > 1 {
            unsafe source.format = .grey
        }
        return unsafe source
    }

    /// Gives the picture in planes, with its chroma in the middle of the pixels that share it.
    private func centred(_ picture: Planes) throws(FrameToolError) -> Planes {
        var planes = unsafe picture
        switch unsafe picture.format.pattern {
        case .semiPlanar: unsafe planes = unsafe split(picture, for: .separated)
        case .pairs:
            unsafe planes = unsafe scratch.picture(.i422, picture.size, for: .separated)
            try unsafe picture.unpack(into: planes)
        case .planar: break
        default: return unsafe picture
        }
        for isAcross in [true, false]
        where isAcross ? chromaSite.isInFirstColumn : chromaSite.isInFirstRow {
            var moved = unsafe scratch.picture(
                planes.format, planes.size, for: isAcross ? .movedAcross : .movedDown, hasLuma: false)
            unsafe moved.first = unsafe planes.first
            try unsafe planes.centreChroma(isAcross: isAcross, into: moved)
            unsafe planes = unsafe moved
        }
        return unsafe planes
    }

    /// Gives the picture in a format whose planes can be scaled and turned.
    private func unpacked(_ picture: Planes, for target: Planes) throws(FrameToolError) -> Planes {
        let format = unsafe picture.format
        if format.isWord, rotation.swapsSides, unsafe picture.first.stride % 4 != 0 {
            // libyuv turns only rows that are whole pixels apart.
            let words = unsafe scratch.picture(format, picture.size, for: .unpacked)
            unsafe picture.copy(into: words)
            return unsafe words
        }
        switch format.pattern {
        case .semiPlanar: return unsafe split(picture, for: .unpacked)
        case .pairs:
            let luma = unsafe target.format == .grey
            let planes = unsafe scratch.picture(luma ? .grey : .i422, picture.size, for: .unpacked)
            try unsafe convert(picture, into: planes)
            return unsafe planes
        case .color(isWord: false, _):
            let words = unsafe scratch.picture(
                target.format.isRedFirst ? .rgba : .bgra, picture.size, for: .unpacked)
            try unsafe convert(picture, into: words)
            return unsafe words
        case .planar(2, _) where rotation.swapsSides:
            // Turned, a quarter of the columns would be a quarter of the rows, which no format has.
            let planes = unsafe scratch.picture(.i420, picture.size, for: .unpacked)
            try unsafe picture.scale(into: planes, .box)
            return unsafe planes
        default: return unsafe picture
        }
    }

    /// Finds room for a picture of the target's size: in the target itself as far as it has planes for it.
    ///
    /// - Parameters:
    ///   - format: The picture's format.
    ///   - target: The target.
    ///   - canMix: True where the chroma may get another share of the pixels on the way.
    /// - Returns: The picture, of which nothing is written.
    private func room(_ format: PixelFormat, in target: Planes, canMix: Bool) -> Planes {
        let wanted = unsafe target.format
        if format == wanted || canMix && format.isPlanar && wanted.isPlanar { return unsafe target }
        if format.isWord, wanted.isWord, format.isRedFirst == wanted.isRedFirst, !format.hasFiller {
            return unsafe target
        }
        if wanted == .nv12, format == .i420 || canMix && format.isPlanar {
            var planes = unsafe scratch.picture(.i420, target.size, for: .merged, hasLuma: false)
            unsafe planes.first = unsafe target.first
            return unsafe planes
        }
        return unsafe scratch.picture(format, target.size, for: .turned)
    }

    /// Gives NV12 as three planes, of which the first stays where it is.
    private func split(_ picture: Planes, for use: ConversionScratch.Use) -> Planes {
        var planes = unsafe scratch.picture(.i420, picture.size, for: use, hasLuma: false)
        unsafe planes.first = unsafe picture.first
        unsafe picture.splitChroma(planes.second, planes.third)
        return unsafe planes
    }

    // MARK: - Formats

    /// Converts a picture to one of the same size.
    private func convert(_ picture: Planes, into target: Planes) throws(FrameToolError) {
        if unsafe picture.first.start == target.first.start,
            unsafe picture.format != .i420 || target.format != .nv12
        {
            return
        }
        switch unsafe (picture.format.model, target.format.model) {
        case _ where unsafe picture.format == target.format: unsafe picture.copy(into: target)
        case (.rgb, .rgb): try unsafe picture.reorder(into: target)
        case (.rgb, _): try unsafe mix(picture, into: target)
        case (_, .grey): try unsafe picture.copyLuma(into: target.first)
        case (_, .rgb): try unsafe color(picture, into: target)
        default: try unsafe rearrange(picture, into: target)
        }
    }

    private func mix(_ picture: Planes, into target: Planes) throws(FrameToolError) {
        let (format, wanted) = unsafe (picture.format, target.format)
        let isReady =
            switch wanted.pattern {
            case .planar(1, 1), .grey: true
            case .semiPlanar: format.isWord
            default: format.isWord && !format.isRedFirst
            }
        guard !isReady else { return try unsafe picture.mix(into: target) }
        let words = unsafe scratch.picture(
            wanted.pattern == .semiPlanar ? .rgba : .bgra, picture.size, for: .converted)
        try unsafe picture.reorder(into: words)
        try unsafe words.mix(into: target)
    }

    private func color(_ picture: Planes, into target: Planes) throws(FrameToolError) {
        switch unsafe picture.format.pattern {
        case .pairs:
            let planes = unsafe scratch.picture(.i422, picture.size, for: .converted)
            try unsafe picture.unpack(into: planes)
            try unsafe planes.color(into: target, color)
        case .planar(0, 1), .planar(2, _):
            let planes = unsafe scratch.picture(.i444, picture.size, for: .converted)
            try unsafe picture.scale(into: planes, .bilinear)
            try unsafe planes.color(into: target, color)
        case .grey where unsafe !target.format.isWord:
            let words = unsafe scratch.picture(.rgba, picture.size, for: .converted)
            try unsafe picture.color(into: words, color)
            try unsafe words.reorder(into: target)
        default: try unsafe picture.color(into: target, color)
        }
    }

    /// Brings luma and colour differences to other places.
    private func rearrange(_ picture: Planes, into target: Planes) throws(FrameToolError) {
        switch unsafe (picture.format.pattern, target.format.pattern) {
        case (.pairs, .planar(1, _)), (.pairs, .semiPlanar):
            try unsafe picture.unpack(into: target)
        case (.semiPlanar, .planar(1, 1)):
            try unsafe picture.copyLuma(into: target.first)
            unsafe picture.splitChroma(target.second, target.third)
        case (.planar(1, 1), .semiPlanar):
            try unsafe picture.copyLuma(into: target.first)
            unsafe picture.mergeChroma(into: target.second)
        case (.planar(1, _), .pairs): try unsafe picture.pack(into: target)
        case (.grey, .pairs):
            var planes = unsafe scratch.picture(.i422, picture.size, for: .converted, hasLuma: false)
            unsafe planes.first = unsafe picture.first
            unsafe planes.clearChroma()
            try unsafe planes.pack(into: target)
        case (.grey, _):
            try unsafe picture.copyLuma(into: target.first)
            unsafe target.clearChroma()
        case (.semiPlanar, _): try unsafe convert(split(picture, for: .converted), into: target)
        case (.pairs, _):
            let planes = unsafe scratch.picture(.i422, picture.size, for: .converted)
            try unsafe picture.unpack(into: planes)
            try unsafe convert(planes, into: target)
        case (_, .pairs):
            let planes = unsafe scratch.picture(.i422, picture.size, for: .converted)
            try unsafe picture.scale(into: planes, .box)
            try unsafe planes.pack(into: target)
        case (_, .semiPlanar):
            let planes = unsafe room(.i420, in: target, canMix: true)
            try unsafe picture.scale(into: planes, .box)
            unsafe planes.mergeChroma(into: target.second)
        default: try unsafe picture.scale(into: target, .box)
        }
    }
}

extension PixelSize {
    /// The size with width and height exchanged.
    var turned: PixelSize { PixelSize(width: height, height: width) }
}
