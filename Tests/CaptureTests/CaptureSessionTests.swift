import Capture
import Foundation
import Frames
import Glibc
import LinuxIO
import Synchronization
import Testing

/// A session: what is wished, what runs, and who gets its frames.
struct CaptureSessionTests {
    private func card(_ width: Int = 64, rate: Int = 200) -> Source {
        .testCard(TestCardOptions(size: PixelSize(width: width, height: 32), rate: Rational(rate)))
    }

    private let missing = Source.y4m(Y4MOptions(path: "/no/such/file.y4m"))

    @Test(arguments: [
        Source.testCard(TestCardOptions(size: PixelSize(width: -4, height: 10))),
        .testCard(TestCardOptions(rate: Rational(0))), .testCard(TestCardOptions(rate: Rational(-1))),
        .testCard(TestCardOptions(rate: Rational(1, .max))),
        .raw(
            RawOptions(
                path: "/dev/zero", size: PixelSize(width: 100_000_000, height: 100_000_000),
                rate: Rational(30),
                format: .nv12)),
    ])
    func sizesAndRatesThatCannotBeAreToldAsSuch(source: Source) async throws {
        let session = CaptureSession(source)
        await #expect(throws: CaptureFault.self) { try await session.start() }
        session.stop()
    }

    @Test func itStartsStopsAndStartsAgain() async throws {
        let output = FrameOutput()
        let session = CaptureSession(card(), outputs: [output])
        #expect(session.state == .stopped)
        for _ in 0..<3 {
            let mode = try await session.start()
            #expect(mode.size.width == 64 && session.state == .running(mode))
            #expect(try await session.start() == mode, "a second start changes nothing")
            var frames = output.frames.makeAsyncIterator()
            #expect(await frames.next()?.layout.size.width == 64)
            #expect(session.stop() && session.state == .stopped)
            output.expire()
        }
        #expect(session.statistics.published > 2)
    }

    @Test func everyOutputGetsTheFramesByItsOwnPolicy() async throws {
        let (newest, queue) = (FrameOutput(), FrameOutput(.queue(capacity: 500)))
        let session = CaptureSession(card(), outputs: [newest, queue])
        try await session.start()
        let late = FrameOutput(.queue(capacity: 500))
        #expect(await eventually { queue.statistics.published > 20 })
        session.add(late)
        #expect(await eventually { late.statistics.published > 10 })
        session.remove(late)
        let count = late.statistics.published
        #expect(await eventually { queue.statistics.published > 60 })
        #expect(late.statistics.published <= count + 1)
        session.stop()
        var last: UInt32?
        while let frame = queue.take() {
            if let last { #expect(frame.sequence >= last + 1) }
            last = frame.sequence
        }
        #expect(newest.statistics.replaced > 40)
    }

    @Test func aSwitchThatFailsKeepsTheOldSource() async throws {
        let output = FrameOutput()
        let session = CaptureSession(card(64), outputs: [output])
        try await session.start()
        await #expect(throws: CaptureFault.self) { try await session.switchTo(missing) }
        #expect(session.configuration.source == card(64))
        let count = output.statistics.published
        #expect(await eventually { output.statistics.published > count + 5 })
        #expect(session.state.mode?.size.width == 64)
        let mode = try await session.switchTo(card(96))
        #expect(mode?.size.width == 96 && session.configuration.source == card(96))
        output.expire()
        var frames = output.frames.makeAsyncIterator()
        #expect(await frames.next()?.layout.size.width == 96)
        session.stop()
    }

    @Test func nothingOfTheOldSourceComesAfterTheNewOne() async throws {
        let queue = FrameOutput(.queue(capacity: 20_000))
        let session = CaptureSession(card(64), outputs: [queue])
        try await session.start()
        var widths: [Int] = []
        // A source that gave nothing before it went shows nothing; and a queue that is full takes nothing.
        func takeSome() async {
            let count = queue.statistics.published
            #expect(await eventually { queue.statistics.published > count })
            while let frame = queue.take() {
                if widths.last != frame.layout.size.width { widths.append(frame.layout.size.width) }
            }
        }
        for width in [96, 64, 96, 64] {
            await takeSome()
            try await session.switchTo(card(width))
        }
        await takeSome()
        session.stop()
        #expect(widths == [64, 96, 64, 96, 64])
    }

    @Test func wishesForTurnMirrorAndColourAreOnTheFrames() async throws {
        let output = FrameOutput()
        let color = ColorDescription(matrix: .bt2020, range: .full)
        let session = CaptureSession(
            CaptureConfiguration(card(), rotation: .clockwise90, mirroring: .always, color: ColorWish(color)),
            outputs: [output])
        let mode = try await session.start()
        #expect(mode.rotation == .clockwise90 && mode.isMirrored && mode.color == color)
        var frames = output.frames.makeAsyncIterator()
        let frame = try #require(await frames.next())
        #expect(frame.rotation == .clockwise90 && frame.isMirrored && frame.color == color)
        // Of a card nobody knows where it is.
        let plain = try await session.configure { wishes in
            wishes.mirroring = .front
            wishes.rotation = nil
            wishes.color = ColorWish()
        }
        #expect(plain?.rotation == Rotation.none && plain?.isMirrored == false && plain?.color != color)
        session.stop()
    }

    @Test func halvesOfTheColourAreWishedForBesideWhatTheSourceTells() async throws {
        let output = FrameOutput()
        let card = Source.testCard(
            TestCardOptions(
                size: PixelSize(width: 64, height: 32),
                color: ColorDescription(matrix: .bt709, range: .limited)))
        let session = CaptureSession(
            CaptureConfiguration(card, color: ColorWish(range: .full)), outputs: [output])
        let told = ColorDescription(matrix: .bt709, range: .limited)
        var mode = try await session.start()
        #expect(mode.color == ColorDescription(matrix: .bt709, range: .full) && mode.sourceColor == told)
        #expect(mode.colorReason == "it was asked for" && mode.sourceColorReason == nil)
        mode = try #require(try await session.configure { $0.color.matrix = .bt2020 })
        #expect(mode.color == ColorDescription(matrix: .bt2020, range: .full) && mode.sourceColor == told)
        output.expire()
        var frames = output.frames.makeAsyncIterator()
        #expect(await frames.next()?.color == mode.color)
        mode = try #require(
            try await session.configure { $0.color = ColorWish() })
        #expect(mode.color == told && mode.colorReason == nil)
        session.stop()
    }

