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
        let side = LookupFilter.tileSide
        let (right, below) = (side * side - side + 1, 8 * side * side - side * (side - 1))
        if tiles.isSmooth, !tiles.goesOn(right: right, below: below, from: 0, edge: { $0 / side % 8 == 7 }) {
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
        let goesOn = hald.goesOn(right: 1, below: 8 * side, from: 7, edge: { $0 % 8 == 7 })
        guard !goesOn, !hald.isByBlueAlone else {
            throw .badFile(
                name, reason: "is no lookup picture: its colours go on where a table's begin anew")
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

    /// True where blue alone changes a colour, as light and shade from above to below do in a Hald picture.
    private var isByBlueAlone: Bool {
        let share = count * count
        return entries.contains { $0 != entries[0] }
            && entries.indices.allSatisfy { entries[$0] == entries[$0 / share * share] }
    }

    /// True for a picture whose colours go on where a table's red or green begins anew: it is no table.
    ///
    /// Within the table's rows its colours change twice as much as from their ends to what lies beside these in the picture.
    ///
    /// - Parameters:
    ///   - right: The number of entries from the last one of a row of reds to the one beside it in the picture.
    ///   - below: The number of entries from the last one of a row of greens to the one below it.
    ///   - first: The first green of the column that ends with the last one.
    ///   - isAtEdge: Tells whether nothing is beside a row of reds, by its number.
    /// - Returns: False for a table.
    private func goesOn(right: Int, below: Int, from first: Int, edge isAtEdge: (Int) -> Bool) -> Bool {
        func distance(_ one: Int, _ other: Int) -> Float {
            let change = entries[one] - entries[other]
            return (change * change).sum().squareRoot()
        }
        var (within, beyond) = (Float(0), Float(0))
        let last = count - 1
        for row in 0..<count * count {
            // A row of reds; then one of greens, with the same number for its red.
            let reds = row * count + last
            if !isAtEdge(row) {
                within += distance(reds - last, reds)
                beyond += distance(reds, reds + right)
            }
            let greens = row / count * count * count + last * count + row % count
            if greens + below < entries.count {
                within += distance(greens - (last - first) * count, greens)
                beyond += distance(greens, greens + below)
            }
        }
        return beyond * 2 < within
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
