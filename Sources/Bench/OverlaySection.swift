internal import Foundation
internal import Glibc
internal import LinuxIO

extension Benchmark {
    /// Measures what lies over the picture: what it costs while it is hidden, while it is shown and nothing changes, when it comes and
    /// when something of it changes; with and without it in turn.
    mutating func measureOverlay() throws {
        var costs = OverlayCosts()
        try measureStarts(&costs)
        let compositor = try Compositor(width: 1920, height: 1080)
        for round in 0..<options.rounds {
            for state in OverlayCosts.State.allCases {
                progress("overlay, \(state.rawValue), round \(round + 1) of \(options.rounds)")
                costs.rests[state, default: []].append(try rest(state, in: compositor))
            }
        }
        for round in 0..<options.rounds {
            progress("overlay, what comes and changes, round \(round + 1) of \(options.rounds)")
            try measureChanges(&costs, in: compositor)
        }
        report.overlay = costs
    }

    /// Starts the program with and without an overlay, each first in every other round.
    private mutating func measureStarts(_ costs: inout OverlayCosts) throws {
        let compositor = try Compositor(width: 1280, height: 720)
        let player = Player.viewfinder(options.program)
        let rounds = options.startRounds * 4
        for round in 0..<rounds {
            progress("start with and without an overlay, round \(round + 1) of \(rounds)")
            for isWith in round % 2 == 0 ? [true, false] : [false, true] {
                let time = try start(isWith ? player : player.adding("--no-overlay"), in: compositor)
                if isWith { costs.starts.append(time) } else { costs.startsWithout.append(time) }
            }
        }
    }

    /// Measures seconds in which nothing of the overlay changes, while pictures come.
    private func rest(_ state: OverlayCosts.State, in compositor: Compositor) throws -> OverlayCosts.Rest {
        let show = try GreyShow(options.program, state == .without ? ["--no-overlay"] : [], in: compositor)
        defer { show.stop() }
        try show.waitForPicture()
        var pointer: VirtualPointer?
        if state == .shown {
            pointer = try VirtualPointer(in: compositor)
            try show.bring(by: pointer)
        }
        // Beyond the tooltip, and what the first pictures have to do.
        usleep(3_000_000)
        let before = show.mainThread
        usleep(UInt32(options.seconds * 1e6))
        let after = show.mainThread
        withExtendedLifetime(pointer) {}
        let memory = MemoryReading(of: show.process)
        let seconds = options.seconds
        return OverlayCosts.Rest(
            mainThread: (after.processorTime - before.processorTime) / (seconds * GreyShow.rate),
            wakeUpsPerSecond: Double(after.wakeUps - before.wakeUps) / seconds,
            proportionalMemory: memory.proportional, residentMemory: memory.resident)
    }

    /// Lets the bar come for the first time and again, moves the pointer over its buttons, and draws a slider.
    private func measureChanges(_ costs: inout OverlayCosts, in compositor: Compositor) throws {
        let keyboard = try ChildProgram(
            ["wtype", "-s", "1000000000", "-k", "F24"], environment: compositor.environment)
        defer { keyboard.stop() }
        let show = try GreyShow(
            options.program, ["-vv", "--filter", "brightness-adjustment"], in: compositor)
        defer { show.stop() }
        try show.waitForPicture()
        usleep(1_500_000)
        var pointer: VirtualPointer? = try VirtualPointer(in: compositor)
        costs.firstShowings.append(try show.bring(by: pointer))
        pointer = nil
        try show.waitForPicture()
        pointer = try VirtualPointer(in: compositor)
        costs.laterShowings.append(try show.bring(by: pointer))
        guard let pointer else { return }
        usleep(1_000_000)
        // The steps are wider than a button, and faster than tooltips.
        let (middle, bar) = (compositor.width / 2, GreyShow.barRow(in: compositor))
        costs.hovers.append(
            try costPerChange(of: show) { step in
                try pointer.move(toX: middle - 96 + step % 5 * 48, y: bar)
            })
        let slider = try openSlider(show, in: compositor)
        try pointer.move(toX: slider.x, y: slider.y)
        usleep(1_000_000)
        try pointer.press()
        costs.drags.append(
            try costPerChange(of: show) { step in
                try pointer.move(toX: slider.x - 40 + step * 7 % 80, y: slider.y)
            })
        try pointer.release()
        usleep(500_000)
        costs.memoryWithPanel.append(MemoryReading(of: show.process).proportional)
    }

