import Faults
import Foundation
import Frames
import Glibc
import LinuxIO
import Movies
import ProcessResources
import Synchronization
import TestSupport
import Testing

@testable import Capture

/// A camera at 60 pictures a second for a long time, with a fault every few seconds and a recording half of the time.
///
/// It runs where `VIEWFINDER_SOAK` says for how many seconds, in a process of its own: what that holds is compared.
@Suite(.serialized) struct SoakTests {
    private static let seconds = ProcessInfo.processInfo.environment["VIEWFINDER_SOAK"].flatMap(Double.init)

    @Test(.enabled(if: SoakTests.seconds != nil, "VIEWFINDER_SOAK says for how many seconds"))
    func faultsForALongTimeLeaveNothingBehind() async throws {
        let seconds = try #require(Self.seconds)
        let environment = ProcessInfo.processInfo.environment
        let seed = environment["VIEWFINDER_SOAK_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 1...99_999)
        print("soak: \(Int(seconds)) s, VIEWFINDER_SOAK_SEED=\(seed)")
        // What is made once and kept is there after a quarter of it, or two minutes.
        let first = min(seconds / 4, 120)
        _ = try await Self.soak(for: first, seed: seed + 1)
        let before = try await Resources.settled(as: nil)
        let times = try await Self.soak(for: seconds - first, seed: seed)
        let after = try await Resources.settled(as: before)
        print("soak: before: \(before)\nsoak: after: \(after)")
        try after.hold(before, heap: 4000)
        try Self.report(times)
    }

    private static func report(_ times: [Double]) throws {
        let sorted = times.sorted()
        let longest = try #require(sorted.last)
        func percentile(_ share: Double) -> Double {
            sorted[max(0, Int((share * Double(sorted.count)).rounded(.up)) - 1)]
        }
        let figures = [percentile(0.5), percentile(0.99), longest].map { String(format: "%.3f", $0) }
        print(
            "soak: \(sorted.count) faults; back after \(figures[0]) s (p50), \(figures[1]) s (p99), \(figures[2]) s at most"
        )
    }

    /// Soaks on a thread of its own: waits of the tests' few threads would be measured, too.
    private static func soak(for seconds: Double, seed: UInt64) async throws -> [Double] {
        try await withCheckedThrowingContinuation { done in
            Thread { done.resume(with: Result { try Soak(seed: seed).run(for: seconds) }) }.start()
        }
    }
}

/// A camera, its session, and its consumers; confined to one thread.
private final class Soak {
    private static let isTalkative =
        ProcessInfo.processInfo.environment["VIEWFINDER_SOAK_WORDS"] != nil
    private let scene: SoakFault.Scene
    private let session: CaptureSession
    private let view: View
    private let folder = NSTemporaryDirectory() + "viewfinder-soak-\(UUID().uuidString)"
    private var numbers: SeededNumbers
    /// The faults that are still to come before any comes again.
    private var bag: [SoakFault] = []
    private var writer: MovieWriter?
    private var movieCount = 0
    /// The moment at which the recording begins or ends.
    private var turn: Int64
    private var recoveries: [Double] = []

