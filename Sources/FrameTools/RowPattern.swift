internal import Frames

/// The pattern of a format's row, by which libyuv's functions are chosen; all samples are bytes.
enum RowPattern: Equatable {
    /// Luma alone.
    case grey
    /// Luma, Cb and Cr in planes of their own, with the shifts of chroma.
    case planar(Int, Int)
    /// Luma, and Cb and Cr together at half width and half height.
    case semiPlanar
    /// Two pixels in four bytes.
    case pairs(isLumaFirst: Bool)
    /// Red, green and blue in four bytes, or in three.
    case color(isWord: Bool, isRedFirst: Bool)
    /// No pattern: the row is read sample by sample first, see ``Planes/readRow(into:_:)``.
    case other
}

extension PixelFormat {
    /// The pattern of the row.
    var pattern: RowPattern {
        guard let samples, samples.channels.allSatisfy({ $0.word == 8 && $0.bits == 8 }) else {
            return .other
        }
        let (channels, shifts) = (samples.channels, samples.chromaShifts)
        let (first, last) = (channels[0], channels[channels.count - 1])
        switch (model, planes.count, planes[0].bytes) {
        case (.grey, 1, 1): return .grey
        case (.yCbCr, 3, 1) where planes[1].bytes == 1 && channels[1].plane == 1:
            return .planar(shifts.columns, shifts.rows)
        case (.yCbCr, 2, 1) where shifts == (1, 1) && channels[1].offset < last.offset: return .semiPlanar
        case (.yCbCr, 1, 4) where shifts == (1, 0) && channels[1].offset < last.offset:
            return .pairs(isLumaFirst: first.offset == 0)
        case (.rgb, 1, 3...4) where channels[1].offset == 8 && first.offset + channels[2].offset == 16:
            let (isWord, isRedFirst) = (planes[0].bytes == 4, first.offset == 0)
            return isWord || isRedFirst ? .color(isWord: isWord, isRedFirst: isRedFirst) : .other
        default: return .other
        }
    }

    /// True when luma, Cb and Cr lie in planes of their own.
    var isPlanar: Bool { if case .planar = pattern { true } else { false } }

    /// True when a pixel is four bytes of colour.
    var isWord: Bool { if case .color(isWord: true, _) = pattern { true } else { false } }

    /// True when red comes first.
    var isRedFirst: Bool { model == .rgb && samples?.channels[0].offset == 0 }

    /// True when the fourth byte of a pixel means nothing.
    var hasFiller: Bool { isWord && samples?.channels.count == 3 }

    /// The format of bytes into which a row without a pattern is read.
    var inBytes: PixelFormat {
        guard let shifts = samples?.chromaShifts, model == .yCbCr else {
            return model == .grey ? .grey : .rgba
        }
        return .planar(columnShift: shifts.columns, rowShift: shifts.rows) ?? .i444
    }
}
