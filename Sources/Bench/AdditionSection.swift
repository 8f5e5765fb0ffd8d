internal import Foundation
internal import Frames
internal import Glibc
internal import LinuxIO
internal import Synchronization

extension Benchmark {
    /// Measures what one more output of the newest frame costs: none, one that is taken where frames arrive, one with a thread
    /// of its own, and beside them a thread that is woken and does nothing, in turn.
    mutating func measureOutputs() throws {
        var costs = OutputCosts()
        for round in 0..<options.rounds * 2 {
            progress("one output and two, round \(round + 1) of \(options.rounds * 2)")
            for addition in OutputCosts.Addition.allCases {
                costs.times[addition, default: []].append(
                    try Self.cost(of: addition, seconds: options.seconds / 2))
            }
        }
        report.outputs = costs
    }

    /// Publishes frames of no content, and gives the processor time of all threads for each, in milliseconds.
    private static func cost(of addition: OutputCosts.Addition, seconds: Double) throws -> Double {
        let first = FrameOutput()
        let second = FrameOutput()
        var readers = [try FrameReader(first) { _ in }]
        let bell = try Wakeup()
        let isOver = Atomic(false)
        let over = try Gate()
        switch addition {
        case .nothing: break
        case .output: second.onArrival { withExtendedLifetime(second.take()) {} }
        case .reader: readers.append(try FrameReader(second) { _ in })
        case .wokenThread:
            _ = try SystemThread(name: "woken") {
                while !isOver.load(ordering: .relaxed) { bell.wait() }
                over.open()
            }
        }
        let fan = FrameFanOut(addition == .output || addition == .reader ? [first, second] : [first])
        let pool = FrameBufferPool()
        let layout = FrameLayout(format: .grey, size: PixelSize(width: 16, height: 16))
        let rate = 240
        let period: Int64 = 1_000_000_000 / Int64(rate)
        let frames = UInt32(seconds * Double(rate))
        var due = MonotonicClock.now()
        let begin = MonotonicClock.processorTime()
        for number in 0..<frames {
            let frame = unsafe pool.frame(layout, at: .now(sequence: number), fill: { _ in })
            if let frame { fan.publish(frame) }
            if addition == .wokenThread { bell.ring() }
            due += period
            usleep(UInt32(max(0, due - MonotonicClock.now()) / 1000))
        }
        let cost = Double(MonotonicClock.processorTime() - begin) / 1e6
        second.onArrival(nil)
        for reader in readers { reader.finish() }
        isOver.store(true, ordering: .relaxed)
        bell.ring()
        if addition == .wokenThread { _ = over.wait(until: MonotonicClock.now() + 1_000_000_000) }
        return cost / Double(frames)
    }

    /// Measures two pictures of 1280×720 in one window beside one in a window of that size, and beside one of both's size,
    /// in turn: the programs of `Tests/Outside`, without their cameras' threads, which draw the test card.
    mutating func measurePictures() throws {
        let folder = URL(fileURLWithPath: options.program).deletingLastPathComponent().path
        let card = "test:1280x720@60:NV12"
        let narrow = try Compositor(width: 1280, height: 720)
        let wide = try Compositor(width: 2560, height: 720)
        var costs = PictureCosts()
        for round in 0..<options.rounds {
            progress("one picture and two, round \(round + 1) of \(options.rounds)")
            costs.one.append(try cost(of: ["\(folder)/camera", card], in: narrow))
            costs.two.append(try cost(of: ["\(folder)/side-by-side", card, card], in: wide))
            costs.wide.append(try cost(of: ["\(folder)/camera", "test:2560x720@60:NV12"], in: wide))
        }
        report.pictures = costs
    }

    /// Gives a program's processor time for each frame of 60 a second, in milliseconds.
    private func cost(of command: [String], in compositor: Compositor) throws -> Double {
        let child = try ChildProgram(command, environment: compositor.environment)
        defer { child.stop() }
        usleep(3_000_000)
        guard child.isRunning else { throw BenchError("\(command[0]) does not run: \(child.lastWords)") }
        let begin = ThreadTimes(of: child.process)
        usleep(UInt32(options.seconds * 1e6))
        let used = ThreadTimes(of: child.process).total(except: "camera") - begin.total(except: "camera")
        return used / (options.seconds * 60)
    }
}
