internal import LinuxIO

extension ColorTable {
    /// Reads a table in the .cube format of Adobe and Iridas, or as DaVinci Resolve writes it.
    ///
    /// The file is text: `LUT_1D_SIZE` or `LUT_3D_SIZE`, perhaps `TITLE`, `DOMAIN_MIN`, `DOMAIN_MAX` or
    /// Resolve's `LUT_3D_INPUT_RANGE`, comments after `#`, and one line of three numbers per entry, red
    /// counting fastest.
    ///
    /// - Parameters:
    ///   - file: The file's bytes.
    ///   - name: The file's name, for errors.
    /// - Throws: `FilterError.badFile` with the line and its fault.
    public init(cube file: [UInt8], name: String) throws(FilterError) {
        var reader = CubeReader(name: name)
        // An old Mac's lines end with a carriage return alone.
        let end: UInt8 = file.contains(0x0A) ? 0x0A : 0x0D
        for line in file.split(separator: end, omittingEmptySubsequences: false) { try reader.read(line) }
        self = try reader.table()
    }
}

/// A reader that gathers the contents of a .cube file's lines.
private struct CubeReader {
    let name: String
    private var number = 0
    private var title = ""
    private var shape: ColorTable.Shape?
    private var count = 0
    private var minimum = SIMD3<Float>.zero
    private var maximum = SIMD3<Float>.one
    private var ranges: [ColorTable.Shape: [Float]] = [:]
    private var entries: [SIMD3<Float>] = []

    init(name: String) { self.name = name }

    mutating func read(_ line: ArraySlice<UInt8>) throws(FilterError) {
        number += 1
        let words = line.split { $0 <= 0x20 || $0 > 0x7E }
        guard let first = words.first, let letter = first.first, letter != UInt8(ascii: "#") else { return }
        // Keywords are in capitals; any other word with letters was meant to be a number.
        if (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter) {
            try readKeyword(String(decoding: first, as: UTF8.self), words.dropFirst(), of: line)
        } else {
            try readEntry(words)
        }
    }

    func table() throws(FilterError) -> ColorTable {
        guard let shape else {
            throw .badFile(name, reason: "is no .cube file: it has neither LUT_1D_SIZE nor LUT_3D_SIZE")
        }
        let needed = wanted(shape)
        guard entries.count == needed else {
            let reason = "ends after \(entries.count) of \(needed) colours; it may not have been copied whole"
            throw .badFile(name, reason: reason)
        }
        // A range of the other kind of table says nothing of this one.
        let range = ranges[shape]
        let minimum = range.map { SIMD3(repeating: $0[0]) } ?? minimum
        let maximum = range.map { SIMD3(repeating: $0[1]) } ?? maximum
        guard all(maximum - minimum .>= 1e-6) else {
            throw .badFile(name, reason: "has a DOMAIN_MAX that is not greater than its DOMAIN_MIN")
        }
        return ColorTable(
            shape: shape, count: count, entries: entries, minimum: minimum, maximum: maximum, title: title)
    }

    private func wanted(_ shape: ColorTable.Shape) -> Int {
        shape == .cube ? count * count * count : count
    }

    private func wrong(_ reason: String) -> FilterError { .badFile(name, reason: "line \(number) \(reason)") }

    // MARK: Lines

    private mutating func readKeyword(
        _ keyword: String, _ words: ArraySlice<ArraySlice<UInt8>>, of line: ArraySlice<UInt8>
    ) throws(FilterError) {
        switch keyword {
        case "TITLE":
            let parts = line.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
            title =
                parts.count > 1
                ? String(decoding: parts[1], as: UTF8.self).withoutControls.shortened(to: 200) : ""
        case "LUT_1D_SIZE": try readSize(words, .curves, limit: 65536)
        case "LUT_3D_SIZE": try readSize(words, .cube, limit: 256)
        case "DOMAIN_MIN": minimum = try colour(words)
        case "DOMAIN_MAX": maximum = try colour(words)
        case "LUT_1D_INPUT_RANGE": ranges[.curves] = try numbers(words, 2)
        case "LUT_3D_INPUT_RANGE": ranges[.cube] = try numbers(words, 2)
        case "LUT_IN_VIDEO_RANGE", "LUT_OUT_VIDEO_RANGE":
            throw wrong("says \(keyword), which is not supported; export the table for full range")
        default: break  // Programs add words of their own, which change nothing about the table.
        }
    }

    private mutating func readSize(
        _ words: ArraySlice<ArraySlice<UInt8>>, _ shape: ColorTable.Shape, limit: Int
    ) throws(FilterError) {
        guard self.shape == nil else {
            throw wrong("begins a second table; write the 1D and the 3D table to files of their own")
        }
        let size = words.count == 1 ? words.first.flatMap { Int(String(decoding: $0, as: UTF8.self)) } : nil
        guard let count = size, (2...limit).contains(count) else {
            throw wrong("has no size from 2 to \(limit)")
        }
        self.shape = shape
        self.count = count
        entries.reserveCapacity(wanted(shape))
    }

    private mutating func readEntry(_ words: [ArraySlice<UInt8>]) throws(FilterError) {
        let colour = try colour(words[...])
        guard let shape else { throw wrong("has numbers before LUT_1D_SIZE or LUT_3D_SIZE") }
        guard entries.count < wanted(shape) else {
            throw wrong("is one colour more than the \(wanted(shape)) that the table's size means")
        }
        entries.append(colour)
    }

    private func colour(_ words: ArraySlice<ArraySlice<UInt8>>) throws(FilterError) -> SIMD3<Float> {
        let channels = try numbers(words, 3)
        return SIMD3(channels[0], channels[1], channels[2])
    }

    private func numbers(
        _ words: ArraySlice<ArraySlice<UInt8>>, _ wanted: Int
    ) throws(FilterError) -> [Float] {
        var numbers: [Float] = []
        for word in words {
            let text = String(decoding: word, as: UTF8.self)
            guard let number = Float(text), number.isFinite else {
                throw wrong("has “\(text.shortened(to: 32))” instead of a number")
            }
            numbers.append(number)
        }
        guard numbers.count == wanted else {
            throw wrong("has \(numbers.count) numbers instead of \(wanted)")
        }
        return numbers
    }
}
