import Capture
import Frames
import Glibc
import LinuxIO
import Movies
import ProcessResources

/// A tool of the lab: a client of the library under the faults of vivid's cameras, again and again.
///
/// It runs as root, says what each trial has shown, a line each, and ends with 1 where a promise was not kept.
///
/// ```
/// fault-probe TRIAL COUNT CAMERA…    the trials are those below; the cameras are ids, as `viewfinder list` names them
/// ```
@main struct FaultProbe {
    static let trials: [String: @Sendable (Cameras, Int) async throws -> Void] = [
        "starts": starts, "switches": switches, "injections": injections, "drops": drops, "wraps": wraps,
        "contacts": contacts, "unplugged-streaming": unpluggedStreaming,
        "unplugged-starting": unpluggedStarting, "unplugged-switching": unpluggedSwitching,
        "unplugged-stopping": unpluggedStopping, "unplugged-recording": unpluggedRecording, "gone": gone,
    ]

    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count > 2, let trial = trials[arguments[0]], let count = Int(arguments[1]) else {
            throw Failure("fault-probe TRIAL COUNT CAMERA…, with a trial of \(trials.keys.sorted())")
        }
        do {
            let cameras = Cameras(Array(arguments.dropFirst(2)))
            // What is made once and kept is there before the first look.
            try await trial(cameras, min(5, count))
            let before = try await Resources.settled(as: nil)
            let begin = MonotonicClock.now()
            try await trial(cameras, count)
            let seconds = Double(MonotonicClock.now() - begin) / 1e9
            let after = try await Resources.settled(as: before)
            print("\(arguments[0]) \(count) in \(Int(seconds)) s; before: \(before); after: \(after)")
            try after.hold(before)
        } catch {
            print("\(arguments[0]) failed: \(error)")
            exit(1)
        }
    }

    // MARK: - Starts and switches

    private static func starts(_ cameras: Cameras, _ count: Int) async throws {
        let session = cameras.session(cameras.ids[0])
        for _ in 0..<count {
            try await session.start()
            guard session.stop() else { throw Failure("the camera is not free after a stop") }
        }
    }

    private static func switches(_ cameras: Cameras, _ count: Int) async throws {
        let session = cameras.session(cameras.ids[0])
        defer { session.stop() }
        try await session.start()
        for number in 1...count {
            try await session.switchTo(.camera(.identity(cameras.ids[number % cameras.ids.count])))
        }
    }

    // MARK: - What vivid injects

    /// Each control that makes an error, and each pair of them, while the camera streams and as it starts.
    private static func injections(_ cameras: Cameras, _ count: Int) async throws {
        let id = cameras.ids[0]
        let session = cameras.session(id)
        defer { session.stop() }
        try await session.start()
        let keys = try session.controls().all.map(\.key).filter {
            $0.hasPrefix("inject_") || $0 == "disconnect"
        }
        guard keys.count >= 5 else { throw Failure("vivid has only these to inject: \(keys)") }
        var sets = keys.map { [$0] }
        for (place, first) in keys.enumerated() { sets += keys[(place + 1)...].map { [first, $0] } }
        let times = Times()
        for set in sets.prefix(count < 10 ? count : sets.count) {
            for isStarting in [false, true] {
                try cameras.press(set, of: id)
                let begin = MonotonicClock.now()
                if isStarting {
                    session.stop()
                    // It may fail; then it is looked for.
                    session.start(waits: true) { _ in }
                }
                try await cameras.goesOn(session, "after \(set.joined(separator: " and "))")
                times.add(begin)
            }
        }
        print("injections: \(sets.count) of \(keys.count) controls, pictures again after \(times)")
    }

    /// All shares of pictures that vivid leaves out, up to all of them.
    private static func drops(_ cameras: Cameras, _ count: Int) async throws {
        let id = cameras.ids[0]
        let session = cameras.session(id)
        defer { session.stop() }
        try await session.start()
        for percent in stride(from: 0, through: 100, by: count < 10 ? 50 : 10) {
            try cameras.set("percentage_of_dropped_buffers", percent, of: id)
            let before = cameras.published
            try await Task.sleep(for: .seconds(2))
            let rate = Double(cameras.published - before) / 2
            print("drops: \(percent) % left out, \(rate) pictures a second, \(session.state)")
            if percent < 100, rate == 0 { throw Failure("no picture at \(percent) %") }
            if percent == 100 {
                try await wait(for: "words for a camera without pictures", 30) {
                    session.state.fault?.kind == .stalled
                }
            }
        }
        try cameras.set("percentage_of_dropped_buffers", 0, of: id)
        try await cameras.goesOn(session, "after all were left out")
    }

    /// Numbers and stamps that begin anew.
    private static func wraps(_ cameras: Cameras, _ count: Int) async throws {
        let id = cameras.ids[0]
        for key in ["wrap_sequence_number", "wrap_timestamp"] {
            for value in [1, 0] {
                try cameras.set(key, value, of: id)
                let session = cameras.session(id)
                try await session.start()
                try await cameras.goesOn(session, "with \(key)=\(value)", pictures: count < 10 ? 10 : 60)
                guard session.stop() else { throw Failure("the camera is not free") }
            }
        }
    }

    // MARK: - What is pulled out

    /// A loose contact: the camera is gone, and there again once its last user has closed it.
    private static func contacts(_ cameras: Cameras, _ count: Int) async throws {
        let id = cameras.ids[0]
        let session = cameras.session(id)
        defer { session.stop() }
        try await session.start()
        let times = Times()
        for _ in 0..<count {
            let begin = MonotonicClock.now()
            try cameras.press(["disconnect"], of: id)
            try await cameras.goesOn(session, "after a loose contact")
            times.add(begin)
        }
        print("contacts: pictures again after \(times)")
    }

    private static func unpluggedStreaming(_ cameras: Cameras, _ count: Int) async throws {
        let session = cameras.session(cameras.ids[0])
        defer { session.stop() }
        try await session.start()
        let (told, back) = (Times(), Times())
        for _ in 0..<count {
            var begin = MonotonicClock.now()
            try Cameras.unplug()
            try await wait(for: "words for an unplugged camera", 10) {
                session.state.fault?.sentence.contains("unplugged") == true
            }
            told.add(begin)
            begin = MonotonicClock.now()
            try Cameras.plugIn()
            try await cameras.goesOn(session, "plugged in again")
            back.add(begin)
        }
        print("unplugged-streaming: told after \(told), pictures again after \(back)")
    }

    private static func unpluggedStarting(_ cameras: Cameras, _ count: Int) async throws {
        let session = cameras.session(cameras.ids[0])
        var moments = Moments()
        for _ in 0..<count {
            session.start(waits: true) { _ in }
            try await moments.pass(within: 200)
            try Cameras.unplug()
            try Cameras.plugIn()
            try await cameras.goesOn(session, "unplugged while it started")
            guard session.stop() else { throw Failure("the camera is not free after a stop") }
        }
    }

    private static func unpluggedSwitching(_ cameras: Cameras, _ count: Int) async throws {
        let session = cameras.session(cameras.ids[0])
        defer { session.stop() }
        try await session.start()
        var moments = Moments()
        for number in 1...count {
            let next = cameras.ids[number % cameras.ids.count]
            session.configure {
                $0.source = .camera(.identity(next))
            } done: { _ in
            }
            try await moments.pass(within: 200)
            try Cameras.unplug()
            try Cameras.plugIn()
            try await cameras.goesOn(session, "unplugged while it switched")
        }
    }

    private static func unpluggedStopping(_ cameras: Cameras, _ count: Int) async throws {
        let session = cameras.session(cameras.ids[0])
        var moments = Moments()
        for _ in 0..<count {
            try await session.start()
            let delay = moments.next(within: 20)
            let stopping = Task.detached {
                try await Task.sleep(for: .milliseconds(delay))
                return session.stop()
            }
            try await moments.pass(within: 20)
            try Cameras.unplug()
            guard try await stopping.value else { throw Failure("the camera is not free after a stop") }
            try Cameras.plugIn()
            try await Cameras.appear(cameras.ids)
        }
    }

    /// A movie that goes on when the camera does.
    private static func unpluggedRecording(_ cameras: Cameras, _ count: Int) async throws {
        let session = cameras.session(cameras.ids[0])
        defer { session.stop() }
        try await session.start()
        let path = "/tmp/fault-probe.mp4"
        defer { unlink(path) }
        var moments = Moments()
        for _ in 0..<count {
            let movie = try MovieWriter(path: path)
            session.add(movie.output)
            try await cameras.goesOn(session, "recorded")
            try await moments.pass(within: 200)
            try Cameras.unplug()
            try await wait(for: "words for an unplugged camera", 10) {
                session.state.fault?.sentence.contains("unplugged") == true
            }
            let before = movie.statistics.taken
            try Cameras.plugIn()
            try await cameras.goesOn(session, "unplugged in a recording")
            session.remove(movie.output)
            let after = try movie.finish().taken
            guard before > 0, after > before else {
                throw Failure("the movie has \(after) pictures, \(before) of them from before")
            }
        }
    }

    /// A camera that goes between the list and its opening.
    private static func gone(_ cameras: Cameras, _ count: Int) async throws {
        for _ in 0..<count {
            guard let found = CameraList.search().cameras.first else { throw Failure("no camera is there") }
            try Cameras.unplug()
            for selector in [CameraSelector.path(found.path), .identity(found.id), .number(1)] {
                let session = CaptureSession(.camera(selector))
                do {
                    try await session.start()
                    throw Failure("\(found.path) has run though it is gone")
                } catch let fault as CaptureFault {
                    guard fault.kind == .gone else { throw Failure("\(fault)") }
                }
            }
            try Cameras.plugIn()
            try await Cameras.appear(cameras.ids)
        }
    }
}
