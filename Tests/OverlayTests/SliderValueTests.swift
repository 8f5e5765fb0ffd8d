import Testing

@testable import Overlay

/// Numbers of sliders.
struct SliderValueTests {
    @Test func placesAndNumbersAreOneAnothersInverse() {
        for slider in [
            SliderValue(0, in: -64...64), SliderValue(3, in: 3...2047, isLogarithmic: true),
            SliderValue(0, in: 0...1),
        ] {
            for place in stride(from: 0, through: 1.0, by: 0.125) {
                let moved = slider.setting(slider.value(at: place))
                #expect(abs(moved.position - place) < 1e-9)
            }
        }
    }

    @Test func aLogarithmicOneHasTheGeometricMeanInItsMiddle() {
        #expect(abs(SliderValue(1, in: 1...10_000, isLogarithmic: true).value(at: 0.5) - 100) < 1e-9)
    }

    @Test func stepsEndAtTheEnds() {
        var slider = SliderValue(0, in: 0...10, step: 3)
        var seen: [Double] = []
        for _ in 0..<6 {
            slider = slider.setting(slider.stepped(by: 1))
            seen.append(slider.value)
        }
        #expect(seen == [3, 6, 9, 9, 9, 9] || seen == [3, 6, 9, 10, 10, 10])
        for _ in 0..<6 { slider = slider.setting(slider.stepped(by: -1)) }
        #expect(slider.value == 0)
    }

    /// From one end to the other by the smallest steps, on ranges of all kinds.
    @Test(arguments: [
        SliderValue(0, in: 0...1), SliderValue(3, in: 3...2047, step: 1, isLogarithmic: true),
        SliderValue(-64, in: -64...64, step: 1), SliderValue(0, in: 0...65_535, step: 1),
        SliderValue(1, in: 1...2, step: 0.25),
    ])
    func everyStepMoves(slider: SliderValue) {
        var (slider, count) = (slider, 0)
        while slider.value < slider.range.upperBound, count < 1000 {
            let next = slider.setting(slider.stepped(by: 1))
            #expect(next.value > slider.value)
            guard next.value > slider.value else { return }
            (slider, count) = (next, count + 1)
        }
        #expect(count < 1000)
    }

    @Test func badNumbersBecomeNearOnes() {
        #expect(SliderValue(.nan, in: 0...1).value == 0)
        #expect(SliderValue(.infinity, in: 0...1).value == 1)
        #expect(SliderValue(5, in: -Double.infinity...0).range == 0...1)
        #expect(SliderValue(5, in: 5...5).position == 0)
        #expect(SliderValue(0.5, in: 0...1, step: -.infinity).value == 0.5)
        #expect(SliderValue(0, in: -1...5, isLogarithmic: true).isLogarithmic == false)
    }

    @Test(arguments: [
        (156.0, 1.0, "156"), (-3.0, 1.0, "-3"), (0.25, 0.05, "0.25"), (-0.5, 0.1, "−0.5"), (1.0, 0.5, "1.0"),
        (1e20, 1.0, "1e+20"), (0.05, 0.01, "0.05"),
    ])
    func textHasTheDigitsOfTheSteps(value: Double, step: Double, text: String) {
        let shown = SliderValue.text(value, step: step)
        #expect(shown == text || shown == text.replacing("-", with: "−"))
    }

    @Test(arguments: [("1,5", 1.5), ("−3", -3), ("7", 7)])
    func typedNumbersAreRead(text: String, number: Double) {
        #expect(SliderValue.number(text) == number)
    }

    @Test(arguments: ["", "-", "1.2.3", "x", "nan", "inf"])
    func otherWordsAreNone(text: String) { #expect(SliderValue.number(text) == nil) }
}
