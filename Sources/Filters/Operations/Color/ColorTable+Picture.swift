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
            return Self.color(pixels, (blue / 8 * tile + green) * side + blue % 8 * tile + red)
        }
        self.init(shape: .cube, count: tile, entries: entries)
    }

    private static func color(_ pixels: [UInt8], _ pixel: Int) -> SIMD3<Float> {
        SIMD3(Float(pixels[4 * pixel]), Float(pixels[4 * pixel + 1]), Float(pixels[4 * pixel + 2])) / 255
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
        let tiles = try Self(lookupPicture: picture.bytes, width: size.width, height: size.height, name: name)
        if tiles.isSmooth {
            self = tiles
            return
        }
        // A Hald picture has its entries one behind the other, row by row.
        let colors = (0..<picture.bytes.count / 4).map { Self.color(picture.bytes, $0) }
        let hald = Self(shape: .cube, count: LookupFilter.tileSide, entries: colors)
        guard hald.isSmooth else {
            throw .badFile(
                name,
                reason: "is no lookup picture: its colours leap where a table's change little by little")
        }
        self = hald
    }

    /// True for colours that change little from one entry to the next.
    ///
    /// The average step along each axis is at most a sixteenth of all that a channel has. One that goes from one end to the other takes a
    /// quarter of that.
    private var isSmooth: Bool {
        let least = entries.reduce(SIMD3(repeating: 1)) { $0.replacing(with: $1, where: $1 .< $0) }
        let most = entries.reduce(SIMD3.zero) { $0.replacing(with: $1, where: $1 .> $0) }
        return [1, count, count * count].allSatisfy { step in
            var (sum, number) = (SIMD3<Float>.zero, Float(0))
            // Not all, but of each row of each axis some.
            for index in stride(from: 0, to: entries.count, by: 5) where index / step % count < count - 1 {
                let change = entries[index + step] - entries[index]
                sum += change.replacing(with: -change, where: change .< 0)
                number += 1
            }
            return all(sum .<= (most - least) * (number / 16))
        }
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
