internal import CYUV
internal import Frames

/// Conversions from luma and colour differences to red, green and blue.
extension Planes {
    /// Makes red, green and blue.
    ///
    /// - Parameters:
    ///   - target: A picture of red, green and blue, of the same size; of grey ones four bytes for a pixel.
    ///   - color: The meaning of this picture's numbers.
    /// - Throws: ``FrameToolError/library(_:)``.
    func color(into target: Planes, _ color: ColorDescription) throws(FrameToolError) {
        let isRedFirst = unsafe target.format.isRedFirst
        let factors = ColorFactors.of(color)
        // Where red comes first, libyuv takes Cr for Cb, and factors that are exchanged, too.
        let table = unsafe isRedFirst ? factors.redFirst : factors.blueFirst
        let (second, third) = unsafe isRedFirst ? (third, self.second) : (self.second, third)
        let into = unsafe target.first
        let isWord = unsafe target.format.isWord
        let done: Int32
        switch unsafe format.pattern {
        case .grey:
            done = unsafe I400ToARGBMatrix(
                first.start, first.stride, into.start, into.stride, factors.blueFirst, width, height)
        case .semiPlanar:
            let convert =
                switch (isWord, isRedFirst) {
                case (true, false): unsafe NV12ToARGBMatrix
                case (true, true): unsafe NV21ToARGBMatrix
                case (false, false): unsafe NV12ToRGB24Matrix
                case (false, true): unsafe NV21ToRGB24Matrix
                }
            done = unsafe convert(
                first.start, first.stride, self.second.start, self.second.stride, into.start, into.stride,
                table, width, height)
        default:
            let convert =
                switch unsafe (format.pattern, isWord) {
                case (.planar(1, 1), true): unsafe I420ToARGBMatrix
                case (.planar(1, 1), false): unsafe I420ToRGB24Matrix
                case (.planar(1, 0), true): unsafe I422ToARGBMatrix
                case (.planar(1, 0), false): unsafe I422ToRGB24Matrix
                case (_, true): unsafe I444ToARGBMatrix
                case (_, false): unsafe I444ToRGB24Matrix
                }
            done = unsafe convert(
                first.start, first.stride, second.start, second.stride, third.start, third.stride,
                into.start, into.stride, table, width, height)
        }
        try check(done, "ARGBMatrix")
    }
}

/// Conversions from red, green and blue.
extension Planes {
    /// Makes luma and colour differences of BT.601, of limited range, or grey of full range.
    ///
    /// - Parameter target: A picture of the same size. 4:2:2 and 4:4:4 are made of four bytes alone whose first is blue, NV12 of four bytes.
    /// - Throws: ``FrameToolError/library(_:)``.
    func mix(into target: Planes) throws(FrameToolError) {
        let (from, luma, second, third) = unsafe (first, target.first, target.second, target.third)
        let isRedFirst = unsafe format.isRedFirst
        let done: Int32
        switch unsafe target.format.pattern {
        case .planar(let columnShift, let rowShift):
            let mix =
                switch unsafe (columnShift, rowShift, format.isWord, isRedFirst) {
                case (1, 0, _, _): unsafe ARGBToI422
                case (0, 0, _, _): unsafe ARGBToI444
                case (_, _, false, _): unsafe RAWToI420
                case (_, _, true, true): unsafe ABGRToI420
                case (_, _, true, false): unsafe ARGBToI420
                }
            done = unsafe mix(
                from.start, from.stride, luma.start, luma.stride, second.start, second.stride,
                third.start, third.stride, width, height)
        case .semiPlanar:
            let mix = unsafe isRedFirst ? ABGRToNV12 : ARGBToNV12
            done = unsafe mix(
                from.start, from.stride, luma.start, luma.stride, second.start, second.stride, width, height)
        case .pairs:
            done = unsafe ARGBToYUY2(from.start, from.stride, luma.start, luma.stride, width, height)
        default:
            let mix =
                switch unsafe (format.isWord, isRedFirst) {
                case (false, _): unsafe RAWToJ400
                case (true, true): unsafe ABGRToJ400
                case (true, false): unsafe ARGBToJ400
                }
            done = unsafe mix(from.start, from.stride, luma.start, luma.stride, width, height)
        }
        try check(done, "ARGBToI420")
    }

    /// Brings red, green and blue into another order, with another number of bytes.
    ///
    /// What has no opacity becomes opaque.
    ///
    /// - Parameter target: A picture of the same size.
    /// - Throws: ``FrameToolError/library(_:)``.
    func reorder(into target: Planes) throws(FrameToolError) {
        let (from, into) = unsafe (first, target.first)
        let isSameOrder = unsafe format.isRedFirst == target.format.isRedFirst
        let reorder =
            switch unsafe (format.isWord, target.format.isWord, isSameOrder) {
            case (true, true, true): unsafe ARGBCopy
            case (true, true, false): unsafe ARGBToABGR
            case (true, false, true): unsafe ARGBToRGB24
            case (true, false, false): unsafe ARGBToRAW
            case (false, true, true): unsafe RGB24ToARGB
            default: unsafe RAWToARGB
            }
        try check(
            unsafe reorder(from.start, from.stride, into.start, into.stride, width, height), "ARGBCopy")
        if unsafe format.hasFiller, unsafe target.format.isWord {
            try unsafe target.apply(ColorTables.opaque)
        }
    }

    /// Spreads 16…235 over 0…255, in place.
    func expand() throws(FrameToolError) { try unsafe apply(ColorTables.expanding) }

    private func apply(_ table: [UInt8]) throws(FrameToolError) {
        try check(
            unsafe ARGBColorTable(first.start, first.stride, table, 0, 0, width, height), "ARGBColorTable")
    }
}

/// Tables of new numbers for each of a pixel's four bytes.
private enum ColorTables {
    static let opaque = (0..<256).flatMap { (code: Int) -> [UInt8] in
        [UInt8(code), UInt8(code), UInt8(code), 255]
    }
    static let expanding = (0..<256).flatMap { (code: Int) -> [UInt8] in
        let full = UInt8(min(255, max(0, (Double(code - 16) * 255 / 219).rounded())))
        return [full, full, full, UInt8(code)]
    }
}
