@testable import Movies

/// What movies say of their colours.
enum Colors {
    static func all(_ bytes: [UInt8]) throws {
        for color in [CodedColor(vp9: bytes), CodedColor(av1: bytes), ContainerColor.told(in: bytes)] {
            guard let color else { continue }
            let numbers = [color.matrix, color.transfer, color.primaries]
            try promise(numbers.allSatisfy { (0..<1 << 16).contains($0) }, "\(numbers)")
        }
    }
}
