/// The curves of a Photoshop curves file (.acv).
///
/// Big-endian 16-bit numbers: the version (1 or 4), the number of curves, and for each curve the number of
/// points and of each point output and input, 0…255. The first curve is that of all channels; red, green and
/// blue follow.
struct CurveFile: Equatable {
    let composite: ControlPoints
    let red: ControlPoints
    let green: ControlPoints
    let blue: ControlPoints

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: All of the file; bytes behind the curves are ignored.
    ///   - name: The file's name, for errors.
    /// - Throws: The fault of the file.
    init(_ bytes: [UInt8], name: String) throws(FilterError) {
        var reader = Reader(bytes: bytes, name: name)
        let version = try reader.number("its version")
        guard version == 1 || version == 4 else {
            throw .badFile(name, reason: "is no Photoshop curves file: its version is \(version), not 1 or 4")
        }
        let count = try reader.number("its number of curves")
        guard count > 0 else { throw .badFile(name, reason: "holds no curve") }
        var curves: [ControlPoints] = []
        for index in 0..<min(count, 4) { curves.append(try reader.curve(index + 1)) }
        curves += Array(repeating: .diagonal, count: 4 - curves.count)
        (composite, red, green, blue) = (curves[0], curves[1], curves[2], curves[3])
    }

    private struct Reader {
        let bytes: [UInt8]
        let name: String
        var place = 0

        func wrong(_ reason: String) -> FilterError { .badFile(name, reason: reason) }

        mutating func number(_ what: String) throws(FilterError) -> Int {
            guard place + 2 <= bytes.count else {
                throw wrong("ends before \(what); it may not have been copied whole")
            }
            place += 2
            return Int(bytes[place - 2]) << 8 | Int(bytes[place - 1])
        }

        mutating func curve(_ index: Int) throws(FilterError) -> ControlPoints {
            let count = try number("the points of curve \(index)")
            guard count == 0 || (2...ControlPoints.limit).contains(count) else {
                let most = ControlPoints.limit
                throw wrong("has \(count) points in curve \(index); a curve has 2 to \(most)")
            }
            var points: [ControlPoints.Point] = []
            for _ in 0..<count { points.append(try point(of: index)) }
            return count == 0 ? .diagonal : ControlPoints(points)
        }

        private mutating func point(of curve: Int) throws(FilterError) -> ControlPoints.Point {
            let output = try number("the end of curve \(curve)")
            let input = try number("the end of curve \(curve)")
            guard input <= 255, output <= 255 else {
                let place = "(\(input), \(output))"
                throw wrong("has the point \(place) in curve \(curve), which is not within 0…255")
            }
            return ControlPoints.Point(Float(input) / 255, Float(output) / 255)
        }
    }
}