    init(seed: UInt64) throws {
        numbers = SeededNumbers(seed)
        var script = ScriptedCamera.Script()
        script.modes = [.yuyv(160, 120, rates: [60])]
        let camera = try ScriptedCamera(script)
        scene = SoakFault.Scene(camera: camera, player: try Player([camera], every: 16))
        view = try View()
        session = DriverTrial.session(
            camera, outputs: [view.output], isLookedFor: true, patience: 1_500_000_000)
        turn = MonotonicClock.now()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit {
        scene.heal()
        session.stop()
        scene.player.stop()
        view.stop()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Runs until the time is over.
    ///
    /// - Returns: The seconds from the end of each fault until pictures came again.
    func run(for seconds: Double) throws -> [Double] {
        let end = MonotonicClock.now() + Int64(seconds * 1e9)
        session.start(waits: true) { _ in }
        try pictures(after: "the start")
        repeat {
            try turnRecording()
            usleep(useconds_t(Double.random(in: 0.2...1.5, using: &numbers) * 1e6))
            try fault()
        } while MonotonicClock.now() < end
        try finishMovie()
        view.rest(true)
        // One that was looked at goes to the driver with the next picture.
        var lost = Set(0..<32)
        try eventually("all buffers at the driver", within: 5, found: { "lost: \(lost)" }) {
            let missing = scene.camera.missingBuffers
            lost.formIntersection(missing)
            return lost.isEmpty && missing.count <= 1
        }
        view.rest(false)
        guard view.rowsRead > 0, movieCount > 0 else {
            throw WaitedInVain("it has shown or recorded nothing")
        }
        try eventually("the end", within: 10) { session.stop() }
        view.stop()
        try eventually("a camera that is left", within: 10) {
            scene.camera.isLeft && scene.camera.mappedCount == 0
        }
        guard scene.camera.script.opens == scene.camera.script.closes else {
            throw WaitedInVain(
                "opened \(scene.camera.script.opens) times, closed \(scene.camera.script.closes)")
        }
        return recoveries
    }

    private func fault() throws {
        if bag.isEmpty { bag = SoakFault.all.shuffled(using: &numbers) }
        let fault = bag.removeLast()
        fault.begin(scene, &numbers)
        usleep(useconds_t(Double.random(in: fault.lasting, using: &numbers) * 1e6))
        // A stream that breaks is mended by its new start.
        if fault.lasting.upperBound > 0 { scene.heal() }
        let begin = MonotonicClock.now()
        try pictures(after: fault.name)
        let seconds = Double(MonotonicClock.now() - begin) / 1e9
        recoveries.append(seconds)
        if Self.isTalkative { print("soak: \(fault.name): \(seconds) s") }
        try fault.promise.hold(.recovered, seconds: seconds)
    }

    /// Waits until good pictures are looked at.
    private func pictures(after what: String) throws {
        let count = view.output.statistics.taken
        try eventually("pictures after \(what)", within: 30, found: { "\(session.state)" }) {
            // A camera that cannot be shown is not looked for: it is chosen again.
            if case .failed = session.state { session.start(waits: true) { _ in } }
            return session.state.mode != nil && view.output.statistics.taken > count + 1
        }
    }

    // MARK: - The recording

    /// Begins or ends a movie when it is time: as long with one as without.
    private func turnRecording() throws {
        guard MonotonicClock.now() >= turn else { return }
        turn = MonotonicClock.now() + Int64(Double.random(in: 3...8, using: &numbers) * 1e9)
        guard writer == nil else { return try finishMovie() }
        movieCount += 1
        let path = "\(folder)/\(movieCount).\(movieCount % 2 == 0 ? "mkv" : "mp4")"
        let writer = try MovieWriter(path: path, logger: quiet)
        session.add(writer.output)
        self.writer = writer
    }

    private func finishMovie() throws {
        guard let writer else { return }
        self.writer = nil
        session.remove(writer.output)
        let statistics = try writer.finish(within: 30)
        let size = try FileManager.default.attributesOfItem(atPath: writer.path)[.size] as? Int ?? 0
        guard statistics.taken > 0, size > 1000 else {
            throw WaitedInVain("a movie of \(statistics) has \(size) bytes")
        }
        try FileManager.default.removeItem(atPath: writer.path)
    }
}

/// Looks at the newest picture on a thread of its own, as a window does.
private final class View: Sendable {
    let output = FrameOutput(.newest, alwaysWantsFrames: true)
    private let rows = Atomic(0)
    private let isOver = Atomic(false)
    private let isResting = Atomic(false)
    private let sum = Atomic(0)

    init() throws {
        _ = try SystemThread(name: "view") { [self] in
            while !isOver.load(ordering: .acquiring) {
                usleep(8000)
                if isResting.load(ordering: .acquiring) {
                    // The one that waits would stay the session's as long as nobody takes it.
                    _ = output.take()
                    continue
                }
                var taken = output.take()
                guard let frame = taken else { continue }
                // All bytes are read, so that memory which is gone would be noticed.
                let sum = frame.withPlane(0) { bytes in unsafe bytes.reduce(0) { $0 &+ Int($1) } }
                self.sum.add(sum & 0xff, ordering: .relaxed)
                rows.add(frame.layout.size.height, ordering: .relaxed)
                Frame.release(&taken)
            }
        }
    }

    var rowsRead: Int { rows.load(ordering: .relaxed) }

    func rest(_ isResting: Bool) { self.isResting.store(isResting, ordering: .releasing) }

    func stop() { isOver.store(true, ordering: .releasing) }
}
