import Capture
import Filters
import Frames
import Glibc
import LinuxIO
import LiveView
import Logging
import Synchronization
import TestSupport
import Testing
import VulkanView

/// Views without a window: their pictures, their outputs and their ends.
@Suite(.serialized) struct LiveViewTests {
    @Test(arguments: [true, false])
    func anOutputThatIsDrainedHasWhatTheSourceHasMade(isFiltered: Bool) throws {
        let view = try LiveView()
        if isFiltered { view.setFilters([BrightnessAdjustment()]) }
        let (pictures, pool) = (FrameFanOut(), FrameBufferPool())
        view.show(pictures)
        let queue = FrameOutput(.queue(capacity: 100))
        view.add(queue)
        view.start()
        // Without a pause between them they wait for the view, which loads its drivers first.
        for number: UInt32 in 0..<6 {
            try publish(pictures, pool, number, small)
        }
        let isDrained = try Gate()
        try eventually("the first picture", within: 60) { queue.statistics.published > 0 }
        view.drain(queue) { isDrained.open() }
        #expect(isDrained.wait(until: MonotonicClock.now() + 20_000_000_000))
        #expect(queue.statistics.published == 6 && queue.statistics.dropped.isEmpty, "\(queue.statistics)")
        #expect(pictures.outputs.count == 1 && !pictures.takesEveryFrame)
        #expect(view.stop())
    }

    @Test func thePictureThatWaitsForTheViewIsTheFirstOfAnOutput() throws {
        let view = try LiveView()
        let (pictures, pool) = (FrameFanOut(), FrameBufferPool())
        view.show(pictures)
        for number: UInt32 in 0..<2 { try publish(pictures, pool, number, small) }
        let queue = FrameOutput(.queue(capacity: 10))
        view.add(queue)
        try publish(pictures, pool, 2, small)
        view.start()
        try eventually("pictures", within: 60) { queue.waitingFrames.map(\.sequence) == [1, 2] }
        #expect(view.stop())
    }

    @Test func whoDrainsAViewThatDoesNotRunIsAnswered() async throws {
        let view = try LiveView()
        let queue = FrameOutput(.queue(capacity: 2))
        view.add(queue)
        await view.drain(queue)
        view.start()
        async let drained: Void = view.drain(queue)
        view.stop()
        await drained
        await view.drain(queue)
    }

    @Test(arguments: ["session", "view", "letGo"])
    func aLoopOverAViewsPicturesEnds(with end: String) async throws {
        var view: LiveView? = try LiveView()
        let session = CaptureSession(card())
        view?.show(session)
        let queue = FrameOutput(.queue(capacity: 1000))
        view?.add(queue)
        view?.start()
        let seen = Task { await queue.frames.reduce(0) { count, _ in count + 1 } }
        try await session.start()
        try eventually("pictures", within: 60) { queue.statistics.taken > 5 }
        switch end {
        case "session": session.stop()
        case "view": view?.stop()
        default: view = nil
        }
        #expect(await seen.value > 5)
        session.stop()
        view?.stop()
    }

    @Test func anOutputOfTwoThatIsRemovedIsToldOfTheFramesThatWait() throws {
        let view = try LiveView()
        let (pictures, pool) = (FrameFanOut(), FrameBufferPool(limit: 30))
        view.show(pictures)
        let outputs = [FrameOutput(.queue(capacity: 100)), FrameOutput(.queue(capacity: 100))]
        for output in outputs { view.add(output) }
        // Nobody takes them: the view does not run.
        for number: UInt32 in 0..<7 {
            try publish(pictures, pool, number, small)
        }
        for output in outputs {
            view.remove(output)
            #expect(output.statistics.dropped == [.late: 7])
        }
        view.stop()
    }

    @Test func theEndOfAProgramsPicturesEndsLoopsOverTheViews() async throws {
        let view = try LiveView()
        view.start()
        let (pictures, pool) = (FrameFanOut(), FrameBufferPool())
        view.show(pictures)
        let queue = FrameOutput(.queue(capacity: 100))
        view.add(queue)
        for round in 1...2 {
            pictures.setSourceEnded(false)
            for number: UInt32 in 0..<3 {
                try publish(pictures, pool, number, small)
            }
            let seen = Task { await queue.frames.reduce(0) { count, _ in count + 1 } }
            pictures.setSourceEnded(true)
            #expect(await seen.value == 3, "round \(round)")
            #expect(view.state == .ended)
        }
        view.stop()
    }

