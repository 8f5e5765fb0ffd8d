internal import CLinux
internal import Glibc
internal import LinuxIO
internal import Synchronization

/// A frame as it stood on the output.
struct Sighting: Sendable {
    var mark: FrameMark
    /// The moment at which the compositor put it there, in nanoseconds of the monotonic clock.
    var time: Int64
}

/// A reader of the marks of frames on the compositor's output (wlr-screencopy), one for each picture that it composes.
///
/// Only the corner with the mark is copied, which costs the compositor next to nothing.
final class OutputReader: Sendable {
    private struct State {
        var isStopped = false
        var sightings: [Sighting] = []
        var error: String?
    }

    private let state = Mutex(State())
    private let thread: SystemThread

    /// Starts to read.
    ///
    /// - Parameters:
    ///   - socket: The compositor's socket.
    ///   - width: The width of the picture on the output, in pixels.
    ///   - top: The row of the output at which the picture begins.
    /// - Throws: The error of too many threads.
    init(socket: String, width: Int, top: Int = 0) throws {
        let work = Callback<Void, Void>()
        let begin = try Wakeup()
        thread = try SystemThread(name: "reader") {
            begin.wait()
            work(())
        }
        work.current = { [self] _ in run(socket, width: width, top: top) }
        begin.ring()
    }

    /// Ends the thread.
    func stop() {
        state.withLock { $0.isStopped = true }
        thread.join(within: 5)
    }

    /// Every new frame that was seen so far.
    var sightings: [Sighting] { state.withLock { $0.sightings } }

    /// The reason why nothing is read any more.
    var error: String? { state.withLock { $0.error } }

    private func run(_ socket: String, width: Int, top: Int) {
        ThreadPriority.raise()
        do {
            let size = FrameMark.size(inWidth: width)
            let capture = try RegionCapture(socket: socket, y: top, width: size.width, height: size.height)
            var last: FrameMark?
            while !state.withLock({ $0.isStopped }) {
                guard let time = try capture.next(until: MonotonicClock.now() + 100_000_000) else { continue }
                let mark = FrameMark.read(width: width) { capture.brightness($0, $1) }
                guard let mark, mark != last else { continue }
                last = mark
                state.withLock { $0.sightings.append(Sighting(mark: mark, time: time)) }
            }
        } catch {
            state.withLock { $0.error = "\(error)" }
        }
    }
}
