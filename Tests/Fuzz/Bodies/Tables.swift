import PictureFiles

@testable import Filters

/// Files of filters.
enum Tables {
    static func cube(_ bytes: [UInt8]) throws {
        // A size of 256 has sixteen million colours.
        do {
            let table = try ColorTable(cube: bytes, name: "table.cube")
            try promise(!table.words.isEmpty, "a table without entries")
        } catch let error as FilterError {
            try promiseHarmless("\(error)")
        }
    }

    static func curves(_ bytes: [UInt8]) throws {
        do {
            let operation = ToneCurve()
            try operation.load(bytes, name: "curves.acv")
            let file = try CurveFile(bytes, name: "curves.acv")
            for curve in [file.composite, file.red, file.green, file.blue] {
                let spline = Spline(curve)
                for code in 0..<256 {
                    let value = spline.value(at: Double(code) / 255)
                    try promise((0...1).contains(value), "a curve's value of \(value)")
                }
            }
        } catch let error as FilterError {
            try promiseHarmless("\(error)")
        }
    }

    static func lookup(_ bytes: [UInt8]) throws {
        // Half of the inputs are the pixels of a picture, which is otherwise seldom of the right size.
        do {
            if bytes.first.map({ $0 & 1 == 0 }) ?? true {
                guard Pictures.isSmall(bytes) else { return }
                _ = try ColorTable(file: Array(bytes.dropFirst()), name: "table.png")
            } else {
                let side = bytes.count > 1 && bytes[1] > 127 ? 512 : Int(bytes.last ?? 0)
                var pixels = [UInt8](repeating: 7, count: 4 * side * side)
                for (place, byte) in bytes.prefix(pixels.count).enumerated() { pixels[place] = byte }
                let table = try ColorTable(
                    lookupPicture: pixels, width: side, height: side, name: "table.png")
                try promise(table.entries.count == 64 * 64 * 64, "\(table.entries.count) entries")
            }
        } catch let error as FilterError {
            try promiseHarmless("\(error)")
        }
    }
}
