internal import CYUV
internal import Frames

/// The factors by which libyuv makes red, green and blue of luma and colour differences.
///
/// libyuv has tables for BT.601, BT.709 and BT.2020, in which no factor is above 2: saturated blue of BT.709 then comes out 12
/// codes too dark. Its vectors for x86 work with larger ones, too, so there the tables are made here, of the standards'
/// weights; elsewhere they are libyuv's own.
@safe struct ColorFactors: @unchecked Sendable {
    // Sendable: the tables are made once and never change or end.

    /// The table for pictures whose first byte is blue, or whose planes are Cb and Cr.
    let blueFirst: UnsafePointer<YuvConstants>
    /// The table for pictures whose first byte is red: libyuv exchanges Cb and Cr for them.
    let redFirst: UnsafePointer<YuvConstants>

    /// The factors for all matrices, those of limited range first.
    private static let all = ColorDescription.Matrix.allCases.flatMap { matrix in
        [ColorDescription.Range.limited, .full].map { ColorFactors(matrix, $0) }
    }

    /// Finds the factors of a description.
    static func of(_ color: ColorDescription) -> ColorFactors {
        let matrix =
            switch color.matrix {
            case .bt601: 0
            case .bt709: 1
            case .bt2020: 2
            case .smpte240m: 3
            }
        return all[matrix * 2 + (color.range == .full ? 1 : 0)]
    }

    private init(_ matrix: ColorDescription.Matrix, _ range: ColorDescription.Range) {
        let factors = Factors(matrix, range)
        if Self.tablesAreKnown {
            unsafe (blueFirst, redFirst) = (factors.table(isRedFirst: false), factors.table(isRedFirst: true))
        } else {
            let number: Int32 = matrix == .bt601 ? 0 : matrix == .bt2020 ? 2 : 1
            let isFull: Int32 = range == .full ? 1 : 0
            unsafe blueFirst = yuv_factors(number, isFull, 0)
            unsafe redFirst = yuv_factors(number, isFull, 1)
        }
    }

    /// True when libyuv's tables are laid out as ours: bytes for blue, green and red, then words for luma.
    private static let tablesAreKnown: Bool = {
        #if arch(x86_64)
            guard MemoryLayout<YuvConstants>.size == 160 else { return false }
            let bytes = unsafe UnsafeRawBufferPointer(start: yuv_factors(0, 0, 0), count: 160)
            let known: [(Int, ClosedRange<UInt8>)] = [
                (0, 128...129), (1, 0...0), (32, 25...25), (33, 52...52), (64, 0...0), (65, 102...102),
            ]
            return known.allSatisfy { place, values in
                unsafe values.contains(bytes[place]) && bytes[place + 30] == bytes[place]
            }
        #else
            return false
        #endif
    }()
}

/// The equations of a matrix and a range, in 64ths.
private struct Factors {
    private let blue: UInt8
    private let greenOfBlue: UInt8
    private let greenOfRed: UInt8
    private let red: UInt8
    private let luma: Int16
    private let constant: Int16

    init(_ matrix: ColorDescription.Matrix, _ range: ColorDescription.Range) {
        let (kr, kb) = matrix.weights
        let kg = 1 - kr - kb
        let (lumaScale, chromaScale) = range == .limited ? (255.0 / 219, 255.0 / 224) : (1, 1)
        func factor(_ value: Double) -> UInt8 { UInt8((value * chromaScale * 64).rounded()) }
        blue = factor(2 - 2 * kb)
        greenOfBlue = factor((2 - 2 * kb) * kb / kg)
        greenOfRed = factor((2 - 2 * kr) * kr / kg)
        red = factor(2 - 2 * kr)
        // Luma is widened to 16 bits by repeating its byte; the constant rounds.
        luma = Int16((lumaScale * 64 * 65536 / 257).rounded())
        constant = Int16((lumaScale * 64 * (range == .limited ? -16 : 0) + 32).rounded())
    }

    /// Writes the table as libyuv's vectors for x86 read it; it is never freed.
    func table(isRedFirst: Bool) -> UnsafePointer<YuvConstants> {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 192, alignment: 64)
        let ofFirst = isRedFirst ? [red, greenOfRed, 0] : [blue, greenOfBlue, 0]
        let ofSecond = isRedFirst ? [0, greenOfBlue, blue] : [0, greenOfRed, red]
        for row in 0..<3 {
            for place in stride(from: row * 32, to: row * 32 + 32, by: 2) {
                unsafe memory.storeBytes(of: ofFirst[row], toByteOffset: place, as: UInt8.self)
                unsafe memory.storeBytes(of: ofSecond[row], toByteOffset: place + 1, as: UInt8.self)
            }
        }
        for place in 0..<16 {
            unsafe memory.storeBytes(of: luma, toByteOffset: 96 + place * 2, as: Int16.self)
            unsafe memory.storeBytes(of: constant, toByteOffset: 128 + place * 2, as: Int16.self)
        }
        return unsafe UnsafePointer(memory.assumingMemoryBound(to: YuvConstants.self))
    }
}
