internal import Glibc
internal import LinuxIO
internal import Synchronization

/// A feeder that writes frames into a program's pipe at a constant rate, as a camera would: late frames are lost, not
/// sent later.
final class FrameFeeder: Sendable {
    private struct State {
        var isStopped = false
        var isPaused = false
        var skipped: [UInt32] = []
        var next: UInt32 = 0
    }

    private let state = Mutex(State())
    private let thread: SystemThread

    /// Starts to write.
    ///
    /// - Parameters:
    ///   - frames: The frames to write.
    ///   - rate: The number of frames per second.
    ///   - pipe: The writing end; the caller keeps it open until ``stop()`` has returned.
    /// - Throws: The error of too many threads.
    init(_ frames: any MarkedFrames, rate: Double, to pipe: Int32) throws {
        let work = Callback<Void, Void>()
        let begin = try Wakeup()
        thread = try SystemThread(name: "feeder") {
            begin.wait()
            work(())
        }
        work.current = { [self] _ in run(frames, rate: rate, to: pipe) }
        begin.ring()
    }

    /// Ends the thread; the pipe can be closed then.
    func stop() {
        state.withLock { $0.isStopped = true }
        thread.join(within: 5)
    }

    /// Pauses the frames until ``resume()``.
    func pause() { state.withLock { $0.isPaused = true } }

    /// Resumes the frames after ``pause()``.
    func resume() { state.withLock { $0.isPaused = false } }

    /// The number of the frame that is written next.
    var next: UInt32 { state.withLock { $0.next } }

    /// The numbers of the frames that were never written, since the pipe was still full of an older one.
    var skipped: [UInt32] { state.withLock { $0.skipped } }

    private func run(_ frames: any MarkedFrames, rate: Double, to pipe: Int32) {
        ThreadPriority.raise()
        _ = fcntl(pipe, F_SETFL, O_NONBLOCK)
        let start = MonotonicClock.now()
        let deadline = { (number: UInt32) in start + Int64(Double(number) * 1e9 / rate) }
        var number: UInt32 = 0
        while !state.withLock({ $0.isStopped }) {
            sleep(until: deadline(number))
            if !state.withLock({ $0.isPaused }) {
                let isWritten = unsafe frames.with(number: number, time: deadline(number)) { bytes in
                    unsafe write(bytes, to: pipe)
                }
                guard isWritten else { return }
            }
            let due = UInt32(Double(MonotonicClock.now() - start) * rate / 1e9)
            let next = max(number + 1, due)
            state.withLock { state in
                state.skipped += (number + 1)..<next
                state.next = next
            }
            number = next
        }
    }

    private func sleep(until time: Int64) {
        var time = timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
        _ = unsafe clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil)
    }

    /// Writes all bytes; false when the program or the feeder ended before.
    private func write(_ bytes: UnsafeRawBufferPointer, to pipe: Int32) -> Bool {
        var done = 0
        while done < bytes.count {
            let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
            if let count = try? systemCall(
                "write", { unsafe Glibc.write(pipe, rest.baseAddress, rest.count) })
            {
                done += count
                continue
            }
            let entry = Poll.Entry(pipe, .writable)
            guard !state.withLock({ $0.isStopped }),
                let ready = try? Poll.wait(for: entry, until: MonotonicClock.now() + 100_000_000),
                ready.isDisjoint(with: [.error, .hangUp])
            else { return false }
        }
        return true
    }
}
