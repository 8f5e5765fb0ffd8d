import Testing

@testable import LiveViewOverlay

/// How guests come and go softly.
@Suite struct FadeTests {
    /// The opacities at the moments of all steps.
    private func opacities(_ fade: inout Fade) -> [Double] {
        var seen = [fade.opacity]
        while let moment = fade.nextMoment {
            fade.advance(to: moment - 1)
            #expect(fade.opacity == seen.last)
            fade.advance(to: moment)
            seen.append(fade.opacity)
        }
        return seen
    }

    @Test func aGuestIsSeenAtOnceAndWholeWithin120Milliseconds() {
        var fade = Fade(isThere: false)
        #expect(fade.isOver && fade.nextMoment == nil)
        fade.come(at: 1000)
        #expect(opacities(&fade) == [0.25, 0.5, 0.75, 1])
        var late = Fade(isThere: false)
        late.come(at: 1000)
        late.advance(to: 1000 + 120_000_000)
        #expect(late.opacity == 1 && late.nextMoment == nil)
    }

    @Test func itGoesAsItCame() {
        var fade = Fade(isThere: true)
        fade.go(at: 0)
        #expect(opacities(&fade) == [0.75, 0.5, 0.25, 0])
        #expect(fade.isOver)
    }

    @Test func oneThatComesBackGoesOnFromWhatIsLeft() {
        var fade = Fade(isThere: true)
        fade.go(at: 0)
        fade.advance(to: Fade.interval)
        fade.come(at: Fade.interval + 1)
        #expect(opacities(&fade) == [0.75, 1])
        #expect(!fade.isOver)
    }
}
