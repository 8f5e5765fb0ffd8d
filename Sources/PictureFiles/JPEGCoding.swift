internal import CTurboJPEG

/// JPEG by TurboJPEG, from and to red, green, blue and alpha.
enum JPEGCoding {
    private static let pixelLimit = 1 << 28

    static func size(_ bytes: [UInt8], _ path: String) throws(PictureFileError) -> (width: Int, height: Int) {
        guard let handle = unsafe tjInitDecompress() else {
            throw PictureFileError(path, "no memory is left")
        }
        defer { unsafe tjDestroy(handle) }
        return try unsafe size(bytes, path, handle)
    }

    static func decode(_ bytes: [UInt8], _ path: String) throws(PictureFileError) -> PictureFile {
        guard let handle = unsafe tjInitDecompress() else {
            throw PictureFileError(path, "no memory is left")
        }
        defer { unsafe tjDestroy(handle) }
        let (width, height) = try unsafe size(bytes, path, handle)
        guard width > 0, height > 0 else {
            throw PictureFileError(path, "is damaged: there is no picture in it")
        }
        guard width <= pixelLimit / height else {
            throw PictureFileError(path, "is damaged: a picture of \(width)×\(height) pixels is too large")
        }
        var pixels = [UInt8](repeating: 255, count: width * height * 4)
        let result = unsafe tjDecompress2(
            handle, bytes, UInt(bytes.count), &pixels, Int32(width), 0, Int32(height),
            Int32(TJPF_RGBA.rawValue),
            // A progressive picture may have scans without end.
            TJFLAG_ACCURATEDCT | TJFLAG_LIMITSCANS)
        // A warning leaves a picture that is whole enough to be shown, as other programs do.
        guard unsafe result == 0 || tjGetErrorCode(handle) == TJERR_WARNING.rawValue else {
            throw PictureFileError(path, unsafe "is damaged: \(String(cString: tjGetErrorStr2(handle)))")
        }
        return PictureFile(width: width, height: height, bytes: pixels)
    }

    /// Reads the size in a file's header.
    private static func size(
        _ bytes: [UInt8], _ path: String, _ handle: tjhandle
    ) throws(PictureFileError) -> (width: Int, height: Int) {
        var (width, height, subsampling, space) = (Int32(0), Int32(0), Int32(0), Int32(0))
        let failed = unsafe tjDecompressHeader3(
            handle, bytes, UInt(bytes.count), &width, &height, &subsampling, &space)
        guard failed == 0 else {
            let words = unsafe String(cString: tjGetErrorStr2(handle))
            throw PictureFileError(
                path,
                words.contains("subsampling")
                    ? "has an unusual subsampling of its colours; save it anew with 4:2:0"
                    : "is damaged: \(words)")
        }
        guard space != Int32(TJCS_CMYK.rawValue), space != Int32(TJCS_YCCK.rawValue) else {
            throw PictureFileError(path, "has the colours of a printer (CMYK); save it anew with RGB")
        }
        return (Int(width), Int(height))
    }

    static func encode(
        _ picture: PictureFile, quality: Int, _ path: String
    ) throws(PictureFileError) -> [UInt8] {
        guard let handle = unsafe tjInitCompress() else { throw PictureFileError(path, "no memory is left") }
        defer { unsafe tjDestroy(handle) }
        let (width, height) = (Int32(picture.width), Int32(picture.height))
        let source = overBlack(picture.bytes)
        var length = tjBufSize(width, height, Int32(TJSAMP_444.rawValue))
        var encoded = [UInt8](repeating: 0, count: Int(length))
        let failed = unsafe encoded.withUnsafeMutableBufferPointer { target in
            var start = target.baseAddress
            return unsafe tjCompress2(
                handle, source, width, 0, height, Int32(TJPF_RGBA.rawValue), &start, &length,
                Int32(TJSAMP_444.rawValue), Int32(max(1, min(100, quality))),
                TJFLAG_NOREALLOC | TJFLAG_ACCURATEDCT)
        }
        guard failed == 0 else {
            throw PictureFileError(
                path, unsafe "cannot be made: \(String(cString: tjGetErrorStr2(handle)))")
        }
        encoded.removeLast(encoded.count - Int(length))
        return encoded
    }

    private static func overBlack(_ bytes: [UInt8]) -> [UInt8] {
        var result = bytes
        for pixel in stride(from: 0, to: bytes.count, by: 4) where bytes[pixel + 3] < 255 {
            for channel in pixel..<pixel + 3 {
                result[channel] = UInt8((Int(bytes[channel]) * Int(bytes[pixel + 3]) + 127) / 255)
            }
        }
        return result
    }
}
