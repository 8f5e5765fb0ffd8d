internal import CPNG
internal import Glibc
internal import LinuxIO

/// PNG by libpng, of 8 bits by its simplified interface.
enum PNGCoding {
    private static let layout = UInt32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA)
    /// The limit to the cost of a decompression bomb: 1 GiB of pixels.
    private static let pixelLimit = 1 << 28

    static func size(_ bytes: [UInt8], _ path: String) throws(PictureFileError) -> (width: Int, height: Int) {
        var image = unsafe empty()
        defer { unsafe png_image_free(&image) }
        let begun = unsafe bytes.withUnsafeBytes { source in
            unsafe png_image_begin_read_from_memory(&image, source.baseAddress, source.count)
        }
        guard begun != 0 else { throw PictureFileError(path, unsafe "is damaged: \(message(image))") }
        return unsafe (Int(image.width), Int(image.height))
    }

    static func decode(_ bytes: [UInt8], _ path: String) throws(PictureFileError) -> PictureFile {
        let (width, height) = try size(bytes, path)
        guard width > 0, height > 0, width <= pixelLimit / height else {
            throw PictureFileError(path, "is too large: \(width)×\(height) pixels")
        }
        var pixels = [UInt8](repeating: 0, count: width * height * 4)
        var image = unsafe empty()
        defer { unsafe png_image_free(&image) }
        let finished = unsafe bytes.withUnsafeBytes { source in
            guard unsafe png_image_begin_read_from_memory(&image, source.baseAddress, source.count) != 0
            else { return Int32(0) }
            unsafe image.format = layout
            // Else 16 bits without a chunk about their curve would be linear light.
            unsafe image.flags |= UInt32(PNG_IMAGE_FLAG_16BIT_sRGB)
            return unsafe pixels.withUnsafeMutableBytes { target in
                unsafe png_image_finish_read(&image, nil, target.baseAddress, Int32(width * 4), nil)
            }
        }
        guard finished != 0 else { throw PictureFileError(path, unsafe "is damaged: \(message(image))") }
        return PictureFile(width: width, height: height, bytes: pixels)
    }

    static func encode(_ picture: PictureFile, _ path: String) throws(PictureFileError) -> [UInt8] {
        var encoded =
            if let words = picture.words {
                try encode(words, picture, path)
            } else {
                try encode(bytesOf: picture, path)
            }
        // Behind the signature and the header of the picture, which have these lengths.
        encoded.insert(contentsOf: colors, at: 8 + 25)
        return encoded
    }

    private static func encode(
        _ words: [UInt16], _ picture: PictureFile, _ path: String
    ) throws(PictureFileError) -> [UInt8] {
        var target = unsafe png_growing()
        defer { unsafe free(target.bytes) }
        let (width, height) = (UInt32(picture.width), UInt32(picture.height))
        let isWritten = unsafe words.withUnsafeBufferPointer { words in
            unsafe words.baseAddress.map { unsafe png_write_words($0, width, height, &target) } ?? false
        }
        guard isWritten else {
            throw PictureFileError(
                path, "cannot be made: it is too large for PNG, or for the memory that is left")
        }
        return unsafe Array(UnsafeBufferPointer(start: target.bytes, count: target.count))
    }

    private static func encode(
        bytesOf picture: PictureFile, _ path: String
    ) throws(PictureFileError) -> [UInt8] {
        var image = unsafe empty()
        unsafe image.width = UInt32(picture.width)
        unsafe image.height = UInt32(picture.height)
        unsafe image.format = layout
        defer { unsafe png_image_free(&image) }
        var count = picture.bytes.count + picture.height * 16 + 65536
        var encoded = [UInt8](repeating: 0, count: count)
        let written = unsafe picture.bytes.withUnsafeBytes { source in
            unsafe encoded.withUnsafeMutableBytes { target in
                unsafe png_image_write_to_memory(
                    &image, target.baseAddress, &count, 0, source.baseAddress, Int32(picture.width * 4), nil)
            }
        }
        guard written != 0 else { throw PictureFileError(path, unsafe "cannot be made: \(message(image))") }
        encoded.removeLast(encoded.count - count)
        return encoded
    }

    /// The chunk that says once more what libpng's sRGB chunk says, by the numbers of ITU-T H.273: primaries, transfer, no matrix, full range.
    private static let colors: [UInt8] =
        [0, 0, 0, 4] + Array("cICP".utf8) + [1, 13, 0, 1, 0x9c, 0x69, 0x3b, 0x32]

    private static func empty() -> png_image {
        var image = unsafe png_image()
        unsafe image.version = UInt32(PNG_IMAGE_VERSION)
        return unsafe image
    }

    private static func message(_ image: png_image) -> String {
        unsafe withUnsafeBytes(of: image.message) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self).withoutControls
        }
    }
}
