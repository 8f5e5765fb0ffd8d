internal import CPNG
internal import Frames

/// A writer of RGBA pictures as PNG files.
enum PNGFile {
    /// Writes a picture (libpng's simplified API, `png_image_write_to_file`).
    ///
    /// - Parameters:
    ///   - path: The file; replaced when it exists.
    ///   - size: The picture's size.
    ///   - pixels: Red, green, blue, alpha bytes; rows without padding.
    /// - Throws: libpng's reason, with the path.
    static func write(_ path: String, size: PixelSize, pixels: [UInt8]) throws(ViewfinderError) {
        var image = unsafe png_image()
        unsafe image.version = UInt32(PNG_IMAGE_VERSION)
        unsafe image.width = UInt32(size.width)
        unsafe image.height = UInt32(size.height)
        unsafe image.format = UInt32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA)
        defer { unsafe png_image_free(&image) }
        let written = unsafe pixels.withUnsafeBytes { bytes in
            unsafe png_image_write_to_file(&image, path, 0, bytes.baseAddress, Int32(size.width * 4), nil)
        }
        guard written != 0 else {
            let reason = unsafe withUnsafeBytes(of: image.message) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            throw ViewfinderError("cannot write \(path): \(reason); choose a folder that you may write to")
        }
    }
}
