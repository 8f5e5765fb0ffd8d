import Capture
import Filters
import Frames
import LinuxIO
import LiveView
import Synchronization
import TestSupport
import Testing
import VulkanView

/// The pictures of a view: each has filters, a state and counts of its own, and no frame of them is read twice.
@Suite(.serialized) struct ChannelTests {
    @Test func eachPictureHasFiltersAStateAndCounts() throws {
        let stage = try stage()
        let view = stage.view
        let failed = Mutex<[Int]>([])
        stage.listen { event in
            if case .channel(let number, .filtersFailed) = event { failed.withLock { $0.append(number) } }
        }
        stage.show([CaptureSession(card()), CaptureSession(card())])
        try eventually("two channels") { view.channels.count == 2 }
        let second = view.channels[1]
        second.setFilters([ColorInversion()])
        try eventually("a picture") { view.state == .showing }
        // Each half begins with the card's grey bar.
        func halves(_ left: UInt8, _ right: UInt8) throws {
            try eventually("\(left) beside \(right)", within: 60) {
                let image = try stage.screenshot()
                let row = image.height / 2
                return image[4, row] == Color(left, left, left)
                    && image[image.width / 2 + 4, row] == Color(right, right, right)
            }
        }
        try halves(191, 64)
        view.setFilters([ColorInversion()])
        second.setFilters([])
        try halves(64, 191)
        #expect(second.state == .showing && second.shownCount > 0 && view.shownCount > 0)
        #expect(second.takeStatistics().shown > 0)
        // The same one twice would feed itself.
        let twice = ColorInversion()
        second.setFilters([twice, twice])
        try eventually("the fault") { if case .unfiltered = second.state { true } else { false } }
        #expect(view.state == .showing)
        try eventually("the news") { failed.withLock { $0 } == [1] }
        // A picture alone goes on with its filters; the other's channel has ended.
        stage.show([CaptureSession(card())])
        try eventually("one channel") { view.channels.count == 1 && second.state == .closed }
        try eventually("one picture", within: 60) {
            guard view.geometry.count == 1 else { return false }
            let image = try stage.screenshot()
            let left = view.geometry[0].placement(ViewOptions()).rectangle.x
            return image[left + 4, image.height / 2] == Color(64, 64, 64)
        }
        #expect(stage.close() && stage.error == nil)
    }

    @Test func aSecondPictureHasOutputs() throws {
        let stage = try stage()
        let view = stage.view
        stage.show([CaptureSession(card()), CaptureSession(card(30, width: 160))])
        try eventually("two channels") { view.channels.count == 2 }
        let second = view.channels[1]
        let queue = FrameOutput(.queue(capacity: 100))
        second.setFilters([ColorInversion()])
        view.add(queue, of: second)
        view.setFrozen(true)
        try eventually("filtered pictures", within: 60) {
            let frame = queue.take()
            return frame?.layout.format == .bgrx && frame?.layout.size.width == 160
        }
        view.remove(queue)
        #expect(stage.close() && stage.error == nil)
    }

    @Test func noFrameIsReadTwice() throws {
        let stage = try stage()
        let view = stage.view
        view.setFilters([ColorInversion()])
        let (pictures, pool) = (FrameFanOut(), FrameBufferPool(limit: 30))
        view.show(pictures)
        view.drawWithoutPicture()
        var number: UInt32 = 0
        func publishNext(_ count: () -> UInt64) throws {
            let before = count()
            try publish(pictures, pool, number, small)
            number += 1
            try eventually("frame \(number)", within: 60) { count() > before }
        }
        func showNext() throws { try publishNext { view.shownCount } }
        func loads() -> UInt64 { view.takeStatistics().loads }
        for _ in 0..<5 { try showNext() }
        // The picture goes on while these are being compiled.
        view.setFilters([BilateralBlur(), ColorInversion()])
        for _ in 0..<20 { try showNext() }
        #expect(loads() == number)
        let queue = FrameOutput(.queue(capacity: 100))
        view.add(queue)
        for isFrozen in [false, true] {
            view.setFrozen(isFrozen)
            for _ in 0..<8 { try publishNext { queue.statistics.published } }
        }
        view.remove(queue)
        view.setFrozen(false)
        try showNext()
        try eventually("all frames") { loads() >= number }
        #expect(loads() == number)
        #expect(stage.close() && stage.error == nil)
    }
}
