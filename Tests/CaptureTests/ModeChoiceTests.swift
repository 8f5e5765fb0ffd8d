import Frames
import Testing

@testable import Capture

private func offer(_ code: FourCC, _ size: String, _ rates: Int...) -> ModeOffer {
    ModeOffer(
        fourCC: code, sizes: .discrete(PixelSize(size) ?? PixelSize(width: 0, height: 0)),
        rates: rates.isEmpty ? .unknown : .discrete(rates.map { Rational($0) }))
}

private func chosen(_ offers: [ModeOffer], _ request: ModeRequest = ModeRequest()) -> String? {
    ModeChoice.choices(from: offers, request: request).first.map { choice in
        "\(choice.fourCC) \(choice.size) \(choice.rate?.description ?? "-")"
    }
}

/// What a usual USB 2 webcam offers: raw gets slow as it gets large.
private let webcam = [
    offer("YUYV", "640x480", 30, 15), offer("YUYV", "1280x720", 10), offer("YUYV", "1920x1080", 5),
    offer("MJPG", "640x480", 60, 30), offer("MJPG", "1280x720", 60, 30), offer("MJPG", "1920x1080", 30, 15),
    offer("MJPG", "3840x2160", 30), offer("H264", "1920x1080", 30),
]

@Test func compressedIsTakenOnlyWhereRawIsTooSlow() {
    #expect(chosen(webcam) == "MJPG 1920x1080 30")
    #expect(chosen(webcam + [offer("YUYV", "1920x1080", 30)]) == "YUYV 1920x1080 30")
    #expect(chosen([offer("YUYV", "1280x720", 30), offer("MJPG", "1280x720", 30)]) == "YUYV 1280x720 30")
    #expect(chosen([offer("YUYV", "1280x720", 30), offer("MJPG", "1920x1080", 30)]) == "MJPG 1920x1080 30")
}

@Test func theLargestUpToFullHDAtThirtyIsTheDefault() {
    #expect(chosen([offer("NV12", "3840x2160", 60), offer("NV12", "1280x720", 30)]) == "NV12 1280x720 30")
    #expect(chosen([offer("NV12", "1920x1200", 30), offer("NV12", "1600x900", 30)]) == "NV12 1600x900 30")
    #expect(chosen([offer("NV12", "1920x1080", 60, 30, 15)]) == "NV12 1920x1080 30")
    #expect(chosen([offer("NV12", "1920x1080", 60, 50)]) == "NV12 1920x1080 50")
    let ntsc = ModeOffer(
        fourCC: "NV12", sizes: .discrete(PixelSize(width: 1280, height: 720)),
        rates: .discrete([Rational(30000, 1001)]))
    #expect(chosen([offer("NV12", "640x480", 30), ntsc]) == "NV12 1280x720 30000/1001")
}

@Test func withoutThirtyTheFastestIsTaken() {
    #expect(chosen([offer("YUYV", "1920x1080", 5), offer("YUYV", "640x480", 25)]) == "YUYV 640x480 25")
    #expect(chosen([offer("YUYV", "1280x720", 25), offer("YUYV", "640x480", 25)]) == "YUYV 1280x720 25")
}

@Test func largerThanFullHDIsTakenWhereThereIsNothingElse() {
    #expect(chosen([offer("NV12", "3840x2160", 30), offer("NV12", "2592x1944", 15)]) == "NV12 2592x1944 15")
}

@Test func colourComesBeforeGreyAndCheapBeforeDear() {
    #expect(chosen([offer("GREY", "1920x1080", 60), offer("YUYV", "640x480", 30)]) == "YUYV 640x480 30")
    #expect(chosen([offer("GREY", "640x480", 30)]) == "GREY 640x480 30")
    let formats: [FourCC] = ["AR24", "RGB3", "YUYV", "YU12", "NV12"]
    for count in 1...formats.count {
        let offers = formats.prefix(count).map { offer($0, "640x480", 30) }
        #expect(chosen(offers) == "\(formats[count - 1]) 640x480 30")
        #expect(chosen(offers.reversed()) == "\(formats[count - 1]) 640x480 30")
    }
}

