internal import CTurboJPEG

extension PixelFormat {
    /// Finds the planes of a JPEG by its subsampling; nil for one that TurboJPEG does not know.
    init?(subsampling: Int32) {
        switch TJSAMP(rawValue: .init(truncatingIfNeeded: subsampling)) {
        case TJSAMP_420: self = .i420
        case TJSAMP_422: self = .i422
        case TJSAMP_444: self = .i444
        case TJSAMP_440: self = .i440
        case TJSAMP_411: self = .i411
        case TJSAMP_GRAY: self = .grey
        default: return nil
        }
    }

    /// TurboJPEG's name for the planes; nil for formats that are no JPEG's planes.
    var subsampling: Int32? {
        switch self {
        case .i420: Int32(TJSAMP_420.rawValue)
        case .i422: Int32(TJSAMP_422.rawValue)
        case .i444: Int32(TJSAMP_444.rawValue)
        case .i440: Int32(TJSAMP_440.rawValue)
        case .i411: Int32(TJSAMP_411.rawValue)
        case .grey: Int32(TJSAMP_GRAY.rawValue)
        case .nv12, .yuyv, .uyvy, .bgra, .bgrx, .rgba, .rgb24, .mjpeg: nil
        }
    }

    /// The size that TurboJPEG reads and writes: it wants whole groups of pixels, so odd sizes grow.
    func wholeGroups(_ size: PixelSize) -> PixelSize {
        let columns = planes.reduce(1) { max($0, $1.columns) }
        let rows = planes.reduce(1) { max($0, $1.rows) }
        return PixelSize(
            width: (size.width + columns - 1) / columns * columns,
            height: (size.height + rows - 1) / rows * rows)
    }
}

/// Memory for the planes of a picture whose size TurboJPEG does not take as it is.
@safe final class JPEGScratch {
    let layout: FrameLayout
    let bytes: UnsafeMutableRawBufferPointer

    init(format: PixelFormat, size: PixelSize) {
        layout = FrameLayout(format: format, size: format.wholeGroups(size))
        unsafe bytes = .allocate(byteCount: layout.byteCount(), alignment: 16)
    }

    deinit { unsafe bytes.deallocate() }
}
