import Foundation
import Frames
import Glibc
import LinuxIO
import Synchronization
import TestSupport
import Testing

@testable import Capture

/// Many pictures through a session, as fast as they come, with all who may look at it looking: for the thread sanitizer above all.
@Suite(.serialized) struct ContentionTests {
    /// The number of pictures; `VIEWFINDER_FRAMES` says more.
    private static let count =
        ProcessInfo.processInfo.environment["VIEWFINDER_FRAMES"].flatMap(Int.init) ?? 3000

    @Test func manyPicturesPassBetweenManyThreads() async throws {
        try await DriverTrial.together([Self.count]) { count in
            let camera = try ScriptedCamera()
            let player = try Player([camera], every: 0)
            defer { player.stop() }
            let (newest, queue) = (
                FrameOutput(.newest, alwaysWantsFrames: true),
                FrameOutput(.queue(capacity: 3, overflow: .dropsOldest))
            )
            let session = DriverTrial.session(camera, outputs: [newest, queue], isLookedFor: true)
            _ = try DriverTrial.start(session).get()
            let read = Atomic(0)
            let reader = try FrameReader(queue) { frame in
                read.add(frame.byteCount > 0 ? 1 : 0, ordering: .relaxed)
            }
            let isOver = Atomic(false)
            // One takes what is newest, one asks and holds back, one comes and goes.
            let threads = [
                try SystemThread(name: "takes") {
                    while !isOver.load(ordering: .acquiring) { _ = newest.take() }
                },
                try SystemThread(name: "asks") {
                    var number = 0
                    while !isOver.load(ordering: .acquiring) {
                        number += session.statistics.published > 0 && newest.waiting != nil ? 1 : 2
                        if number % 4096 < 2 {
                            session.pause()
                            session.resume()
                        }
                    }
                },
                try SystemThread(name: "comes and goes") {
                    while !isOver.load(ordering: .acquiring) {
                        let output = FrameOutput(.queue(capacity: 2))
                        session.add(output)
                        for _ in 0..<20 { _ = output.take() }
                        session.remove(output)
                    }
                },
            ]
            try TestSupport.eventually(
                "\(count) pictures", within: max(60, Double(count) / 100),
                found: { "\(session.state), \(session.statistics)" }
            ) { session.statistics.published >= count }
            isOver.store(true, ordering: .releasing)
            for thread in threads { #expect(thread.join(within: 20)) }
            #expect(reader.finish())
            #expect(read.load(ordering: .relaxed) > 0 && newest.statistics.taken > 0)
            #expect(session.stop())
        }
    }
}
