internal import CTurboJPEG
internal import Frames

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
        let (columnCount, rowCount) = unsafe (columns / first.h_samp_factor, rows / first.v_samp_factor)
        // No format has planes of 4:1:0: its rows of colour differences are written twice.
        let isRepeated = (columnCount, rowCount) == (4, 2)
        let format = PixelFormat.planar(
            columnShift: columnCount.trailingZeroBitCount,
            rowShift: isRepeated ? 0 : rowCount.trailingZeroBitCount)
        guard let format, columnCount.nonzeroBitCount == 1, rowCount.nonzeroBitCount == 1 else { return nil }
        self = format
    }

    /// TurboJPEG's name for the planes; nil for formats that are no JPEG's planes.
    var subsampling: Int32? {
        Self.subsamplings[self].map { Int32($0.rawValue) }
    }

    private static let subsamplings: [PixelFormat: TJSAMP] = [
        .i420: TJSAMP_420, .i422: TJSAMP_422, .i444: TJSAMP_444, .i440: TJSAMP_440, .i411: TJSAMP_411,
        .grey: TJSAMP_GRAY,
    ]

    /// The size that TurboJPEG reads and writes: it wants whole groups of pixels, so odd sizes grow.
    func wholeGroups(_ size: PixelSize) -> PixelSize {
        let (columns, rows) = planes.reduce((1, 1)) { (max($0.0, $1.columns), max($0.1, $1.rows)) }
        return PixelSize(
            width: (size.width + columns - 1) / columns * columns,
            height: (size.height + rows - 1) / rows * rows)
    }
}
