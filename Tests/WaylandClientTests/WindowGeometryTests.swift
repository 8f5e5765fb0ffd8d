import Testing

@testable import WaylandClient

@Suite struct WindowGeometryTests {
    private func request(_ width: Int, _ height: Int, _ states: Set<XdgToplevel.State> = [])
        -> WindowGeometry.Request
    {
        WindowGeometry.Request(size: SurfaceSize(width: width, height: height), states: states)
    }

    @Test func withoutASizeOfOursOnlyTheCompositorsWillDo() {
        var geometry = WindowGeometry(initialSize: nil)
        #expect(!geometry.canApply(request(0, 0)) && !geometry.canApply(request(500, 0)))
        #expect(geometry.canApply(request(500, 400)))
        geometry.chooseInitialSize(SurfaceSize(width: 320, height: 200))
        geometry.chooseInitialSize(SurfaceSize(width: 1, height: 1))
        geometry.apply(request(0, 0))
        #expect(geometry.size == SurfaceSize(width: 320, height: 200))
    }

    @Test func aSizeThatNoWindowCanHaveIsBroughtToOne() {
        var geometry = WindowGeometry(initialSize: SurfaceSize(width: 99_999_999_999, height: -5))
        geometry.apply(request(0, 0))
        #expect(geometry.size == SurfaceSize(width: 16384, height: 1))
        geometry.bounds = SurfaceSize(width: 1000, height: 1000)
        geometry.apply(request(0, 0))
        #expect(geometry.size == SurfaceSize(width: 1000, height: 1))
    }

    @Test func zeroLeavesTheSizeToUsInEachDirection() {
        var geometry = WindowGeometry(initialSize: SurfaceSize(width: 640, height: 360))
        geometry.apply(request(0, 0))
        #expect(geometry.size == SurfaceSize(width: 640, height: 360))
        geometry.apply(request(500, 0))
        #expect(geometry.size == SurfaceSize(width: 500, height: 360))
        geometry.apply(request(0, 200))
        #expect(geometry.size == SurfaceSize(width: 640, height: 200))
    }

    @Test(arguments: [
        XdgToplevel.State.fullscreen, .maximized, .tiledLeft, .tiledRight, .tiledTop, .tiledBottom,
    ])
    func theFloatingSizeSurvivesOtherStates(state: XdgToplevel.State) {
        var geometry = WindowGeometry(initialSize: SurfaceSize(width: 640, height: 360))
        geometry.apply(request(700, 400, [.activated]))
        geometry.apply(request(1920, 1080, [state]))
        #expect(geometry.size == SurfaceSize(width: 1920, height: 1080))
        geometry.apply(request(0, 0))
        #expect(geometry.size == SurfaceSize(width: 700, height: 400))
    }

    @Test(arguments: [
        (1920, 1080, 960, 1080, 960, 540), (1920, 1080, 1920, 540, 960, 540),
        (1080, 1920, 600, 600, 337, 600),
        (100, 50, 600, 600, 100, 50), (10000, 1, 100, 100, 100, 1),
    ])
    func ourOwnChoiceKeepsItsAspectInsideTheBounds(
        width: Int, height: Int, maximumWidth: Int, maximumHeight: Int, fittedWidth: Int, fittedHeight: Int
    ) {
        var geometry = WindowGeometry(initialSize: SurfaceSize(width: width, height: height))
        geometry.bounds = SurfaceSize(width: maximumWidth, height: maximumHeight)
        geometry.apply(request(0, 0))
        #expect(geometry.size == SurfaceSize(width: fittedWidth, height: fittedHeight))
        geometry.apply(request(3000, 3000))
        #expect(geometry.size == SurfaceSize(width: 3000, height: 3000))
    }

    @Test func anEmptyInitialSizeBecomesOnePixel() {
        #expect(
            WindowGeometry(initialSize: SurfaceSize(width: 0, height: -3)).size
                == SurfaceSize(width: 1, height: 1))
    }

    @Test func fractionalSizesRoundHalvesUp() {
        for parts in 61...480 {
            for width in [1, 3, 479, 641, 1919] {
                let size = SurfaceScale.fractional(parts).bufferSize(
                    for: SurfaceSize(width: width, height: width))
                let exact = Double(width) * Double(parts) / 120
                #expect(Double(size.width) == max(1, exact.rounded(.toNearestOrAwayFromZero)))
            }
        }
    }
}
