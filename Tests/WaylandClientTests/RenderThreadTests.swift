import LinuxIO
import TestSupport
import Testing

@testable import WaylandClient

/// Commits from another thread, as a renderer makes them, while the main thread hears events.
@Suite struct RenderThreadTests {
    @Test func commitsFromAnotherThreadAreAnsweredLikeOurOwn() throws {
        let sway = try HeadlessSway()
        let client = try TestClient(display: sway.socketPath)
        try client.appear()
        let buffer = try client.makeBuffer(client.state.bufferSize, grey: 50)
        let (pacing, surface) = (client.window.pacing, client.window.objects.surface)
        let (changed, done) = (try Wakeup(), try Wakeup())
        pacing.onChange { changed.ring() }
        let thread = try SystemThread(name: "renderer") {
            for number in 0..<200 {
                pacing.prepareCommit(for: pacing.state, token: UInt64(number))
                if number % 7 == 3 {
                    pacing.cancelCommit()
                } else {
                    surface.attach(buffer: buffer, x: 0, y: 0)
                    surface.damage(x: 0, y: 0, width: .max, height: .max)
                    surface.commit()
                }
                changed.wait(until: MonotonicClock.now() + 3_000_000)
            }
            done.ring()
        }
        try client.run("the renderer") { done.wait(until: 0) }
        thread.join(within: 5)
        try client.run("every frame callback") { !client.state.isFrameCallbackOwed }
        #expect(client.loss == nil)
    }
}
