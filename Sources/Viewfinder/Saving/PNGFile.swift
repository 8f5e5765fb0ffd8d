internal import Faults
internal import Frames
internal import LinuxIO
internal import PictureFiles

/// A writer of RGBA pictures as PNG or JPEG files.
enum PNGFile {
    /// Writes a picture; the file appears whole or not at all.
    ///
    /// - Parameters:
    ///   - path: The file; replaced when it exists.
    ///   - format: The file's format.
    ///   - size: The picture's size.
    ///   - pixels: Red, green, blue, alpha bytes; rows without padding.
    /// - Throws: The reason, with the path.
    static func write(
        _ path: String, as format: PictureFile.Format = .png, size: PixelSize, pixels: [UInt8]
    ) throws(ViewfinderError) {
        let bytes = try bytes(for: path, as: format, size: size, pixels: pixels)
        do throws(SystemError) {
            try FileDraft.write(bytes, to: path)
        } catch {
            throw ViewfinderError(Fault.pictureUnwritten.message([.path: path, .reason: error.reason]))
        }
    }

    /// Makes a file's bytes.
    ///
    /// - Parameters:
    ///   - path: The file or the folder that they are for.
    ///   - format: The file's format.
    ///   - size: The picture's size.
    ///   - pixels: Red, green, blue, alpha bytes; rows without padding.
    /// - Throws: The reason, with the path.
    /// - Returns: The bytes.
    static func bytes(
        for path: String, as format: PictureFile.Format = .png, size: PixelSize, pixels: [UInt8]
    ) throws(ViewfinderError) -> [UInt8] {
        let picture = PictureFile(width: size.width, height: size.height, bytes: pixels)
        do throws(PictureFileError) {
            return try picture.encoded(as: format)
        } catch {
            throw ViewfinderError("cannot write \(path): it \(error.reason); choose a smaller picture")
        }
    }
}
