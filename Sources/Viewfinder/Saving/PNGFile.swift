internal import Faults
internal import Frames
internal import LinuxIO
internal import PictureFiles
internal import VulkanView

/// A writer of pictures as PNG or JPEG files.
enum PNGFile {
    /// Writes a picture; the file appears whole or not at all.
    ///
    /// - Parameters:
    ///   - path: The file; replaced when it exists.
    ///   - format: The file's format.
    ///   - picture: The picture.
    /// - Throws: The reason, with the path.
    static func write(
        _ path: String, as format: PictureFile.Format = .png, _ picture: PictureFile
    ) throws(ViewfinderError) {
        let bytes = try bytes(for: path, as: format, picture)
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
    ///   - picture: The picture.
    /// - Throws: The reason, with the path.
    /// - Returns: The bytes.
    static func bytes(
        for path: String, as format: PictureFile.Format = .png, _ picture: PictureFile
    ) throws(ViewfinderError) -> [UInt8] {
        do throws(PictureFileError) {
            return try picture.encoded(as: format)
        } catch {
            throw ViewfinderError("cannot write \(path): it \(error.reason); choose a smaller picture")
        }
    }
}

extension PictureFile {
    /// Takes a drawn picture, with the bits that it has.
    init(_ picture: OffscreenPicture) {
        self.init(
            width: picture.size.width, height: picture.size.height, bytes: picture.bytes, words: picture.words
        )
    }
}
