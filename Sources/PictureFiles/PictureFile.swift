internal import Glibc
internal import LinuxIO

/// A still picture in a file: PNG or JPEG.
///
/// Usable on any thread.
public struct PictureFile: Sendable, Equatable {
    /// The number of pixels of a row.
    public let width: Int
    /// The number of rows.
    public let height: Int
    /// The samples: red, green, blue and straight alpha, a byte each, rows from top to bottom without padding.
    public let bytes: [UInt8]
    /// The samples in 16 bits for each byte, in the processor's order; nil for a picture of 8 bits.
    public let words: [UInt16]?

    /// Describes a picture in memory.
    ///
    /// - Parameters:
    ///   - width: The number of pixels of a row.
    ///   - height: The number of rows.
    ///   - bytes: width · height · 4 bytes.
    ///   - words: The same pixels with 16 bits for each byte, for files that have room for them; nil for none.
    public init(width: Int, height: Int, bytes: [UInt8], words: [UInt16]? = nil) {
        precondition(bytes.count == width * height * 4, "a picture has four bytes for each pixel")
        precondition(words == nil || words?.count == bytes.count, "each byte has a word, or none has")
        (self.width, self.height, self.bytes, self.words) = (width, height, bytes, words)
    }

    /// Reads a file; its first bytes tell its format.
    ///
    /// - Parameter path: A PNG or JPEG file of at most 1 GiB.
    /// - Throws: The fault of the file.
    public init(readingFrom path: String) throws(PictureFileError) {
        try self.init(decoding: try PictureFile.contents(of: path), name: path)
    }

    /// Decodes the bytes of a file; the first ones tell its format, and an orientation in its Exif data is carried out.
    ///
    /// - Parameters:
    ///   - bytes: All of a PNG or JPEG file.
    ///   - name: The file's name, for errors.
    /// - Throws: The fault of the file.
    public init(decoding bytes: [UInt8], name: String) throws(PictureFileError) {
        let picture: PictureFile
        if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]) {
            picture = try PNGCoding.decode(bytes, name)
        } else if bytes.starts(with: [0xff, 0xd8]) {
            picture = try JPEGCoding.decode(bytes, name)
        } else {
            throw PictureFileError(name, "is neither a PNG nor a JPEG picture")
        }
        self = picture.upright(from: ExifOrientation(of: bytes))
    }

    /// Reads the size of a picture from the beginning of its file, and decodes nothing.
    ///
    /// - Parameters:
    ///   - bytes: All of a PNG or JPEG file.
    ///   - name: The file's name, for errors.
    /// - Returns: The numbers of pixels of a row and of rows, without regard to an orientation in its Exif data.
    /// - Throws: The fault of the file.
    public static func size(
        decoding bytes: [UInt8], name: String
    ) throws(PictureFileError) -> (width: Int, height: Int) {
        if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]) { return try PNGCoding.size(bytes, name) }
        if bytes.starts(with: [0xff, 0xd8]) { return try JPEGCoding.size(bytes, name) }
        throw PictureFileError(name, "is neither a PNG nor a JPEG picture")
    }

    /// A format of picture files.
    public enum Format: Sendable, Hashable {
        /// Without any loss, with alpha, and with 16 bits where the picture has them.
        case png
        /// With the quality, 1…100; JPEG has no alpha: pixels are laid over black.
        case jpeg(quality: Int = 90)

        /// Finds the format that the ending of a file's name says: `.png`, `.jpg` or `.jpeg`; nil for any other, and for none.
        public init?(path: String) {
            let name = path.split(separator: "/").last ?? ""
            switch name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last?.lowercased()
            {
            case "png": self = .png
            case "jpg", "jpeg": self = .jpeg()
            default: return nil
            }
        }
    }

    /// Gives the bytes of a file.
    ///
    /// - Parameter format: The format.
    /// - Returns: All of the file.
    /// - Throws: The reason why it cannot be made, such as a picture too large for the format.
    public func encoded(as format: Format) throws(PictureFileError) -> [UInt8] {
        try encoded(as: format, "the picture")
    }

    private func encoded(as format: Format, _ name: String) throws(PictureFileError) -> [UInt8] {
        switch format {
        case .png: try PNGCoding.encode(self, name)
        case .jpeg(let quality): try JPEGCoding.encode(self, quality: quality, name)
        }
    }

    /// Writes a file; its name's ending tells the format: `.png`, `.jpg` or `.jpeg`.
    ///
    /// The file appears whole or not at all, also after a power cut: it is written beside its place and moved there when the disk has it.
    /// A file that is replaced leaves its permissions; a link is replaced itself.
    ///
    /// - Parameters:
    ///   - path: The file; replaced when it exists.
    ///   - quality: The quality of a JPEG, 1…100; JPEG has no alpha: pixels are laid over black.
    /// - Throws: The reason why it was not written.
    public func write(to path: String, quality: Int = 90) throws(PictureFileError) {
        guard let format = Format(path: path) else {
            throw PictureFileError(path, "must end in .png, .jpg or .jpeg")
        }
        let encoded = try encoded(as: format == .png ? .png : .jpeg(quality: quality), path)
        do throws(SystemError) {
            try FileDraft.write(encoded, to: path)
        } catch {
            throw PictureFileError(
                path, "cannot be written: \(error.reason); choose another folder or make room")
        }
    }

    private static func contents(of path: String) throws(PictureFileError) -> [UInt8] {
        do throws(SystemError) {
            // Without O_NONBLOCK, opening a pipe that nobody writes to never ends.
            let file = try Descriptor.open(path, flags: O_RDONLY | O_NONBLOCK)
            guard file.isRegularFile else { throw SystemError(call: "read", target: path, code: EINVAL) }
            let part = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 1)
            defer { unsafe part.deallocate() }
            var bytes: [UInt8] = []
            while bytes.count <= 1 << 30 {
                let count = try unsafe file.read(into: part)
                if count == 0 { return bytes }
                unsafe bytes.append(contentsOf: part.prefix(count))
            }
            throw SystemError(call: "read", target: path, code: EFBIG)
        } catch {
            throw PictureFileError(
                path, "cannot be read (\(error.reason)); check its path and who may read it")
        }
    }
}
