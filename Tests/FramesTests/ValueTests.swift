import Foundation
import Frames
import Testing

@Test func fractionsHaveLowestTerms() {
    #expect(Rational(60000, 2002) == Rational(30000, 1001))
    #expect(Rational(3, -6) == Rational(-1, 2))
    #expect(Rational(0, 5).description == "0" && Rational(0).reciprocal == nil)
    #expect(Rational(30000, 1001).description == "30000/1001")
    #expect((Rational(4, 3) * Rational(3, 4)) == Rational(1))
    #expect(Rational(.min, 1).numerator == -.max && Rational(1, .min) == Rational(-1, .max))
    #expect(Rational(.min, .min) == Rational(1))
}

@Test func fractionsCompareExactlyEvenAtTheEndsOfADriversTerms() {
    let (largest, smallest) = (Rational(Int(UInt32.max), 1), Rational(1, Int(UInt32.max)))
    #expect(smallest < largest && !(largest < smallest) && !(largest < largest))
    #expect(Rational(Int(UInt32.max), Int(UInt32.max) - 1) > Rational(1))
    #expect(Rational(-1, 2) < Rational(1, 3) && Rational(-2) < Rational(-1))
    #expect(Rational(30000, 1001) < Rational(30) && Rational(30) < Rational(60))
    let product = Rational(.max, 2) * Rational(.max, 3)
    #expect(product.value > 1e18 && product.denominator > 0)
    let small = Rational(1, .max) * Rational(-1, .max)
    #expect(small.value <= 0 && small.value > -1e-17)
    let third = Rational(.max / 3, .max - 1) * Rational(.max - 2, .max / 5)
    #expect(abs(third.value - 5.0 / 3) < 1e-9)
}

@Test(arguments: [
    ("30", Rational(30)), ("29.97", Rational(30000, 1001)), ("59.94", Rational(60000, 1001)),
    ("23.976", Rational(24000, 1001)), ("12.5", Rational(25, 2)), ("30000/1001", Rational(30000, 1001)),
    ("7.5", Rational(15, 2)), ("1000", Rational(1000)), ("0.1", Rational(1, 10)), ("30.0", Rational(30)),
])
func ratesAreReadAsTheyAreMeant(text: String, rate: Rational) {
    #expect(Rational(frameRate: text) == rate)
}

@Test(arguments: [
    "", "0", "-30", "1001", "30fps", "1/0", "1/-1", "a", "1.2.3", ".5", "5.", "1e3", "0.0", "99999999999",
    "30/1/1",
    "1.-5", " 30",
])
func otherTextsAreNoRates(text: String) {
    #expect(Rational(frameRate: text) == nil)
}

@Test func sizesAreReadWithinBounds() {
    #expect(PixelSize("1920x1080") == PixelSize(width: 1920, height: 1080))
    #expect(PixelSize("1x16384") == PixelSize(width: 1, height: 16384))
    for wrong in ["", "x", "1920", "1920x", "0x5", "16385x1", "-1x1", "1x1x1", "1 x 1", "ax1"] {
        #expect(PixelSize(wrong) == nil)
    }
}

@Test func codesAreFourBytesLowestFirst() {
    #expect(FourCC("NV12").rawValue == 0x3231_564e && FourCC(rawValue: 0x3231_564e).description == "NV12")
    #expect(FourCC("Y16") == FourCC("Y16 ") && FourCC("Y16").description == "Y16")
    #expect(FourCC(rawValue: 0).description == "????")
}

@Test func codesAndFractionsAreWrittenAsTheyAreRead() throws {
    let json = try JSONEncoder().encode([Rational(30000, 1001), Rational(30)])
    #expect(String(decoding: json, as: UTF8.self) == #"["30000\/1001","30"]"#)
    #expect(try JSONDecoder().decode([Rational].self, from: json) == [Rational(30000, 1001), Rational(30)])
    let code = try JSONEncoder().encode([FourCC("YUYV")])
    #expect(String(decoding: code, as: UTF8.self) == #"["YUYV"]"#)
    #expect(try JSONDecoder().decode([FourCC].self, from: code) == ["YUYV"])
    #expect(throws: DecodingError.self) {
        try JSONDecoder().decode([Rational].self, from: Data(#"["1/0"]"#.utf8))
    }
}

@Test func colourNamesAreReadBack() {
    for matrix in ["601", "709", "2020", "240"] {
        for range in ["limited", "full"] {
            #expect(ColorDescription(named: "\(matrix)-\(range)")?.name == "\(matrix)-\(range)")
        }
    }
    for wrong in ["", "709", "709-", "709-wide", "limited", "709-limited-x", "bt709-limited"] {
        #expect(ColorDescription(named: wrong) == nil)
    }
}

@Test func filesWithoutAWordOnColourAreTelevision() {
    let small = ColorDescription.assumed(for: .nv12, height: 719)
    let large = ColorDescription.assumed(for: .nv12, height: 720)
    #expect(small.name == "601-limited" && large.name == "709-limited")
    #expect(ColorDescription.assumed(for: .rgb24, height: 1080).range == .full)
    #expect(ColorDescription.assumed(for: .mjpeg, height: 1080).name == "601-full")
}

@Test func matricesWeighToOne() {
    for matrix in ColorDescription.Matrix.allCases {
        let (red, blue) = matrix.weights
        #expect(red > 0 && blue > 0 && red + blue < 1)
    }
}

@Test func turnsAddUp() {
    for first in Rotation.allCases {
        for second in Rotation.allCases {
            #expect((first + second).rawValue == (first.rawValue + second.rawValue) % 360)
        }
        #expect(first.swapsSides == (first.rawValue % 180 == 90))
    }
}

@Test(
    arguments: [
        (Rational(64, 45), Rational(64, 45)), (Rational(65536, 65535), Rational(65536, 65535)),
        (Rational(.max, .max - 1), Rational(1)), (Rational(2_147_483_647, 2_147_483_646), Rational(1)),
        (Rational(1, .max), Rational(1, 65536)), (Rational(.max), Rational(65536)),
        (Rational(3_000_001, 100), Rational(30000)), (Rational(100, 3_000_001), Rational(1, 30000)),
        (Rational(1_000_001, 3_000_000), Rational(1, 3)), (Rational(0), Rational(1)),
        (Rational(-1, 2), Rational(1)),
    ])
func aPixelsShapeIsTheNearestOfSmallTerms(_ told: Rational, _ shape: Rational) {
    #expect(told.asPixelShape == shape)
}
