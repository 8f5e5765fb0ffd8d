import Capture
import Frames
import Glibc
import LinuxIO

/// A promise that was not kept, or a lab that is not as it should be.
struct Failure: Error, CustomStringConvertible {
    let description: String
    init(_ sentence: String) { description = sentence }
}

/// Looks every few milliseconds until something holds.
func wait(for what: String, _ seconds: Double, _ condition: () -> Bool) async throws {
    let deadline = MonotonicClock.now() + Int64(seconds * 1e9)
    while !condition() {
        guard MonotonicClock.now() < deadline else {
            throw Failure("waited \(seconds) s in vain for \(what)")
        }
        try await Task.sleep(for: .milliseconds(3))
    }
}

/// The lab's cameras, and what a client sees of the one that it shows.
struct Cameras {
    /// The longest time from an event, or its end, until pictures come again, in seconds.
    private static let patience = 20.0

    let ids: [String]
    private let output = FrameOutput(.newest, alwaysWantsFrames: true)

    init(_ ids: [String]) { self.ids = ids }

    /// The number of pictures so far.
    var published: UInt64 { output.statistics.published }

    func session(_ id: String) -> CaptureSession {
        CaptureSession(
            CaptureConfiguration(
                .camera(.identity(id)), mode: ModeRequest(size: PixelSize(width: 320, height: 180)),
                isLookedFor: true),
            outputs: [output])
    }

    /// Waits until pictures come.
    func goesOn(_ session: CaptureSession, _ when: String, pictures: UInt64 = 3) async throws {
        let before = published
        do {
            try await wait(for: "pictures \(when)", Self.patience) {
                if case .running = session.state { published >= before + pictures } else { false }
            }
        } catch {
            throw Failure("\(error); the session: \(session.state)")
        }
    }

    /// Sets a control of vivid's.
    func set(_ key: String, _ value: Int, of id: String) throws {
        try CameraControls(.identity(id)).set(ControlSetting(key: key, value: .integer(Int64(value))))
    }

    /// Presses buttons of vivid's, one after the other: the last may take the camera away.
    func press(_ keys: [String], of id: String) throws {
        let controls = try CameraControls(.identity(id))
        // A camera that is away takes no other.
        for key in keys.sorted(by: { first, _ in first != "disconnect" }) {
            guard let control = controls[key] else { throw Failure("vivid has no control \(key)") }
            _ = try controls.set(.integer(1), of: control.number)
        }
    }

    /// Pulls all cameras out: they are one device of the platform's.
    static func unplug() throws { try write("unbind") }

    /// Plugs all cameras in.
    static func plugIn() throws { try write("bind") }

    private static func write(_ name: String) throws {
        let file = try Descriptor.open("/sys/bus/platform/drivers/vivid/\(name)", flags: O_WRONLY)
        try file.write(Array("vivid.0".utf8))
    }

    /// Waits until the cameras are found.
    static func appear(_ ids: [String]) async throws {
        try await wait(for: "the cameras", patience) {
            Set(ids).isSubset(of: CameraList.search().cameras.map(\.id))
        }
    }
}

/// Moments that seem to come by chance, the same in each run.
struct Moments {
    private var state: UInt64 = 0x9e37_79b9_7f4a_7c15

    /// A number of milliseconds.
    mutating func next(within milliseconds: UInt64) -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state % milliseconds
    }

    /// Lets the time pass until the next moment.
    mutating func pass(within milliseconds: UInt64) async throws {
        try await Task.sleep(for: .milliseconds(next(within: milliseconds)))
    }
}

/// Times of one kind; written as their median, their 99th percentile and their number.
final class Times: CustomStringConvertible {
    private var seconds: [Double] = []

    /// Adds the time since a moment.
    func add(_ begin: Int64) { seconds.append(Double(MonotonicClock.now() - begin) / 1e9) }

    var description: String {
        let sorted = seconds.sorted()
        func part(_ share: Double) -> String {
            sorted.isEmpty
                ? "-" : "\((sorted[Int(Double(sorted.count - 1) * share)] * 1000).rounded() / 1000)"
        }
        return "p50 \(part(0.5)) s, p99 \(part(0.99)) s (\(sorted.count))"
    }
}
