import Foundation
import Frames
import Glibc
import LinuxIO
import Synchronization
import TestSupport
import Testing

@testable import Capture

@Test func deadlinesAreExactForEver() {
    let pacer = Pacer(rate: Rational(30000, 1001), start: 1000)
    #expect(pacer.deadline(0) == 1000)
    #expect(pacer.deadline(30000) == 1000 + 1_001_000_000_000)
    // A year of frames: no error has added up.
    let year: UInt64 = 30000 * 31_536
    #expect(pacer.deadline(year) == 1000 + 31_536 * 1_001_000_000_000)
    for number in [1, 2, 3, 1000, year] as [UInt64] {
        let due = pacer.deadline(number)
        #expect(pacer.frame(at: due + 1, from: 0) == number)
        #expect(pacer.frame(at: due - 1, from: 0) == number - 1)
        #expect(pacer.frame(at: due - 1, from: number) == number)
    }
}

@Test func aReaderThatFellBehindStartsAnew() {
    var pacer = Pacer(rate: Rational(10), start: 0)
    pacer.restart(at: 5, now: 9_000_000_000)
    #expect(pacer.deadline(5) == 9_000_000_000 && pacer.deadline(6) == 9_100_000_000)
}

@Test func gapsAreCountedAcrossTheWrapAndNotAcrossARestart() {
    let counter = CaptureCounter()
    for sequence in [0, 1, 4, 5] as [UInt32] { _ = counter.captured(sequence: sequence) }
    #expect(counter.statistics.captured == 4 && counter.statistics.dropped == [.gap: 2])
    counter.restarted()
    for sequence in [UInt32.max - 1, UInt32.max] { #expect(counter.captured(sequence: sequence) == nil) }
    #expect(counter.captured(sequence: 1) == FrameDrop(sequence: 0, reason: .gap))
    #expect(counter.statistics.dropped == [.gap: 3])
    #expect(counter.captured(sequence: 0) == nil)
    #expect(counter.statistics.dropped == [.gap: 3], "a step back is not four billion lost frames")
    for reason in DropReason.allCases { counter.dropped(FrameDrop(sequence: 7, reason: reason)) }
    counter.lost(FrameDrop(sequence: 1, reason: .noBuffer))
    #expect(counter.captured(sequence: 2) == nil, "a frame that was told is no gap")
    #expect(counter.statistics.dropped[.gap] == 4 && counter.statistics.dropped[.undecodable] == 1)
}

@Test func rateIsThatOfTheLastSeconds() {
    let counter = CaptureCounter()
    #expect(counter.statistics.rate == nil)
    let now = MonotonicClock.now()
    for index in 0..<300 { counter.published(at: now - 10_000_000_000 + Int64(index) * 10_000_000) }
    #expect(counter.statistics.rate == 0, "old frames do not count")
    for index in 0..<50 { counter.published(at: now - 1_000_000_000 + Int64(index) * 20_000_000) }
    #expect(abs((counter.statistics.rate ?? 0) - 50) < 0.01)
}

@Test func theModeIsToldBeforeTheFirstFrameAndOneStreamingEventComesWithIt() async throws {
    let (slot, recorder) = (FrameOutput(), Recorder())
    let options = TestCardOptions(size: PixelSize(width: 32, height: 16), rate: Rational(500))
    let session = try CaptureRun(
        source: .testCard(options), output: slot, logger: quiet, report: recorder.report)
    #expect(await eventually { session.statistics.published > 20 })
    #expect(session.stop() && session.stop(), "stopping twice is harmless")
    #expect(recorder.mode?.description == "NV12 32x16 at 500 fps, 601-limited")
    guard recorder.all.count == 2, case .opened(let mode) = recorder.all[0],
        case .streaming(mode) = recorder.all[1]
    else {
        Issue.record("\(recorder.all)")
        return
    }
    let start = session.start
    let moments = [start.began, start.opened, start.modeKnown, start.streaming, start.firstFrame].compactMap(
        \.self)
    #expect(moments.count == 5 && moments == moments.sorted())
    let published = session.statistics.published
    try await Task.sleep(for: .milliseconds(20))
    #expect(session.statistics.published == published)
}

@Test func framesOutliveTheirSession() async throws {
    let slot = FrameOutput()
    var session: CaptureRun? = try CaptureRun(
        source: .testCard(TestCardOptions(rate: Rational(200))), output: slot, logger: quiet
    ) { _ in }
    let frame = try #require(await nextFrame(slot))
    let before = frame.bytes(of: 0)
    session?.stop()
    session = nil
    _ = slot.take()
    #expect(frame.bytes(of: 0) == before)
}

@Test func aSessionThatIsLetGoEnds() async throws {
    let (slot, recorder) = (FrameOutput(), Recorder())
    func start() throws {
        _ = try CaptureRun(
            source: .testCard(TestCardOptions(rate: Rational(500))), output: slot, logger: quiet,
            report: recorder.report)
    }
    try start()
    try await Task.sleep(for: .milliseconds(100))
    _ = slot.take()
    try await Task.sleep(for: .milliseconds(100))
    #expect(slot.take() == nil)
}

@Test func aSlowConsumerStarvesNeitherTheSourceNorTheSlot() throws {
    let (rotation, slot) = (BufferRotation(byteCount: 1), FrameOutput())
    let layout = FrameLayout(format: .grey, size: PixelSize(width: 1, height: 1))
    // What a view holds at most: the picture before, which the GPU still reads, the picture, and the next one.
    var held: [Frame] = []
    for number in 0..<1000 as Range<UInt32> {
        let buffer = try #require(rotation.take(), "frame \(number)")
        slot.publish(
            rotation.frames.frame(
                buffer: buffer, byteCount: 1, layout: layout, color: .assumed(for: .grey, height: 1),
                timestamp: Timestamp(nanoseconds: 0, clock: .monotonic, kind: .generated), arrival: 0,
                sequence: number, recycler: rotation))
        guard number % 7 == 0 else { continue }
        let newest = try #require(slot.take())
        #expect(newest.sequence == number)
        held.append(newest)
        if held.count > 3 { held.removeFirst() }
    }
}

@Test func aConsumerThatHoldsEverythingStarvesItselfAlone() async throws {
    let slot = FrameOutput()
    let held = Mutex<[Frame]>([])
    slot.onArrival { if let frame = slot.take() { held.withLock { $0.append(frame) } } }
    // It holds the output that holds it.
    defer { slot.onArrival(nil) }
    let options = TestCardOptions(size: PixelSize(width: 32, height: 16), rate: Rational(500))
    let session = try CaptureRun(source: .testCard(options), output: slot, logger: quiet) { _ in }
    #expect(await eventually { held.withLock { $0.count } == 13 })
    let published = session.statistics.published
    #expect(await eventually { session.statistics.published > published + 10 })
    held.withLock { $0.removeAll() }
    #expect(await eventually { !held.withLock { $0.isEmpty } })
    #expect((held.withLock { $0.first?.sequence } ?? 0) >= 23, "the numbers went on")
    #expect((slot.statistics.dropped[.noBuffer] ?? 0) >= 10)
    #expect(session.statistics.dropped[.noBuffer] == nil)
    session.stop()
}

@Test(
    arguments: [
        (.path("/dev/no-such-camera"), .gone), (.path("/dev/null"), .unsupported),
        (.identity("no such"), .gone),
        (.number(99), .gone),
    ] as [(CameraSelector, CaptureFault.Kind)])
func camerasThatAreNotThereFailWithASentence(selector: CameraSelector, kind: CaptureFault.Kind) async throws {
    let (slot, recorder) = (FrameOutput(), Recorder())
    let session = try CaptureRun(
        source: .camera(selector), output: slot, logger: quiet, report: recorder.report)
    #expect(await eventually { recorder.fault != nil })
    #expect(recorder.fault?.kind == kind && recorder.all.count == 1)
    #expect(session.stop())
}

@Test func everyErrorOfADriverHasItsKindAndSentence() {
    func fault(_ call: String, _ code: Int32) -> CaptureFault {
        CaptureFault(
            SystemError(call: call, target: "/dev/video7", code: code), camera: "Cam", mode: "YUYV 1920x1080")
    }
    let cases: [(String, Int32, CaptureFault.Kind, String)] = [
        ("VIDIOC_S_FMT", ErrorCode.busy, .busy, "another program"),
        ("open", 13, .permission, "usermod"), ("open", 2, .gone, "/dev/video7"),
        ("open", 19, .gone, "choose another"),
        ("VIDIOC_DQBUF", 19, .gone, "unplugged"), ("VIDIOC_STREAMON", 28, .bandwidth, "YUYV 1920x1080"),
        ("VIDIOC_QUERYCAP", 25, .unsupported, "no camera"), ("VIDIOC_STREAMON", 5, .io, "VIDIOC_STREAMON"),
        ("VIDIOC_REQBUFS", 12, .io, "memory"),
    ]
    for (call, code, kind, words) in cases {
        #expect(fault(call, code).kind == kind)
        #expect(fault(call, code).sentence.contains(words), "\(fault(call, code))")
    }
}

@Test func programsThatHoldANodeAreNamed() throws {
    let path = NSTemporaryDirectory() + "held-\(UUID().uuidString)"
    defer { for end in ["", "x"] { try? FileManager.default.removeItem(atPath: path + end) } }
    for end in ["", "x"] { #expect(FileManager.default.createFile(atPath: path + end, contents: nil)) }
    let file = try Descriptor.open(path, flags: 0)
    let other = try Program("sh", ["-c", "exec sleep 60 3<\(path)x"])
    let holder = try Program("sh", ["-c", "exec sleep 60 3<\(path)"])
    // The test's own process holds it too, and is left out; so does whoever holds one of a longer name.
    try eventually("the name", within: 20) {
        CameraUsers.names(of: path) == ["sleep (process \(holder.identifier))"]
    }
    for program in [other, holder] { program.signal(SIGKILL) }
    try eventually("the end", within: 20) { CameraUsers.names(of: path).isEmpty }
    withExtendedLifetime(file.number) {}
}

@Test func aSessionThatNobodyLooksAtRestsUntilSomeoneDoes() async throws {
    let (slot, recorder) = (FrameOutput(), Recorder())
    let options = TestCardOptions(size: PixelSize(width: 32, height: 16), rate: Rational(500))
    let session = try CaptureRun(
        source: .testCard(options), output: slot, logger: quiet, report: recorder.report)
    #expect(await eventually { !slot.wantsFrames })
    usleep(20_000)
    let before = session.statistics
    usleep(500_000)
    #expect(session.statistics.published - before.published <= 2)
    #expect(slot.take() == nil, "a frame from before the rest is not the newest")
    #expect(await eventually { slot.take() != nil })
    // A busy machine is late for some frames; a rest that counted would have lost hundreds.
    let lost = (session.statistics.dropped[.gap] ?? 0) - (before.dropped[.gap] ?? 0)
    #expect(lost < 200, "a rest is no loss")
    #expect(session.stop())
}
