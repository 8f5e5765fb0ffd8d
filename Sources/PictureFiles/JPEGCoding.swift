internal import CTurboJPEG

/// JPEG by libjpeg and TurboJPEG, from and to red, green, blue and alpha.
enum JPEGCoding {
    private static let pixelLimit = 1 << 28

    static func size(_ bytes: [UInt8], _ path: String) throws(PictureFileError) -> (width: Int, height: Int) {
        try unsafe read(bytes, path) { (width: $1, height: $2) }
    }

    static func decode(_ bytes: [UInt8], _ path: String) throws(PictureFileError) -> PictureFile {
        try unsafe read(bytes, path) { reader, width, height throws(PictureFileError) in
            guard width > 0, height > 0 else {
                throw PictureFileError(path, "is damaged: there is no picture in it")
            }
            guard width <= pixelLimit / height else {
                throw PictureFileError(
                    path, "is damaged: a picture of \(width)×\(height) pixels is too large")
            }
            var pixels = [UInt8](repeating: 255, count: width * height * 4)
            let result = unsafe pixels.withUnsafeMutableBufferPointer { pixels in
                var target = unsafe jpeg_plane(
                    bytes: pixels.baseAddress, stride: width * 4, width: UInt32(width), height: UInt32(height)
                )
                return unsafe jpeg_reader_decode(reader, &target, 0)
            }
            // A warning leaves a picture that is whole enough to be shown, as other programs do.
            guard result >= 0 else { throw unsafe damage(reader, path) }
            return PictureFile(width: width, height: height, bytes: pixels)
        }
    }

    /// Reads a file's header, and hands it on.
    private static func read<Result>(
        _ bytes: [UInt8], _ path: String,
        _ body: (UnsafeMutablePointer<jpeg_reader>, Int, Int) throws(PictureFileError) -> Result
    ) throws(PictureFileError) -> Result {
        guard let reader = unsafe jpeg_reader_make() else {
            throw PictureFileError(path, "no memory is left")
        }
        defer { unsafe jpeg_reader_free(reader) }
        return try unsafe bytes.withUnsafeBufferPointer { bytes throws(PictureFileError) in
            guard unsafe jpeg_reader_begin(reader, bytes.baseAddress, UInt(bytes.count)) == 0 else {
                throw unsafe damage(reader, path)
            }
            let space = unsafe reader.pointee.info.jpeg_color_space
            guard space != JCS_CMYK, space != JCS_YCCK else {
                throw PictureFileError(path, "has the colours of a printer (CMYK); save it anew with RGB")
            }
            return try unsafe body(
                reader, Int(reader.pointee.info.image_width), Int(reader.pointee.info.image_height))
        }
    }

    private static func damage(_ reader: UnsafeMutablePointer<jpeg_reader>, _ path: String)
        -> PictureFileError
    {
        let words = unsafe String(cString: jpeg_reader_words(reader))
        let isKnown = !words.hasPrefix("Unsupported")
        return PictureFileError(
            path, isKnown ? "is damaged: \(words)" : "is of a rare kind (\(words)); save it anew as PNG")
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
