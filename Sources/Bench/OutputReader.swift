internal import CLinux
internal import Glibc
internal import LinuxIO
internal import Synchronization

/// A frame as it stood on the output.
struct Sighting: Sendable {
    var mark: FrameMark
    /// When the compositor put it there, in nanoseconds of the monotonic clock.
    var time: Int64
}

/// Reads the marks of frames back from the compositor's output (wlr-screencopy), one for each picture that it composes.
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
    ///   - socket: The compositor's.
    ///   - width: Of the picture on the output, in pixels.
    ///   - top: Where the picture begins.
    /// - Throws: That there are too many threads.
    init(socket: String, width: Int, top: Int = 0) throws {
        let work = Mutex<(@Sendable () -> Void)?>(nil)
        let begin = try Wakeup()
        thread = try SystemThread(name: "reader") {
            begin.wait()
            work.withLock { $0 }?()
        }
        work.withLock { work in work = { [self] in run(socket, width: width, top: top) } }
        begin.ring()
    }

    /// Ends the thread.
    func stop() {
        state.withLock { $0.isStopped = true }
        thread.join(within: 5)
    }

    /// Every new frame that was seen so far.
    var sightings: [Sighting] { state.withLock { $0.sightings } }

    /// Why nothing is read any more.
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