    @Test func aSourceThatIsNoCameraOffersNoModes() async throws {
        let session = CaptureSession(card())
        #expect(session.offeredModes.isEmpty)
        try await session.start()
        #expect(session.offeredModes.isEmpty)
        session.stop()
    }

    @Test func whatIsChangedWhileStoppedHoldsAtTheNextStart() async throws {
        let session = CaptureSession(card(64))
        #expect(try await session.configure { $0.source = card(96) } == nil)
        #expect(try await session.start().size.width == 96)
        session.stop()
    }

    @Test func aPauseHoldsFramesBackAndGivesNoneFromBefore() async throws {
        let output = FrameOutput(.queue(capacity: 100))
        let session = CaptureSession(card(), outputs: [output])
        let mode = try await session.start()
        session.pause()
        #expect(session.state == .paused(mode))
        try await Task.sleep(for: .milliseconds(50))
        let count = output.statistics.published
        try await Task.sleep(for: .milliseconds(200))
        #expect(output.statistics.published == count)
        while output.take() != nil {}
        let before = MonotonicClock.now()
        session.resume()
        #expect(session.state == .running(mode))
        var frames = output.frames.makeAsyncIterator()
        // One that was being made when the pause began may come first.
        _ = await frames.next()
        #expect(try #require(await frames.next()).timestamp.nanoseconds >= before)
        session.stop()
    }

    @Test func aStopEndsAnOpeningAtOnce() async throws {
        let pipe = NSTemporaryDirectory() + "pipe-\(UUID().uuidString)"
        #expect(mkfifo(pipe, 0o600) == 0)
        defer { unlink(pipe) }
        let session = CaptureSession(.y4m(Y4MOptions(path: pipe)))
        let opening = Task { try await session.start() }
        #expect(await eventually { session.state == .starting(nil) })
        // False of one that hangs.
        #expect(session.stop())
        await #expect { try await opening.value } throws: { ($0 as? CaptureFault)?.kind == .stopped }
        #expect(session.state == .stopped)
    }

