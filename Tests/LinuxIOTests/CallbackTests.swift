import LinuxIO
import Synchronization
import Testing

/// Functions that are set and called on any thread.
@Suite struct CallbackTests {
    @Test func aFunctionThatIsCalledForHoursCostsNoMoreThanAtFirst() {
        let sum = Mutex(0)
        let callback = Callback<Int, Void>()
        callback.current = { number in sum.withLock { $0 += number } }
        // One that was wrapped anew each time would need minutes, and more of the stack than there is when it is let go.
        for _ in 0..<200_000 { callback(1) }
        callback.current = nil
        #expect(callback(1) == nil)
        #expect(sum.withLock { $0 } == 200_000)
    }
}
