import Synchronization
import Testing

@testable import Filters

/// Functions that are called for each picture.
@Suite struct CallbackTests {
    @Test func aFunctionThatIsCalledForHoursCostsNoMoreThanAtFirst() {
        let sum = Mutex(0)
        let callback = Callback<Int>()
        callback.current = { number in sum.withLock { $0 += number } }
        // One that was wrapped anew each time would need minutes, and more of the stack than there is when it is let go.
        for _ in 0..<200_000 { callback(1) }
        callback.current = nil
        #expect(sum.withLock { $0 } == 200_000)
    }
}
