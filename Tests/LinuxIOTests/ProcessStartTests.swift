import LinuxIO
import Testing

@Suite struct ProcessStartTests {
    @Test func theStartLiesBeforeAllThatHasHappened() {
        let (now, used) = (MonotonicClock.now(), MonotonicClock.processorTime())
        let start = ProcessStart.estimate(seenAt: now, after: 0)
        #expect(start < now)
        // The tests' process is not older than a day, and was not made within the last clock tick.
        #expect(now - start < 86_400_000_000_000)
        #expect(ProcessStart.estimate(seenAt: now, after: used) <= now - used)
    }

    @Test func theKernelsTickAndTheProcessorTimeBothBoundIt() {
        let now = MonotonicClock.now()
        let tick = ProcessStart.estimate(seenAt: now, after: 0)
        // A time that was all used up by the processor is believed as long as it begins before the tick ends.
        #expect(ProcessStart.estimate(seenAt: now, after: now - tick + 1_000_000_000) == tick - 1_000_000_000)
        // Two looks differ by what passes between two clocks' readings.
        let again = ProcessStart.estimate(seenAt: MonotonicClock.now(), after: 0)
        #expect(abs(again - tick) < 10_000_000)
    }
}
