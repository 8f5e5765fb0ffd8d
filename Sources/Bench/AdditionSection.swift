internal import Foundation
internal import Frames
internal import Glibc
internal import LinuxIO

extension Benchmark {
    /// Measures what one more output of the newest frame costs, read on a thread of its own: one and two outputs in turn.
    mutating func measureOutputs() throws {
        var pair = PairedCost()
        for round in 0..<options.rounds * 2 {
            progress("one output and two, round \(round + 1) of \(options.rounds * 2)")
            pair.one.append(try Self.cost(ofOutputs: 1, seconds: options.seconds / 2))
            pair.two.append(try Self.cost(ofOutputs: 2, seconds: options.seconds / 2))
        }
        report.outputs = pair
    }

    /// Publishes frames of no content, and gives the processor time of all threads for each, in milliseconds.
    private static func cost(ofOutputs count: Int, seconds: Double) throws -> Double {
        let outputs = (0..<count).map { _ in FrameOutput() }
        let fan = FrameFanOut(outputs)
        let readers = try outputs.map { try FrameReader($0) { _ in } }
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
            due += period
            usleep(UInt32(max(0, due - MonotonicClock.now()) / 1000))
        }
        let cost = Double(MonotonicClock.processorTime() - begin) / 1e6
        for reader in readers { reader.finish() }
        return cost / Double(frames)
    }

    /// Measures two pictures of 1280×720 in one window beside one in a window of that size, in turn: the programs of
    /// `Tests/Outside`, without their cameras' threads, which draw the test card.
    mutating func measurePictures() throws {
        let folder = URL(fileURLWithPath: options.program).deletingLastPathComponent().path
        let card = "test:1280x720@60:NV12"
        let narrow = try Compositor(width: 1280, height: 720)
        let wide = try Compositor(width: 2560, height: 720)
        var pair = PairedCost()
        for round in 0..<options.rounds {
            progress("one picture and two, round \(round + 1) of \(options.rounds)")
            pair.one.append(try cost(of: ["\(folder)/camera", card], in: narrow))
            pair.two.append(try cost(of: ["\(folder)/side-by-side", card, card], in: wide))
        }
        report.pictures = pair
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