@Test func wishesTakeThePlaceOfTheDefaults() {
    let hd = PixelSize(width: 1280, height: 720)
    #expect(chosen(webcam, ModeRequest(size: hd)) == "MJPG 1280x720 30")
    #expect(chosen(webcam, ModeRequest(rate: Rational(60))) == "MJPG 1280x720 60")
    #expect(chosen(webcam, ModeRequest(format: "YUYV")) == "YUYV 640x480 30")
    #expect(chosen(webcam, ModeRequest(size: hd, format: "YUYV")) == "YUYV 1280x720 10")
    #expect(chosen(webcam, ModeRequest(size: PixelSize(width: 3840, height: 2160))) == "MJPG 3840x2160 30")
    #expect(chosen(webcam, ModeRequest(size: PixelSize(width: 1300, height: 730))) == "MJPG 1280x720 30")
    #expect(chosen(webcam, ModeRequest(size: PixelSize(width: 1300, height: 700))) == "YUYV 640x480 30")
    #expect(chosen(webcam, ModeRequest(size: PixelSize(width: 300, height: 200))) == "YUYV 640x480 30")
    #expect(chosen(webcam, ModeRequest(rate: Rational(120), format: "MJPG")) == "MJPG 1280x720 60")
}

@Test func ofRatesTheNearestIsTakenThatIsNotLarger() {
    let size = PixelSize(width: 640, height: 480)
    func rate(_ wish: Int, of rates: Int...) -> String? {
        let offer = ModeOffer(
            fourCC: "YUYV", sizes: .discrete(size), rates: .discrete(rates.map { Rational($0) }))
        return chosen([offer], ModeRequest(rate: Rational(wish)))?.split(separator: " ").last.map(String.init)
    }
    #expect(rate(25, of: 30, 24) == "24")
    #expect(rate(25, of: 15, 24, 25, 30) == "25")
    #expect(rate(60, of: 15, 30) == "30")
    #expect(rate(10, of: 60, 15, 30) == "15", "all are larger")
    // Of modes, too.
    let offers = [offer("YUYV", "1280x720", 30), offer("YUYV", "640x480", 24)]
    #expect(chosen(offers, ModeRequest(rate: Rational(25))) == "YUYV 640x480 24")
    #expect(chosen(offers, ModeRequest(rate: Rational(20))) == "YUYV 640x480 24")
}

@Test func thirtyAndItsTelevisionRateAreOneUnlessBothAreOffered() {
    let ntsc = Rational(30000, 1001)
    func rate(_ wish: Rational, of rates: Rational..., isStrict: Bool = false) -> Rational? {
        let offer = ModeOffer(
            fourCC: "YUYV", sizes: .discrete(PixelSize(width: 640, height: 480)), rates: .discrete(rates))
        return ModeChoice.choices(from: [offer], request: ModeRequest(rate: wish, isStrict: isStrict)).first?
            .rate
    }
    let thirty = Rational(30)
    #expect(rate(thirty, of: ntsc, thirty) == thirty && rate(ntsc, of: ntsc, thirty) == ntsc)
    #expect(rate(thirty, of: ntsc, thirty, isStrict: true) == thirty)
    #expect(rate(ntsc, of: thirty, ntsc, isStrict: true) == ntsc)
    #expect(rate(thirty, of: ntsc) == ntsc && rate(ntsc, of: thirty) == thirty)
    #expect(rate(thirty, of: ntsc, isStrict: true) == nil)
}

@Test func strictWishesAreHadExactlyOrNotAtAll() {
    let hd = PixelSize(width: 1280, height: 720)
    #expect(chosen(webcam, ModeRequest(size: hd, isStrict: true)) == "MJPG 1280x720 30")
    #expect(chosen(webcam, ModeRequest(size: hd, rate: Rational(10), isStrict: true)) == "YUYV 1280x720 10")
    #expect(chosen(webcam, ModeRequest(rate: Rational(60), isStrict: true)) == "MJPG 1280x720 60")
    #expect(chosen(webcam, ModeRequest(rate: Rational(120), isStrict: true)) == nil)
    #expect(chosen(webcam, ModeRequest(size: PixelSize(width: 1300, height: 730), isStrict: true)) == nil)
}

@Test func aBusWithoutRoomGetsSmallerPicturesThenCompressedOnes() {
    let offers = [
        offer("YUYV", "640x480", 30), offer("YUYV", "1280x720", 30), offer("YUYV", "320x240", 30),
        offer("MJPG", "640x480", 30), offer("MJPG", "1280x720", 30),
    ]
    func all(_ request: ModeRequest) -> [String] {
        ModeChoice.choices(from: offers, request: request).map { "\($0.fourCC) \($0.size)" }
    }
    #expect(
        all(ModeRequest()) == [
            "YUYV 1280x720", "YUYV 640x480", "YUYV 320x240", "MJPG 1280x720", "MJPG 640x480",
        ])
    #expect(all(ModeRequest(format: "MJPG")) == ["MJPG 1280x720", "MJPG 640x480"])
    #expect(all(ModeRequest(size: PixelSize(width: 640, height: 480), isStrict: true)) == ["YUYV 640x480"])
}

