internal import CLinux
internal import Glibc

/// The beginning of this process.
public enum ProcessStart {
    /// Estimates the moment in nanoseconds of ``MonotonicClock``, before which the process cannot have begun much.
    ///
    /// The kernel tells it in ticks of 10 ms only (`/proc/self/stat`, field 22). The processor time that was used up to a
    /// later moment narrows it down: before that moment less that time, the process had begun. While nothing is waited
    /// for, as when all files are in the page cache, that is exact.
    ///
    /// - Parameters:
    ///   - moment: A moment soon after the start, in nanoseconds of ``MonotonicClock``.
    ///   - processorTime: ``MonotonicClock/processorTime()`` at that moment.
    /// - Returns: The latest start that both allow; at most 10 ms after the true one.
    public static func estimate(seenAt moment: Int64, after processorTime: Int64) -> Int64 {
        let latest = moment - processorTime
        guard let tick = startTick() else { return latest }
        let ticksPerSecond = Int64(sysconf(Int32(_SC_CLK_TCK)))
        guard ticksPerSecond > 0 else { return latest }
        let tickLength = 1_000_000_000 / ticksPerSecond
        // The kernel counts these ticks on the clock that goes on while the machine sleeps.
        let begin = MonotonicClock.now() - (MonotonicClock.read(CLOCK_BOOTTIME) - tick * tickLength)
        return min(latest, begin + tickLength)
    }

    /// Reads field 22; the second field is the program's name in parentheses and may hold anything.
    private static func startTick() -> Int64? {
        guard let text = SystemFile.text("/proc/self/stat"), let nameEnd = text.lastIndex(of: ")") else {
            return nil
        }
        let fields = text[text.index(after: nameEnd)...].split(separator: " ")
        return fields.count > 19 ? Int64(fields[19]) : nil
    }
}
