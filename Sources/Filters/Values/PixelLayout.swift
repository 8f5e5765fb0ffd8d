/// The layout of a picture's pixels between kernels, in a buffer; rows are tight, the upper one first.
package enum PixelLayout: Int, Hashable, Sendable {
    /// Red, green, blue, alpha, a byte each, red lowest; alpha is straight.
    case rgba8
    /// Red, green, blue, alpha, a whole number of 16 bits each, red lowest; alpha is straight.
    case rgba16
    /// Four floats of 16 bits.
    case half
    /// Four floats of 32 bits; what a kernel that joins operations has between them.
    case float

    /// Bytes of a pixel.
    package var byteCount: Int { words * 4 }

    /// Words of 32 bits of a pixel.
    var words: Int {
        switch self {
        case .rgba8: 1
        case .rgba16, .half: 2
        case .float: 4
        }
    }

    /// True when its numbers stay within 0…1.
    var isClamped: Bool { self == .rgba8 || self == .rgba16 }

    /// The functions that pack and unpack two numbers of 16 bits.
    private var two: String { self == .rgba16 ? "Unorm2x16" : "Half2x16" }

    /// The type of a pixel in a kernel's buffer.
    var element: String { ["uint", "uvec2", "uvec2", "uvec4"][rawValue] }

    /// The expression that makes a pixel's words of its colour.
    func packed(_ pixel: String) -> String {
        switch self {
        case .rgba8: "packUnorm4x8(\(pixel))"
        case .rgba16, .half: "uvec2(pack\(two)(\(pixel).rg), pack\(two)(\(pixel).ba))"
        case .float: "floatBitsToUint(\(pixel))"
        }
    }

    /// The statements that write `p0` to `p3` as whole words, in a layout that has fewer than four words a pixel.
    ///
    /// - Parameter index: The expression of the number of fours before them.
    /// - Returns: The statements, a line each.
    func wideStore(_ index: String) -> String {
        if self == .rgba8 {
            let words = (0..<4).map { "packUnorm4x8(p\($0))" }.joined(separator: ", ")
            return "    target[\(index)] = uvec4(\(words));\n"
        }
        return (0..<2).map { half in
            let words = (0..<2).map { n in
                let pixel = "p\(half * 2 + n)"
                return "pack\(two)(\(pixel).rg), pack\(two)(\(pixel).ba)"
            }.joined(separator: ", ")
            return "    target[\(index) * 2 + \(half)] = uvec4(\(words));\n"
        }.joined()
    }

    /// The expression that makes a colour of a pixel's words.
    func unpacked(_ words: String) -> String {
        switch self {
        case .rgba8: "unpackUnorm4x8(\(words))"
        case .rgba16, .half: "vec4(unpack\(two)(\(words).x), unpack\(two)(\(words).y))"
        case .float: "uintBitsToFloat(\(words))"
        }
    }
}