@Test func aFormatMeansItsPixelsNotItsCode() {
    #expect(chosen([offer("NM12", "640x480", 30)], ModeRequest(format: "NV12")) == "NM12 640x480 30")
    #expect(chosen([offer("JPEG", "640x480", 30)], ModeRequest(format: "MJPG")) == "JPEG 640x480 30")
    #expect(chosen(webcam, ModeRequest(format: "H264")) == nil)
    #expect(chosen(webcam, ModeRequest(format: "NV12")) == nil)
}

@Test func theVeryCodeThatIsAskedForComesFirst() {
    let offers = ["AYUV", "XYUV", "YUV4"].map { offer(FourCC($0), "640x480", 30) }
    for code in ["AYUV", "XYUV", "YUV4"] {
        #expect(chosen(offers, ModeRequest(format: FourCC(code))) == "\(code) 640x480 30")
    }
}

@Test(arguments: [
    ("NV12", "RGBP"), ("MJPG", "RGB1"), ("YUYV", "RGGB"), ("RGBP", "RGB1"), ("RGB1", "Y16"), ("YVYU", "GREY"),
])
func whatLosesLessComesFirst(better: String, worse: String) {
    let offers = [worse, better].map { offer(FourCC($0), "640x480", 30) }
    #expect(chosen(offers) == "\(better) 640x480 30")
}

@Test func nothingThatCanBeShownIsNoMode() {
    #expect(chosen([]) == nil)
    #expect(chosen([offer("H264", "1920x1080", 30), offer("CPIA", "640x480", 30)]) == nil)
}

@Test func unknownRatesAreTakenToBeEnough() {
    #expect(chosen([offer("YUYV", "640x480")]) == "YUYV 640x480 -")
    #expect(chosen([offer("YUYV", "640x480")], ModeRequest(rate: Rational(15))) == "YUYV 640x480 15")
    #expect(chosen([offer("YUYV", "1280x720"), offer("MJPG", "1280x720", 30)]) == "YUYV 1280x720 -")
}

@Test func rangesAreEnteredAtTheWishedSize() {
    let range = CameraSizes.stepwise(
        smallest: PixelSize(width: 32, height: 32), largest: PixelSize(width: 2592, height: 1944),
        step: PixelSize(width: 2, height: 2))
    #expect(range.nearest(to: PixelSize(width: 1920, height: 1080)) == PixelSize(width: 1920, height: 1080))
    #expect(range.nearest(to: PixelSize(width: 1281, height: 721)) == PixelSize(width: 1280, height: 720))
    #expect(range.nearest(to: PixelSize(width: 1, height: 9999)) == PixelSize(width: 32, height: 1944))
    let offer = ModeOffer(
        fourCC: "NV12", sizes: range, rates: .range(slowest: Rational(1), fastest: Rational(90)))
    #expect(chosen([offer]) == "NV12 1920x1080 30")
    #expect(chosen([offer], ModeRequest(rate: Rational(120))) == "NV12 1920x1080 90")
    let odd = CameraSizes.stepwise(
        smallest: PixelSize(width: 16, height: 16), largest: PixelSize(width: 100, height: 100),
        step: PixelSize(width: 0, height: 0))
    #expect(odd.nearest(to: PixelSize(width: 33, height: 44)) == PixelSize(width: 33, height: 44))
}
@Test func rangesReachNoFurtherThanTheSignal() {
    let signal = PixelSize(width: 720, height: 576)
    let range = CameraSizes.stepwise(
        smallest: PixelSize(width: 16, height: 16), largest: PixelSize(width: 4096, height: 2160),
        step: PixelSize(width: 2, height: 2))
    #expect(range.limited(to: signal).nearest(to: ModeChoice.usual) == signal)
    let (small, large) = (PixelSize(width: 320, height: 180), PixelSize(width: 800, height: 600))
    #expect(range.limited(to: signal).nearest(to: small) == small)
    #expect(CameraSizes.discrete(large).limited(to: signal) == .discrete(large))
    let beyond = CameraSizes.stepwise(smallest: large, largest: large, step: PixelSize(width: 1, height: 1))
    #expect(beyond.limited(to: signal) == beyond)
}