    @Test func theEndOfASourceIsToldAfterItsLastFilteredPicture() async throws {
        let view = try LiveView()
        let slow = try ShaderOperation(
            area: """
                vec4 slow(ivec2 at) {
                    vec4 sum = vec4(0.0);
                    for (int i = 0; i < 20000; i++) sum += pixel0((at + i) % size0) * 0.00005;
                    return vec4(sum.rgb, 1.0);
                }
                """)
        view.setFilters([slow])
        view.start()
        let (pictures, pool) = (FrameFanOut(), FrameBufferPool(limit: 60))
        view.show(pictures)
        let queue = FrameOutput(.queue(capacity: 100))
        view.add(queue)
        for number: UInt32 in 0..<25 {
            try publish(pictures, pool, number, PixelSize(width: 128, height: 96))
        }
        let seen = Task { await queue.frames.reduce(0) { count, _ in count + 1 } }
        pictures.setSourceEnded(true)
        let count = await seen.value
        #expect(count == 25 && queue.statistics.published == 25, "\(count), \(queue.statistics)")
        view.stop()
    }

    @Test func anOperationThatAnotherViewLetsGoOfIsTakenWithoutAWindow() throws {
        let filter = SepiaToneFilter()
        let layout = FrameLayout(format: .grey, size: PixelSize(width: 64, height: 48))
        let pool = FrameBufferPool(limit: 30)
        var number: UInt32 = 0
        let stages = try (0..<2).map { _ in
            let queue = FrameOutput(.queue(capacity: 9))
            let stage = (view: try LiveView(), pictures: FrameFanOut(), queue: queue)
            stage.view.show(stage.pictures)
            stage.view.add(stage.queue)
            stage.view.start()
            return stage
        }
        /// Publishes until a picture of a format comes.
        func wait(for format: PixelFormat, in stage: Int) throws {
            try eventually("\(format) in view \(stage)", within: 60) {
                number += 1
                if let frame = pool.frame(layout, at: .now(sequence: number), fill: { _ in }) {
                    stages[stage].pictures.publish(frame)
                }
                usleep(5000)
                return stages[stage].queue.take()?.layout.format == format
            }
        }
        stages[0].view.setFilters([filter])
        try wait(for: .bgrx, in: 0)
        stages[1].view.setFilters([filter])
        try wait(for: .grey, in: 1)
        stages[0].view.setFilters([])
        try wait(for: .grey, in: 0)
        try wait(for: .bgrx, in: 1)
        for stage in stages { stage.view.stop() }
    }

    @Test func filtersThatAreTooSlowForEveryFrameMakeTheNewestOnes() throws {
        let view = try LiveView()
        view.setFilters([ColorInversion()])
        let (pictures, pool) = (FrameFanOut(), FrameBufferPool(limit: 200))
        view.show(pictures)
        let queue = FrameOutput(.queue(capacity: 200))
        view.add(queue)
        // The thread that computes stands still once it has handed on a picture.
        let (stands, goesOn) = (try Gate(), try Gate())
        queue.onArrival {
            stands.open()
            _ = goesOn.wait(until: MonotonicClock.moment(in: 60))
        }
        view.start()
        try publish(pictures, pool, 0, small)
        try publish(pictures, pool, 1, small)
        #expect(stands.wait(until: MonotonicClock.moment(in: 60)))
        for number: UInt32 in 2..<100 { try publish(pictures, pool, number, small) }
        goesOn.open()
        try eventually("the pictures that were under way", within: 60) {
            queue.statistics.published + queue.statistics.dropped.values.reduce(0, +) == 100
        }
        try publish(pictures, pool, 100, small)
        var numbers: [UInt32] = []
        try eventually("the newest picture", within: 60, found: { "\(numbers)" }) {
            while let frame = queue.take() { numbers.append(frame.sequence) }
            return numbers.last == 100
        }
        // Of thirty that waited the newest one was made.
        #expect(numbers.count <= 4, "\(numbers)")
        view.stop()
    }

    @Test func picturesThatAFilterHoldsBackAreCounted() throws {
        let view = try LiveView()
        let filter = BrightnessAdjustment()
        view.setFilters([filter])
        let (pictures, pool) = (FrameFanOut(), FrameBufferPool(limit: 30))
        view.show(pictures)
        let queue = FrameOutput(.queue(capacity: 100))
        view.add(queue)
        view.start()
        try publish(pictures, pool, 0, small)
        try eventually("the first picture", within: 60) { queue.statistics.published == 1 }
        filter.preventRelay = true
        for number: UInt32 in 1...3 { try publish(pictures, pool, number, small) }
        try eventually("three losses") { queue.statistics.dropped == [.withheld: 3] }
        filter.preventRelay = false
        try publish(pictures, pool, 4, small)
        try eventually("the last picture") { queue.statistics.published == 2 }
        view.stop()
    }

    @Test func aViewThatHasEndedTakesNoFrames() throws {
        let view = try LiveView()
        view.stop()
        let pictures = FrameFanOut()
        view.add(FrameOutput(.queue(capacity: 4)))
        view.show(pictures)
        #expect(pictures.outputs.isEmpty)
    }

