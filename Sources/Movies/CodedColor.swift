internal import CGStreamer

/// The meaning of codes as colours, by the numbers of ITU-T H.273, as a movie's bytes tell it: what GStreamer passes on only in part.
struct CodedColor: Equatable {
    /// True when black and white are the ends of the codes; nil where it is not told.
    var isFull: Bool?
    /// The mixture of red, green and blue; 2 where it is not told.
    var matrix = 2
    /// The curve; 2 where it is not told.
    var transfer = 2
    /// The primaries; 2 where they are not told.
    var primaries = 2

    /// The told facts in GStreamer's words.
    var gstreamer: GstVideoColorimetry {
        let range = isFull.map { $0 ? GST_VIDEO_COLOR_RANGE_0_255 : GST_VIDEO_COLOR_RANGE_16_235 }
        return GstVideoColorimetry(
            range: range ?? GST_VIDEO_COLOR_RANGE_UNKNOWN,
            matrix: gst_video_color_matrix_from_iso(UInt32(matrix)),
            transfer: gst_video_transfer_function_from_iso(UInt32(transfer)),
            primaries: gst_video_color_primaries_from_iso(UInt32(primaries)))
    }
}

extension CodedColor {
    /// Reads the header of a key picture of VP9 (VP9 Bitstream Specification 0.6, 6.2); nil for any other.
    init?(vp9 bytes: [UInt8]) {
        var reader = BitReader(bytes[...])
        guard reader.number(2) == 2 else { return nil }
        let profile = reader.number(1) | reader.number(1) << 1
        if profile == 3 { _ = reader.flag() }
        let (isShownAgain, isNoKey) = (reader.flag(), reader.flag())
        _ = reader.number(2)
        guard !isShownAgain, !isNoKey, reader.number(24) == 0x498342 else { return nil }
        if profile >= 2 { _ = reader.flag() }
        let space = reader.number(3)
        matrix = [2, 6, 1, 6, 7, 9, 2, 0][space]
        isFull = space == 7 || reader.flag()
        if reader.isOver { return nil }
    }

    /// Reads the first sequence header of AV1's units (AV1 Bitstream & Decoding Process Specification, 5.3 to 5.5); nil where there is none.
    init?(av1 bytes: [UInt8]) {
        var rest = bytes[...]
        while true {
            var reader = BitReader(rest)
            _ = reader.flag()
            let kind = reader.number(4)
            let (isExtended, hasSize) = (reader.flag(), reader.flag())
            _ = reader.number(isExtended ? 9 : 1)
            let size = hasSize ? reader.groupedNumber() : reader.rest.count
            guard !reader.isOver else { return nil }
            let content = reader.rest
            if kind == 1 {
                guard let color = CodedColor(sequence: BitReader(content.prefix(size))) else { return nil }
                self = color
                return
            }
            rest = content.dropFirst(size)
        }
    }

    private init?(sequence: BitReader) {
        var reader = sequence
        let profile = reader.number(3)
        _ = reader.flag()
        let isReduced = reader.flag()
        if isReduced { _ = reader.number(5) } else { reader.skipOperatingPoints() }
        let (width, height) = (reader.number(4), reader.number(4))
        _ = reader.number(width + 1)
        _ = reader.number(height + 1)
        if !isReduced, reader.flag() { _ = reader.number(7) }
        _ = reader.number(3)
        if !isReduced {
            _ = reader.number(4)
            let hasOrder = reader.flag()
            if hasOrder { _ = reader.number(2) }
            // Each of the two is chosen with the pictures, or told here.
            if reader.flag() || reader.flag(), !reader.flag() { _ = reader.flag() }
            if hasOrder { _ = reader.number(3) }
        }
        _ = reader.number(3)
        if reader.flag(), profile == 2 { _ = reader.flag() }
        let isGrey = profile != 1 && reader.flag()
        if reader.flag() {
            (primaries, transfer, matrix) = (reader.number(8), reader.number(8), reader.number(8))
        }
        let isSRGB = (primaries, transfer, matrix) == (1, 13, 0)
        isFull = !isGrey && isSRGB || reader.flag()
        if reader.isOver { return nil }
    }
}

/// A reader of numbers of some bits, the highest first; behind the end there are zeros.
private struct BitReader {
    private let bytes: ArraySlice<UInt8>
    private var place = 0

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    /// True once a number was asked for that is not there as a whole.
    var isOver: Bool { place > 8 * bytes.count }
    /// The bytes behind those of which something was read.
    var rest: ArraySlice<UInt8> { bytes.dropFirst((place + 7) / 8) }

    mutating func flag() -> Bool { number(1) == 1 }

    mutating func number(_ count: Int) -> Int {
        var number = 0
        for _ in 0..<count {
            let byte = place / 8 < bytes.count ? bytes[bytes.startIndex + place / 8] : 0
            number = number << 1 | Int(byte >> (7 - place % 8) & 1)
            place += 1
        }
        return number
    }

    /// A number of at most eight groups of seven bits, the lowest first.
    mutating func groupedNumber() -> Int {
        var number = 0
        for group in 0..<8 {
            let goesOn = flag()
            number |= self.number(7) << (7 * group)
            if !goesOn { break }
        }
        return number
    }

    /// Passes over the times and the operating points of AV1's sequence header.
    mutating func skipOperatingPoints() {
        var delayBits: Int?
        if flag() {
            _ = number(64)
            if flag() {
                // A number that has as many bits as there are zeros before it, and one more.
                var zeros = 0
                while !isOver, zeros < 32, !flag() { zeros += 1 }
                _ = number(zeros % 32)
            }
            if flag() {
                delayBits = number(5) + 1
                _ = number(42)
            }
        }
        let hasDisplayDelay = flag()
        for _ in 0...number(5) {
            _ = number(12)
            if number(5) > 7 { _ = flag() }
            if let delayBits, flag() { _ = number(2 * delayBits + 1) }
            if hasDisplayDelay, flag() { _ = number(4) }
        }
    }
}

/// Hears the bytes of pictures on their way to a decoder; called on the pipeline's threads.
func codeCame(
    _ pad: UnsafeMutablePointer<GstPad>?, _ info: UnsafeMutablePointer<GstPadProbeInfo>?,
    _ decoder: UnsafeMutableRawPointer?
) -> GstPadProbeReturn {
    guard let pad = unsafe pad, let info = unsafe info, let buffer = unsafe gst_movie_heard(info) else {
        return GST_PAD_PROBE_OK
    }
    let codec = unsafe String(cString: gst_movie_codec(pad))
    guard codec == "video/x-vp9" || codec == "video/x-av1" else { return GST_PAD_PROBE_OK }
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 256) { bytes, filled in
        filled = Int(unsafe gst_buffer_extract(buffer, 0, bytes.baseAddress, 256))
    }
    if let color = codec == "video/x-vp9" ? CodedColor(vp9: bytes) : CodedColor(av1: bytes) {
        var colors = color.gstreamer
        unsafe gst_movie_tell_colors(decoder, &colors)
    }
    return GST_PAD_PROBE_OK
}
