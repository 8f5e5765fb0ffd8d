internal import CTurboJPEG

extension PixelFormat {
    /// Finds the planes of a JPEG by its components; nil for those that no format has.
    init?(_ info: UnsafePointer<jpeg_decompress_struct>) {
        let (parts, columns, rows) = unsafe (
            info.pointee.comp_info, info.pointee.max_h_samp_factor, info.pointee.max_v_samp_factor
        )
        guard let parts = unsafe parts, unsafe info.pointee.num_components == 3 else {
            guard unsafe info.pointee.num_components == 1 else { return nil }
            self = .grey
            return
        }
        let (luma, first, second) = unsafe (parts[0], parts[1], parts[2])
        guard unsafe (luma.h_samp_factor, luma.v_samp_factor) == (columns, rows),
            unsafe (first.h_samp_factor, first.v_samp_factor) == (second.h_samp_factor, second.v_samp_factor)
        else { return nil }
        switch unsafe (columns / first.h_samp_factor, rows / first.v_samp_factor) {
        case (2, 2): self = .i420
        case (2, 1): self = .i422
        case (1, 1): self = .i444
        case (1, 2): self = .i440
        case (4, 1): self = .i411
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
        let (columns, rows) = group
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