    @Test func aSourceThatIsWokenMayChangeTheView() throws {
        let view = try LiveView()
        let (pictures, others) = (FrameFanOut(), FrameFanOut())
        pictures.onWish { [weak view] in view?.show(others) }
        view.show(pictures)
        #expect(pictures.outputs.isEmpty && others.outputs.count == 1)
        pictures.onWish(nil)
        view.stop()
        #expect(others.outputs.isEmpty)
    }

    @Test(arguments: [true, false])
    func withoutAWindowPicturesAreMadeForOutputs(isFiltered: Bool) async throws {
        let view = try LiveView()
        if isFiltered { view.setFilters([BrightnessAdjustment()]) }
        view.start()
        let session = CaptureSession(card())
        view.show(session)
        let queue = FrameOutput(.queue(capacity: 1000))
        view.add(queue)
        try await session.start()
        try eventually("pictures", within: 60) { queue.statistics.published > 60 }
        if isFiltered {
            // Kernels that are not ready yet leave the first ones as they are.
            try eventually("a filtered one", within: 60) { queue.take()?.layout.format == .bgrx }
            let picture = try await view.photograph()
            #expect(picture.size == PixelSize(width: 320, height: 180))
        }
        session.stop()
        #expect(view.stop())
    }

    @Test func whoIsToldOfALossMayChangeTheViewWhileItEnds() throws {
        let view = try LiveView()
        view.start()
        let queue = FrameOutput(.queue(capacity: 2))
        queue.onDrop { [weak view] _ in view?.remove(queue) }
        view.add(queue)
        do { view.show([CaptureSession(card()), CaptureSession(card())]) }
        #expect(view.stop())
        queue.onDrop(nil)
    }

    @Test func aViewThatIsLetGoEndsItsThread() throws {
        weak var gone: LiveView?
        do {
            let view = try LiveView()
            view.start()
            gone = view
        }
        #expect(gone == nil)
    }

    @Test func aPhotographThatIsAskedForBeforeThereIsAPictureIsAnswered() throws {
        let view = try LiveView()
        let answered = try Gate()
        view.photograph { _ in answered.open() }
        view.start()
        // A second start is none.
        view.start()
        let again = try Gate()
        view.photograph { _ in again.open() }
        #expect(answered.wait(until: MonotonicClock.now() + 20_000_000_000))
        #expect(again.wait(until: MonotonicClock.now() + 20_000_000_000))
        #expect(view.stop())
    }

    @Test func anOutputThatHasFinishedWantsNoFramesOfTheSource() throws {
        let view = try LiveView()
        view.start()
        let pictures = FrameFanOut()
        view.show(pictures)
        view.setFrozen(true)
        let output = FrameOutput(.queue(capacity: 30))
        view.add(output)
        #expect(pictures.takesEveryFrame)
        output.finish()
        let end = MonotonicClock.now() + 20_000_000_000
        let pool = FrameBufferPool()
        let layout = FrameLayout(format: .grey, size: PixelSize(width: 64, height: 48))
        var number: UInt32 = 0
        while pictures.takesEveryFrame, MonotonicClock.now() < end {
            if let frame = pool.frame(layout, at: .now(sequence: number), fill: { _ in }) {
                pictures.publish(frame)
            }
            number += 1
            usleep(20_000)
        }
        #expect(!pictures.takesEveryFrame)
        view.stop()
    }

    @Test(arguments: [true, false])
    func anOutputThatNobodyReadsLetsTheSourceRest(isTurned: Bool) throws {
        let view = try LiveView()
        view.start()
        let pictures = FrameFanOut()
        view.show(pictures)
        view.setFrozen(true)
        let output = FrameOutput()
        view.add(output, turned: isTurned)
        #expect(pictures.takesEveryFrame)
        let pool = FrameBufferPool()
        let number = Atomic<UInt32>(0)
        func publishOne() throws {
            try publish(pictures, pool, number.wrappingAdd(1, ordering: .relaxed).newValue, small)
            usleep(5_000)
        }
        try eventually("a rest", within: 20) {
            try publishOne()
            return !pictures.takesEveryFrame
        }
        #expect(output.take() == nil, "what nobody has read is old")
        #expect(pictures.takesEveryFrame, "somebody looks again")
        let before = number.load(ordering: .relaxed)
        try eventually("a new picture", within: 20) {
            try publishOne()
            return output.take().map { $0.sequence > before } ?? false
        }
        #expect(view.stop())
    }

    @Test func aViewThatWasNeverStartedHasNoPicture() async throws {
        let view = try LiveView()
        await #expect(throws: LiveViewError.self) { try await view.photograph() }
    }
}