    @Test func aSessionThatIsLetGoEndsEvenWhileItSwitches() async throws {
        let output = FrameOutput(.queue(capacity: 10, overflow: .dropsOldest))
        do {
            let session = CaptureSession(card(64, rate: 500), outputs: [output])
            try await session.start()
            session.configure {
                $0.source = .testCard(TestCardOptions())
            } done: { _ in
            }
        }
        #expect(
            await eventually {
                let count = output.statistics.published
                usleep(50_000)
                return output.statistics.published == count
            })
    }

    @Test func aCameraThatIsNotThereIsAnErrorOrIsLookedFor() async throws {
        let session = CaptureSession(.camera(.path("/dev/no-such-camera")))
        await #expect { try await session.start() } throws: { ($0 as? CaptureFault)?.kind == .gone }
        guard case .failed(let fault) = session.state else {
            Issue.record("\(session.state)")
            return
        }
        #expect(fault.kind == .gone)
        session.start(waits: true) { _ in }
        #expect(await eventually { if case .interrupted = session.state { true } else { false } })
        session.stop()
        try await Task.sleep(for: .milliseconds(300))
        #expect(session.state == .stopped)
    }

    @Test func aFileThatComesIsNotLookedForAndItsEndIsTold() async throws {
        let path = NSTemporaryDirectory() + "short-\(UUID().uuidString).y4m"
        defer { unlink(path) }
        let session = CaptureSession(.y4m(Y4MOptions(path: path)))
        await #expect(throws: CaptureFault.self) { try await session.start(waits: true) }
        #expect(session.state.fault?.kind == .file)
    }

    @Test func aLoopOverFramesEndsWithTheSource() async throws {
        let pipe = NSTemporaryDirectory() + "pipe-\(UUID().uuidString)"
        #expect(mkfifo(pipe, 0o600) == 0)
        defer { unlink(pipe) }
        let picture = "FRAME\n" + String(repeating: "x", count: 16 * 16)
        let stream = "YUV4MPEG2 W16 H16 F100:1 Cmono\n" + String(repeating: picture, count: 3)
        let output = FrameOutput(.queue(capacity: 10))
        let session = CaptureSession(.y4m(Y4MOptions(path: pipe)), outputs: [output])
        for _ in 0..<2 {
            let writer = try SystemThread(name: "writer") {
                try? stream.write(toFile: pipe, atomically: false, encoding: .utf8)
            }
            try await session.start()
            let count = await output.frames.prefix(10).reduce(0) { count, _ in count + 1 }
            #expect(count == 3 && session.state == .ended)
            #expect(writer.join(within: 10))
        }
    }

    @Test func aLoopBeginsWithTheSecondStart() async throws {
        let output = FrameOutput()
        let session = CaptureSession(card(), outputs: [output])
        for _ in 0..<3 {
            session.start { _ in }
            #expect(await output.frames.prefix(3).reduce(0) { count, _ in count + 1 } == 3)
            session.stop()
        }
    }

    @Test(arguments: [true, false])
    func aLoopOverFramesEndsWithItsSession(isLetGo: Bool) async throws {
        let output = FrameOutput()
        var session: CaptureSession? = CaptureSession(card(), outputs: [output])
        let seen = Task { await output.frames.reduce(0) { count, _ in count + 1 } }
        try await session?.start()
        #expect(await eventually { output.statistics.taken > 3 })
        if isLetGo { session = nil } else { session?.stop() }
        #expect(await seen.value > 3)
    }

    @Test(arguments: ["started", "never", "twice"])
    func aStopEndsLoopsOverFrames(of kind: String) async throws {
        let output = FrameOutput()
        let session = CaptureSession(card(), outputs: [output])
        let count = Task { await output.frames.reduce(0) { count, _ in count + 1 } }
        for _ in 0..<(kind == "twice" ? 2 : kind == "never" ? 0 : 1) { session.start { _ in } }
        session.stop()
        _ = await count.value
        for await _ in output.frames {}
    }

    @Test func statesComeInTheirOrder() async throws {
        let session = CaptureSession(card())
        let states = session.states
        let seen = Task {
            var words: [String] = []
            for await state in states {
                switch state {
                case .stopped: words.append("stopped")
                case .starting(let mode): words.append(mode == nil ? "starting" : "mode")
                case .running: words.append("running")
                case .paused: words.append("paused")
                case .interrupted, .failed: words.append("fault")
                case .ended: words.append("ended")
                }
                if words.count > 1, words.last == "stopped" { break }
            }
            return words
        }
        try await session.start()
        session.pause()
        session.resume()
        session.stop()
        #expect(
            await seen.value == ["stopped", "starting", "mode", "running", "paused", "running", "stopped"])
    }
}
