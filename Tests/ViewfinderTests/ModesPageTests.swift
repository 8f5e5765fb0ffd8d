import Capture
import Frames
import Overlay
import Testing

@testable import Viewfinder

/// The panel of modes: what it lists of a camera's offers, and the wishes that its rows make.
@Suite struct ModesPageTests {
    private static func size(_ text: String) -> PixelSize {
        PixelSize(text) ?? PixelSize(width: 0, height: 0)
    }

    private static func offer(_ code: FourCC, _ size: String, _ rates: Int...) -> ModeOffer {
        ModeOffer(
            fourCC: code, sizes: .discrete(Self.size(size)), rates: .discrete(rates.map { Rational($0) }))
    }

    /// A usual USB 2 webcam: raw gets slow as it gets large.
    private static let webcam = [
        offer("YUYV", "640x480", 30, 15), offer("YUYV", "1280x720", 10), offer("MJPG", "640x480", 60, 30),
        offer("MJPG", "1920x1080", 30), offer("MJPG", "1280x720", 30),
    ]

    /// The mode of a source: a test card that runs.
    private func mode(_ card: String) async throws -> CaptureMode {
        let session = CaptureSession(try Source(parsing: "test:\(card)"))
        defer { session.stop() }
        return try await session.start()
    }

    private func rows(_ page: ModesPage) -> [Element] {
        func all(_ element: Element) -> [Element] { [element] + element.children.flatMap { all($0) } }
        return all(page.element).filter { $0.role == .checkItem }
    }

    private func chosen(_ page: ModesPage) -> [String] {
        rows(page).filter { $0.state.contains(.checked) }.map(\.name)
    }

    @Test func sizesAreThoseOfAllFormatsAndTheOthersThoseOfTheSizeThatIsShown() async throws {
        let page = ModesPage(offers: Self.webcam, mode: try await mode("640x480@30:YUYV"))
        #expect(
            rows(page).map(\.name) == [
                "Automatic", "1920 × 1080", "1280 × 720",
                "640 × 480", "60 fps", "30 fps", "15 fps", "YUYV",
                "MJPG",
            ])
        #expect(chosen(page) == ["Automatic", "640 × 480", "30 fps", "YUYV"])
        let ids = rows(page).map(\.id)
        #expect(Set(ids).count == ids.count)
    }

    @Test func rangesHaveTheSizesAndRatesThatPeopleKnow() async throws {
        let range = ModeOffer(
            fourCC: "NV12",
            sizes: .stepwise(
                smallest: Self.size("2x2"), largest: Self.size("2592x1944"), step: Self.size("2x2")),
            rates: .range(slowest: Rational(1), fastest: Rational(45)))
        let page = ModesPage(offers: [range], mode: try await mode("1000x500@30:NV12"))
        #expect(page.sizes.first == Self.size("2592x1944") && page.sizes.contains(Self.size("1000x500")))
        #expect(page.sizes.contains(Self.size("1280x720")) && !page.sizes.contains(Self.size("3840x2160")))
        #expect(page.rates == [45, 30, 25, 24, 15, 10, 5, 1].map { Rational($0) })
    }

    @Test func aRateThatADriverRoundsIsTheOneThatWasMeant() async throws {
        let page = ModesPage(offers: Self.webcam, mode: try await mode("640x480@30000/1001:YUYV"))
        #expect(chosen(page).contains("30 fps"))
        #expect(
            !chosen(ModesPage(offers: Self.webcam, mode: try await mode("640x480@20:YUYV"))).contains {
                $0.hasSuffix("fps")
            })
    }

    @Test func anyRateThatADriverSaysCanBeChosen() async throws {
        let rates = [
            Rational(5000), Rational(4_294_967_295, 4_294_967_294), Rational(.max), Rational(1, .max),
        ]
        let offer = ModeOffer(
            fourCC: "YUYV", sizes: .discrete(Self.size("640x480")), rates: .discrete(rates))
        let page = ModesPage(offers: [offer], mode: try await mode("640x480@30:YUYV"))
        let choices = rows(page).compactMap { ModesPage.choice(.activated($0.id)) }
        for rate in rates { #expect(choices.contains(.rate(rate))) }
    }

    @Test func aSizeKeepsWhatWasChosenBeforeAsFarAsTheCameraHasItThen() async throws {
        var page = ModesPage(offers: Self.webcam, mode: try await mode("640x480@30:YUYV"))
        let large = ModesPage.Choice.size(Self.size("1920x1080"))
        #expect(page.request(for: large) == ModeRequest(size: Self.size("1920x1080"), isStrict: true))
        page.wish = ModeRequest(rate: Rational(30), format: "YUYV")
        #expect(
            page.request(for: large)
                == ModeRequest(size: Self.size("1920x1080"), rate: Rational(30), isStrict: true))
        page.wish = ModeRequest(rate: Rational(15), format: "YUYV")
        #expect(page.request(for: large) == ModeRequest(size: Self.size("1920x1080"), isStrict: true))
        page.wish = ModeRequest(rate: Rational(10), format: "YUYV")
        #expect(
            page.request(for: .size(Self.size("1280x720")))
                == ModeRequest(
                    size: Self.size("1280x720"), rate: Rational(10), format: "YUYV", isStrict: true))
    }

    @Test func rateAndFormatAreThoseOfTheSizeThatIsShown() async throws {
        var page = ModesPage(offers: Self.webcam, mode: try await mode("640x480@30:YUYV"))
        page.wish = ModeRequest(rate: Rational(15), format: "YUYV")
        let size = Self.size("640x480")
        #expect(
            page.request(for: .rate(Rational(60)))
                == ModeRequest(size: size, rate: Rational(60), isStrict: true))
        #expect(page.request(for: .format("MJPG")) == ModeRequest(size: size, format: "MJPG", isStrict: true))
        #expect(page.request(for: .automatic) == ModeRequest())
    }

    @Test func everyRowMeansWhatItSays() async throws {
        let page = ModesPage(offers: Self.webcam, mode: try await mode("640x480@30:YUYV"))
        let choices = rows(page).map { ModesPage.choice(.activated($0.id)) }
        let expected: [ModesPage.Choice] =
            [.automatic] + page.sizes.map { .size($0) } + page.rates.map { .rate($0) }
            + page.formats.map { .format($0) }
        #expect(choices == expected)
        #expect(ModesPage.choice(.activated("mirror")) == nil)
        #expect(ModesPage.choice(.toggled("mode-automatic", true)) == nil)
    }

    @Test func aSourceWithOneModeSaysSo() async throws {
        let page = ModesPage(mode: try await mode("640x480@30:YUYV"))
        #expect(rows(page).isEmpty && page.element.find("modes-none")?.name == ScreenWords.noModes)
    }
}
