internal import CPNG
package import Foundation

/// A picture file that could not be read or written.
package struct ImageFileError: Error, CustomStringConvertible {
    /// The fault with the name of the file.
    package let description: String
}

extension Image {
    /// Reads a binary PPM with 8 bits per channel, as `grim -t ppm` writes it.
    package init(ppm data: Data) throws {
        let bytes = [UInt8](data)
        var place = 0
        var fields: [String] = []
        while fields.count < 4, place < bytes.count {
            let end = bytes[place...].firstIndex { $0 <= 32 } ?? bytes.count
            if end > place { fields.append(String(decoding: bytes[place..<end], as: UTF8.self)) }
            place = end + 1
        }
        guard fields.count == 4, fields[0] == "P6", fields[3] == "255", let width = Int(fields[1]),
            let height = Int(fields[2]), bytes.count == place + 3 * width * height
        else {
            throw ImageFileError(description: "not a binary PPM of 8 bits: \(bytes.count) bytes, \(fields)")
        }
        self.init(width: width, height: height, pixels: Array(bytes[place...]))
    }

    /// Reads a PNG (`png_image_finish_read`); transparency is put on black.
    package init(png path: String) throws {
        var header = png_image()
        header.version = png_uint_32(PNG_IMAGE_VERSION)
        defer { png_image_free(&header) }
        guard png_image_begin_read_from_file(&header, path) != 0 else { throw Self.failure(header, path) }
        header.format = png_uint_32(PNG_FORMAT_FLAG_COLOR)
        var pixels = [UInt8](repeating: 0, count: 3 * Int(header.width) * Int(header.height))
        var background = png_color()
        guard png_image_finish_read(&header, &background, &pixels, 0, nil) != 0 else {
            throw Self.failure(header, path)
        }
        self.init(width: Int(header.width), height: Int(header.height), pixels: pixels)
    }

    /// Writes a PNG (`png_image_write_to_file`).
    package func write(png path: String) throws {
        var header = png_image()
        header.version = png_uint_32(PNG_IMAGE_VERSION)
        header.width = png_uint_32(width)
        header.height = png_uint_32(height)
        header.format = png_uint_32(PNG_FORMAT_FLAG_COLOR)
        guard png_image_write_to_file(&header, path, 0, pixels, 0, nil) != 0 else {
            throw Self.failure(header, path)
        }
    }

    private static func failure(_ header: png_image, _ path: String) -> ImageFileError {
        let message = withUnsafeBytes(of: header.message) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        return ImageFileError(description: "\(path): \(message)")
    }
}
