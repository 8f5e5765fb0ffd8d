import Capture
import Frames
import Overlay
import Testing

@testable import Viewfinder

/// The panel of information, and the measurements in it.
@Suite struct InformationPageTests {
    private func graph(_ page: InformationPage, _ id: String) -> (numbers: [Double?], top: Double)? {
        guard case .face(.graph(let numbers, let range))? = page.element.find(id)?.content else { return nil }
        return (numbers, range.upperBound)
    }

    @Test func graphsGoFromNothingToTheLastHalfMinute() throws {
        var page = InformationPage()
        #expect(try #require(graph(page, "information-shown")).numbers.allSatisfy { $0 == nil })
        #expect(page.element.find("information-shown-number")?.name == "–")
        var meter = RateMeter()
        for second in 1...40 {
            meter.update(
                captured: 0, shown: UInt64(second), lost: 0, latency: Double(second), age: nil)
            page.history.add(meter)
        }
        let ages = try #require(graph(page, "information-age")).numbers
        #expect(ages == (11...40).map { Double($0) })
        #expect(page.element.find("information-age-number")?.name == "40 ms")
        #expect(page.element.find("information-age-name")?.name == ScreenWords.latency)
        meter.update(captured: 0, shown: 41, lost: 0, latency: 41, age: 12.25)
        page.history.add(meter)
        #expect(page.element.find("information-age-number")?.name == "12.3 ms")
        #expect(page.element.find("information-age-name")?.name == ScreenWords.ageOnScreen)
    }

    @Test func aGraphIsHighEnoughForAllOfItsNumbersAndSeldomOfAnotherHeight() throws {
        for number in stride(from: 0.001, to: 20_000, by: 7.3) {
            let top = InformationPage.round(number)
            #expect(top >= number && (top <= 2.5 * number || top <= 1))
        }
        #expect([1.1, 30, 33, 66, 120, 500].map(InformationPage.round) == [2, 50, 50, 100, 200, 500])
    }

    @Test func linesSayWhatIsKnownAndEachNameOccursOnce() async throws {
        let session = CaptureSession(try Source(parsing: "test:640x360@30:NV12:709-limited"))
        let mode = try await session.start()
        session.stop()
        let page = InformationPage(camera: "Test card", mode: mode)
        #expect(page.element.find("information-camera")?.name == "Test card")
        #expect(page.element.find("information-size")?.name == "640 × 360, 30 fps")
        // Only where the layout reads from right to left a size needs characters that some fonts lack.
        let size = PixelSize(width: 1920, height: 1080)
        #expect(ScreenWords.size(size, isIsolated: false) == "1920 × 1080")
        #expect(ScreenWords.size(size, isIsolated: true) == "\u{2066}1920 × 1080\u{2069}")
        #expect(page.element.find("information-format")?.name == "NV12")
        #expect(page.element.find("information-color")?.name == "BT.709, limited range")
        #expect(page.element.find("information-route") == nil, "nothing is drawn yet")
        func all(_ element: Element) -> [String] { [element.id] + element.children.flatMap { all($0) } }
        let ids = all(page.element)
        #expect(Set(ids).count == ids.count)
    }

    @Test func numbersHaveNoZerosAtTheirEnd() {
        #expect(ScreenWords.rate(Rational(30)) == "30 fps")
        #expect(ScreenWords.rate(Rational(30000, 1001)) == "29.97 fps")
        #expect(ScreenWords.rate(Rational(25, 2)) == "12.5 fps")
        #expect(ScreenWords.rate(Rational(1, 20)) == "0.05 fps")
        #expect(ScreenWords.measuredRate(29.96) == "30 fps")
        #expect(ScreenWords.milliseconds(0.04) == "0 ms")
    }
}