    /// Gives the main thread's time for a change, in milliseconds, without what it needs in the same time anyway.
    private func costPerChange(of show: GreyShow, _ change: (Int) throws -> Void) throws -> Double {
        let (count, pause) = (60, UInt32(50_000))
        func measured(_ step: (Int) throws -> Void) throws -> Double {
            let before = show.mainThread.processorTime
            for number in 0..<count {
                try step(number)
                usleep(pause)
            }
            return show.mainThread.processorTime - before
        }
        let idle = try measured { _ in }
        return (try measured(change) - idle) / Double(count)
    }

    /// Opens the panel of filters by keys, and unfolds the first one of the chain.
    ///
    /// - Returns: The middle of its slider.
    private func openSlider(_ show: GreyShow, in compositor: Compositor) throws -> (x: Int, y: Int) {
        func press(_ key: String) {
            _ = ChildProgram.output(of: ["wtype", "-k", key], environment: compositor.environment)
        }
        func find(_ beginning: String) throws -> (x: Int, y: Int) {
            for _ in 0..<200 {
                let before = show.focused.count
                press("Tab")
                let deadline = MonotonicClock.now() + 2_000_000_000
                while show.focused.count == before, MonotonicClock.now() < deadline { usleep(10_000) }
                if let last = show.focused.last, last.id.hasPrefix(beginning) { return (last.x, last.y) }
            }
            throw BenchError("there is no \(beginning) over the picture")
        }
        _ = try find("panel-filters")
        press("Return")
        usleep(500_000)
        _ = try find("chain-fold=")
        press("Return")
        usleep(500_000)
        return try find("chain-set=")
    }
}

/// Our program on grey pictures, which show by their brightness what lies over them.
private final class GreyShow {
    /// The number of pictures a second.
    static let rate = 30.0
    private static let brightness: UInt8 = 200

    private let child: ChildProgram
    private let feeder: FrameFeeder
    private let pipe: Pipe
    private let capture: RegionCapture
    private let compositor: Compositor

    /// Starts the program in a compositor whose output it fills.
    ///
    /// - Parameters:
    ///   - program: The program's path.
    ///   - arguments: More arguments for it.
    ///   - compositor: The compositor.
    /// - Throws: The reason why it was not started.
    init(_ program: String, _ arguments: [String], in compositor: Compositor) throws {
        self.compositor = compositor
        capture = try RegionCapture(
            socket: compositor.socket, y: Self.barRow(in: compositor), width: compositor.width, height: 1)
        let size = (width: 640, height: 360)
        pipe = try Pipe(byteCount: 1 << 20)
        let frames = PlainFrames(bytes: [UInt8](repeating: Self.brightness, count: size.width * size.height))
        feeder = try FrameFeeder(frames, rate: Self.rate, to: pipe.writing.number)
        let source = "raw:-:\(size.width)x\(size.height)@\(Int(Self.rate)):GREY"
        child = try ChildProgram(
            [program, "show", "--no-settings", "--fill", "stretch", "--source", source] + arguments,
            environment: compositor.environment, input: pipe.reading.number)
    }

    /// The row of the output in the middle of the bar.
    static func barRow(in compositor: Compositor) -> Int { compositor.height - 16 - 28 }

    func stop() {
        child.stop()
        feeder.stop()
    }

    var process: pid_t { child.process }

    /// The counts of the thread on which the overlay is drawn.
    var mainThread: ThreadReading { ThreadReading(of: child.process, in: child.process) }

