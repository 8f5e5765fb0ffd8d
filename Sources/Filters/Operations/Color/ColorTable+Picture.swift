internal import PictureFiles

extension ColorTable {
    /// Reads a lookup picture, as ``LookupFilter`` takes it.
    ///
    /// - Parameters:
    ///   - pixels: Red, green, blue and alpha of each pixel, the upper row first, rows tight.
    ///   - width: The number of pixels of a row; must be 512.
    ///   - height: The number of rows; must be 512.
    ///   - name: The picture's name, for errors.
    /// - Throws: `FilterError.badFile` when the picture has another size.
    public init(lookupPicture pixels: [UInt8], width: Int, height: Int, name: String) throws(FilterError) {
        let side = LookupFilter.pictureSide
        try Self.check(width, height, name)
        guard pixels.count == 4 * side * side else {
            throw .badFile(name, reason: "is no lookup picture: it has \(pixels.count) bytes of pixels")
        }
        let tile = LookupFilter.tileSide
        let entries = (0..<(tile * tile * tile)).map { index in
            let (red, green, blue) = (index % tile, index / tile % tile, index / (tile * tile))
            let place = 4 * ((blue / 8 * tile + green) * side + blue % 8 * tile + red)
            return SIMD3(Float(pixels[place]), Float(pixels[place + 1]), Float(pixels[place + 2])) / 255
        }
        self.init(shape: .cube, count: tile, entries: entries)
    }

    private static func check(_ width: Int, _ height: Int, _ name: String) throws(FilterError) {
        let side = LookupFilter.pictureSide
        guard width == side, height == side else {
            throw .badFile(
                name, reason: "is no lookup picture: it is \(width)×\(height), not \(side)×\(side) pixels")
        }
    }

    /// Reads the lookup picture of a PNG or JPEG file.
    init(lookupFile file: [UInt8], name: String) throws(FilterError) {
        // Before it is decoded: a small file may be a picture of a gigabyte.
        let size = try PictureFile.size(ofFilter: file, name: name)
        try Self.check(size.width, size.height, name)
        let picture = try PictureFile(ofFilter: file, name: name)
        try self.init(
            lookupPicture: picture.bytes, width: picture.width, height: picture.height, name: name)
    }

    /// Reads a file: a table where its name ends in `.cube`, otherwise a lookup picture.
    init(file: [UInt8], name: String) throws(FilterError) {
        if name.lowercased().hasSuffix(".cube") {
            try self.init(cube: file, name: name)
        } else {
            try self.init(lookupFile: file, name: name)
        }
    }
}

extension PictureFile {
    /// Reads the size of a file that an operation is made of.
    static func size(ofFilter file: [UInt8], name: String) throws(FilterError) -> (width: Int, height: Int) {
        do throws(PictureFileError) {
            return try size(decoding: file, name: name)
        } catch {
            throw .badFile(error.path, reason: error.reason)
        }
    }

    /// Decodes a file that an operation is made of.
    init(ofFilter file: [UInt8], name: String) throws(FilterError) {
        do throws(PictureFileError) {
            try self.init(decoding: file, name: name)
        } catch {
            throw .badFile(error.path, reason: error.reason)
        }
    }
}
