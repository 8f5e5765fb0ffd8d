import Filters
import Frames
import LiveView
import Synchronization
import TestSupport
import Testing

/// A program's frames whose words about their memory are wrong.
@Suite(.serialized) struct UncheckedFrameTests {
    @Test func theyCostThemselvesAlone() async throws {
        let view = try LiveView()
        view.setFilters([ColorInversion()])
        let pictures = FrameFanOut()
        view.show(pictures)
        let queue = FrameOutput(.queue(capacity: 100))
        view.add(queue)
        view.start()
        var number: UInt32 = 0
        for planes in wrongPlanes {
            for planes in [goodPlanes, planes] {
                pictures.publish(uncheckedFrame(planes, sequence: number))
                number += 1
                // Filters that begin are slower than a source that does not wait for them.
                try eventually("frame \(number)", within: 60) {
                    let counts = queue.statistics
                    return counts.published + counts.dropped.values.reduce(0, +) == number
                }
            }
        }
        var taken: [UInt32] = []
        while let frame = queue.take() {
            #expect(frame.layout.format == .bgrx)
            taken.append(frame.sequence)
        }
        #expect(taken == (0..<number).filter { $0 % 2 == 0 })
        #expect(queue.statistics.dropped == [.undecodable: UInt64(wrongPlanes.count)])
        _ = try await view.photograph()
        view.stop()
    }

    @Test func aSourceOfThemIsTold() throws {
        let stage = try stage()
        let news = Mutex<[String]>([])
        stage.listen { event in
            if case .picturesRefused(let reason) = event { news.withLock { $0.append("\(reason)") } }
        }
        let pictures = FrameFanOut()
        stage.view.show(pictures)
        var number: UInt32 = 0
        try eventually("the news", within: 60) {
            number += 1
            pictures.publish(uncheckedFrame(wrongPlanes[0], sequence: number))
            return !news.withLock(\.isEmpty)
        }
        #expect(
            news.withLock { $0 } == [
                "no picture can be shown (the frame is incomplete: plane 1 has 96 of 128 bytes); choose another format or source"
            ])
        #expect(stage.view.takeStatistics().undecodable > 0 && stage.view.shownCount == 0)
        try eventually("a picture", within: 60) {
            number += 1
            pictures.publish(uncheckedFrame(sequence: number))
            return stage.view.shownCount > 0
        }
        #expect(stage.close() && stage.error == nil)
    }
}