    /// The elements to which keys went, with their middles, in the log's order.
    var focused: [(id: String, x: Int, y: Int)] {
        child.log.split(separator: "\n").compactMap { line in
            guard let start = line.range(of: "keys go to "), let end = line.range(of: " at ") else {
                return nil
            }
            let numbers = line[end.upperBound...].split(separator: ", ").compactMap { Int($0) }
            guard numbers.count == 2 else { return nil }
            return (String(line[start.upperBound..<end.lowerBound]), numbers[0], numbers[1])
        }
    }

    /// The number of pixels of the bar's row that are darker than the picture.
    private var darkPixels: Int {
        (0..<compositor.width).count { capture.brightness($0, 0) < Int(Self.brightness) - 15 }
    }

    /// Waits until the output shows the picture with nothing over it.
    func waitForPicture() throws {
        let deadline = MonotonicClock.moment(in: 15)
        while MonotonicClock.now() < deadline {
            guard child.isRunning else { throw BenchError("the overlay: \(child.lastWords)") }
            if try capture.next(until: MonotonicClock.now() + 200_000_000) != nil, darkPixels == 0 { return }
        }
        throw BenchError("the overlay: no picture without a bar. \(child.lastWords)")
    }

    /// Moves the pointer onto the bar's place.
    ///
    /// - Parameter pointer: The pointer, which has not been moved before.
    /// - Throws: The error of a bar that does not come.
    /// - Returns: The time to the bar on the output.
    @discardableResult
    func bring(by pointer: VirtualPointer?) throws -> OverlayCosts.Showing {
        let before = mainThread.processorTime
        let (x, y) = (compositor.width / 2, Self.barRow(in: compositor))
        let start = MonotonicClock.now()
        try pointer?.move(toX: x - 1, y: y)
        try pointer?.move(toX: x, y: y)
        while MonotonicClock.now() < start + 20_000_000_000 {
            // A copy from before the move may be on its way.
            guard let time = try capture.next(until: MonotonicClock.now() + 200_000_000), time > start,
                darkPixels > 100
            else { continue }
            return OverlayCosts.Showing(
                time: Double(time - start) / 1e6, mainThread: mainThread.processorTime - before)
        }
        throw BenchError("the overlay: no bar comes with the pointer. \(child.lastWords)")
    }
}

/// The costs of what lies over the picture, round by round; times in milliseconds, memory in bytes.
struct OverlayCosts: Codable {
    /// The state of what lies over the picture.
    enum State: String, Codable, CodingKeyRepresentable, CaseIterable {
        /// There is none (`--no-overlay`).
        case without
        case hidden
        /// The bar is shown, with the pointer at rest on it.
        case shown
    }

    /// The way from the pointer's first move to the bar on the output.
    struct Showing: Codable {
        /// The time that it takes, with what compositor and other programs take of it.
        var time: Double
        /// The main thread's processor time.
        var mainThread: Double
    }

    /// A while in which nothing of it changes, with pictures at 30/s.
    struct Rest: Codable {
        /// The main thread's processor time for each picture.
        var mainThread: Double
        var wakeUpsPerSecond: Double
        var proportionalMemory: Int
        var residentMemory: Int
    }

    /// The times to the first picture, with an overlay and without one.
    var starts: [Double] = []
    var startsWithout: [Double] = []
    var rests: [State: [Rest]] = [:]
    /// The first showing, and a later one.
    var firstShowings: [Showing] = []
    var laterShowings: [Showing] = []
    /// The main thread's processor time for a move of the pointer to another button, and for one with a slider.
    var hovers: [Double] = []
    var drags: [Double] = []
    /// The memory with a panel open.
    var memoryWithPanel: [Int] = []

    /// Gives the median of what a state has more than none, round by round.
    func difference(_ state: State, _ value: (Rest) -> Double) -> Double? {
        SampleStatistics.median(
            zip(rests[.without] ?? [], rests[state] ?? []).map { value($1) - value($0) })
    }

    /// Gives the median of a state.
    func median(_ state: State, _ value: (Rest) -> Double) -> Double? {
        SampleStatistics.median((rests[state] ?? []).map(value))
    }
}
