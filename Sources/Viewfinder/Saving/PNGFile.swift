internal import Frames
internal import LinuxIO
internal import PictureFiles

/// A writer of RGBA pictures as PNG files.
enum PNGFile {
    /// Writes a picture; the file appears whole or not at all.
    ///
    /// - Parameters:
    ///   - path: The file; replaced when it exists.
    ///   - size: The picture's size.
    ///   - pixels: Red, green, blue, alpha bytes; rows without padding.
    /// - Throws: The reason, with the path.
    static func write(_ path: String, size: PixelSize, pixels: [UInt8]) throws(ViewfinderError) {
        let picture = PictureFile(width: size.width, height: size.height, bytes: pixels)
        let bytes: [UInt8]
        do throws(PictureFileError) {
            bytes = try picture.encoded(as: .png)
        } catch {
            throw ViewfinderError("cannot write \(path): it \(error.reason); choose a smaller picture")
        }
        do throws(SystemError) {
            try FileDraft.write(bytes, to: path)
        } catch {
            throw ViewfinderError(
                "cannot write \(path): \(error.reason); choose a folder that you may write to, with room")
        }
    }
}
