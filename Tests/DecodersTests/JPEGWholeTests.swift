import CTurboJPEG
import Decoders
import Frames
import TestSupport
import Testing

/// A picture of one kind as libjpeg writes it.
struct MadeJPEG: CustomTestStringConvertible, Sendable {
    let name: String
    let isProgressive: Bool
    let restarts: UInt32
    /// True where each component has a scan of its own.
    let isApart: Bool

    var testDescription: String { name }

    static let all = [
        MadeJPEG(name: "baseline", isProgressive: false, restarts: 0, isApart: false),
        MadeJPEG(name: "restarts", isProgressive: false, restarts: 4, isApart: false),
        MadeJPEG(name: "scans", isProgressive: false, restarts: 0, isApart: true),
        MadeJPEG(name: "progressive", isProgressive: true, restarts: 0, isApart: false),
    ]

    func bytes(seed: UInt8 = 0) -> [UInt8] {
        var info = jpeg_compress_struct()
        var errors = jpeg_error_mgr()
        unsafe info.err = unsafe jpeg_std_error(&errors)
        unsafe jpeg_CreateCompress(&info, JPEG_LIB_VERSION, MemoryLayout<jpeg_compress_struct>.size)
        var start: UnsafeMutablePointer<UInt8>?
        var count = UInt(0)
        unsafe jpeg_mem_dest(&info, &start, &count)
        unsafe (info.image_width, info.image_height, info.input_components) = (64, 48, 3)
        unsafe info.in_color_space = JCS_RGB
        unsafe jpeg_set_defaults(&info)
        unsafe info.restart_interval = restarts
        if isProgressive { unsafe jpeg_simple_progression(&info) }
        var scans = (Int32(0)..<3).map { part in
            var scan = jpeg_scan_info()
            (scan.comps_in_scan, scan.component_index.0, scan.Se) = (1, part, 63)
            return scan
        }
        unsafe scans.withUnsafeMutableBufferPointer { scans in
            if isApart {
                unsafe info.scan_info = UnsafePointer(scans.baseAddress)
                unsafe info.num_scans = 3
            }
            unsafe jpeg_start_compress(&info, 1)
            for y in 0..<48 {
                var row = (0..<64 * 3).map { UInt8(truncatingIfNeeded: $0 * $0 * 7 + y * 41 + Int(seed)) }
                unsafe row.withUnsafeMutableBufferPointer { row in
                    var start = row.baseAddress
                    _ = unsafe jpeg_write_scanlines(&info, &start, 1)
                }
            }
            unsafe jpeg_finish_compress(&info)
        }
        unsafe jpeg_destroy_compress(&info)
        defer { unsafe free(start) }
        return unsafe Array(UnsafeBufferPointer(start: start, count: Int(count)))
    }
}

/// Decodes a picture of 64×48.
private func planes(_ jpeg: [UInt8]) throws -> [UInt8] {
    let decoder = try JPEGDecoder()
    let layout = try jpeg.withUnsafeBytes { try unsafe decoder.read($0) }
    var planes = [UInt8](repeating: 3, count: layout.byteCount())
    try planes.withUnsafeMutableBytes { bytes in
        try unsafe decoder.decode(into: bytes, at: layout.planes)
    }
    return planes
}

/// The planes as TurboJPEG decodes them.
private func planesByTurboJPEG(_ jpeg: [UInt8]) -> [UInt8] {
    let handle = unsafe tjInitDecompress()
    defer { unsafe tjDestroy(handle) }
    var planes = [UInt8](repeating: 5, count: 64 * 48 * 3 / 2)
    let failed = unsafe tjDecompressToYUV2(
        handle, jpeg, UInt(jpeg.count), &planes, 64, 1, 48, TJFLAG_ACCURATEDCT)
    #expect(failed == 0)
    return planes
}

/// Puts bytes that belong to nothing between the first two segments, of which the library warns.
private func warned(_ jpeg: [UInt8]) -> [UInt8] {
    let end = 4 + (Int(jpeg[4]) << 8 | Int(jpeg[5]))
    return jpeg[..<end] + [1, 2, 3] + jpeg[end...]
}

@Suite("A JPEG picture is whole when its decoder came to its end")
struct JPEGWholeTests {
    @Test(arguments: MadeJPEG.all) func itsPlanesAreThoseOfTurboJPEG(_ kind: MadeJPEG) throws {
        let jpeg = kind.bytes()
        #expect(try planes(jpeg) == planesByTurboJPEG(jpeg))
    }

    @Test(arguments: MadeJPEG.all) func oneWithHarmlessFaultsIsShown(_ kind: MadeJPEG) throws {
        let jpeg = kind.bytes()
        let whole = try planes(jpeg)
        #expect(try planes(warned(jpeg)) == whole)
        #expect(try planes(jpeg.dropLast(2) + [7, 7, 7] + [0xff, 0xd9]) == whole)
    }

    @Test(arguments: MadeJPEG.all) func oneThatIsCutIsRefusedWhateverWasWarnedOf(_ kind: MadeJPEG) throws {
        let (jpeg, next) = (kind.bytes(), kind.bytes(seed: 90))
        let whole = try planes(jpeg)
        let scans = jpeg.indices.filter { jpeg[$0] == 0xff && jpeg[min($0 + 1, jpeg.count - 1)] == 0xda }
        for length in Array(stride(from: try #require(scans.first), to: jpeg.count - 2, by: 17)) + scans {
            let cut = Array(jpeg[..<length])
            for end in [[], [0xff, 0xd9], next] {
                for bytes in [cut + end, warned(cut + end)] {
                    let isWhole = (try? planes(bytes)).map { $0 == whole }
                    #expect(
                        isWhole != false,
                        "cut at \(length) of \(jpeg.count), scans at \(scans), then \(end.count)")
                }
            }
        }
    }

    @Test func scansThatAreMissingAreMissed() throws {
        let jpeg = MadeJPEG.all[2].bytes()
        let scans = jpeg.indices.dropLast().filter { jpeg[$0] == 0xff && jpeg[$0 + 1] == 0xda }
        #expect(scans.count == 3)
        #expect(throws: CodecError.truncated) { try planes(jpeg[..<scans[2]] + [0xff, 0xd9]) }
    }

    @Test func scansWithoutEndAreRefusedAfterAWarning() throws {
        let many = progressiveJPEG(scans: 600)
        let table = 4 + (Int(many[4]) << 8 | Int(many[5]))
        #expect(throws: CodecError.corrupt("more than 500 scans")) {
            try planes(many[..<table] + [1, 2, 3] + many[table...])
        }
    }
}
