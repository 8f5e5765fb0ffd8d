import Foundation
import Frames
import LinuxIO
import Synchronization
import TestSupport
import Testing

@testable import LiveView
@testable import WaylandClient

/// Many pictures through pacing, as fast as they come, with all the threads that a window has: for the thread sanitizer above all.
@Suite(.serialized) struct ContentionTests {
    /// The number of pictures; `VIEWFINDER_FRAMES` says more.
    private static let count =
        ProcessInfo.processInfo.environment["VIEWFINDER_FRAMES"].flatMap(Int.init) ?? 3000

    private static func frame(_ number: UInt32) -> Frame {
        Frame(
            buffer: FrameBuffer(index: 0, byteCounts: [4]), byteCount: 4,
            layout: FrameLayout(format: .grey, size: PixelSize(width: 2, height: 2)),
            color: .assumed(for: .grey, height: 2),
            timestamp: Timestamp(nanoseconds: 0, clock: .monotonic, kind: .generated),
            arrival: MonotonicClock.now(), sequence: number, recycler: nil)
    }

    /// What Vulkan's driver does with each commit, on its own thread.
    private struct Sender: @unchecked Sendable {
        // Sendable: libwayland has a lock for it.
        let connection: WaylandConnection

        func send() { _ = connection.makeRoom() }
    }

    /// As the render thread does, without Vulkan: policy, pacing, and what travels with a commit.
    private final class Renderer: Sendable {
        let output = FrameOutput(alwaysWantsFrames: true)
        let committed = Atomic(0)
        let isOver = Atomic(false)
        let changed: Wakeup
        private let presented = Mutex<[Int64]>([])

        init() throws { changed = try Wakeup() }

        func hear(_ frame: PresentedFrame) { presented.withLock { $0.append(frame.time ?? 0) } }

        private static func taken(_ times: inout [Int64]) -> [Int64] {
            defer { times = [] }
            return times
        }

        func run(_ pacing: SurfacePacing, _ surface: WlSurface, _ sender: Sender) {
            var policy = LatchPolicy()
            policy.mayLatchLate = false
            var callbacks: UInt64 = 0
            while !isOver.load(ordering: .acquiring) {
                let state = pacing.state
                if state.callbackCount != callbacks {
                    callbacks = state.callbackCount
                    policy.callbackCame(at: state.lastCallback)
                }
                for time in presented.withLock({ Self.taken(&$0) }) { policy.presented(at: time) }
                policy.claim(period: state.refreshPeriod)
                var situation = LatchPolicy.Situation(now: MonotonicClock.now())
                situation.isConfigured = state.isConfigured
                situation.isSuspended = state.isSuspended
                situation.isCallbackOwed = state.isFrameCallbackOwed
                situation.isFrameWaiting = output.waiting != nil
                guard policy.decide(situation) == .draw, let frame = output.take() else {
                    changed.wait(until: MonotonicClock.now() + 1_000_000)
                    continue
                }
                policy.took(arrival: frame.arrival, sequence: frame.sequence)
                pacing.prepareCommit(for: state, token: UInt64(frame.sequence))
                if frame.sequence % 7 == 3 { pacing.cancelCommit() } else { surface.commit() }
                sender.send()
                policy.drew(from: situation.now, to: MonotonicClock.now())
                committed.add(1, ordering: .relaxed)
            }
        }
    }

    @Test func manyPicturesPassThroughPacing() throws {
        let (compositor, client) = try ScriptedCompositor.withWindow()
        try compositor.configure(client, width: 300, height: 200, serial: 1)
        compositor.presentEverything()
        let (pacing, surface) = (client.window.pacing, client.window.objects.surface)
        let (renderer, sender) = (try Renderer(), Sender(connection: client.connection))
        pacing.onChange { renderer.changed.ring() }
        pacing.onPresented { renderer.hear($0) }
        renderer.output.onArrival { renderer.changed.ring() }
        let threads = [
            try SystemThread(name: "renders") { renderer.run(pacing, surface, sender) },
            try SystemThread(name: "captures") {
                for number in 0..<UInt32(Self.count) {
                    renderer.output.publish(Self.frame(number))
                    while renderer.output.waiting != nil, !renderer.isOver.load(ordering: .acquiring) {
                        usleep(20)
                    }
                }
            },
            try SystemThread(name: "asks") {
                while !renderer.isOver.load(ordering: .acquiring) {
                    _ = (pacing.state, renderer.output.statistics)
                    usleep(100)
                }
            },
        ]
        var serial = 1
        try client.run("\(Self.count) pictures", within: max(60, Double(Self.count) / 100)) {
            // Now and then a user takes another size.
            if renderer.committed.load(ordering: .relaxed) > 1000 * serial {
                serial += 1
                compositor.send(
                    "xdg_toplevel.configure", .number(300 + serial % 50), .number(200), .array([]))
                compositor.send("xdg_surface.configure", .number(serial))
            }
            return renderer.committed.load(ordering: .relaxed) >= Self.count
        }
        renderer.isOver.store(true, ordering: .releasing)
        for thread in threads { #expect(thread.join(within: 20)) }
        #expect(client.loss == nil)
    }
}
