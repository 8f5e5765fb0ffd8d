internal import LinuxIO

/// A work whose frames are timed, in turn with others.
protocol MeasuredWork {
    /// Does a number of frames one after the other, each to its end.
    ///
    /// - Parameter count: The number of frames.
    /// - Returns: The time of each frame.
    /// - Throws: The reason why it failed.
    func frames(_ count: Int) throws -> [FrameTime]
}

/// The time that a frame took, in milliseconds.
struct FrameTime {
    var wall: Double
    /// The time in all threads together.
    var processor: Double

    /// Times a number of frames.
    static func of(_ count: Int, _ work: () throws -> Void) rethrows -> [FrameTime] {
        try (0..<count).map { _ in
            let processor = MonotonicClock.processorTime()
            let start = MonotonicClock.now()
            try work()
            return FrameTime(
                wall: Double(MonotonicClock.now() - start) / 1e6,
                processor: Double(MonotonicClock.processorTime() - processor) / 1e6)
        }
    }
}

/// The times of one work in all its turns: the medians of their frames, in milliseconds.
struct Turns {
    private(set) var walls: [Double] = []
    private(set) var processors: [Double] = []
    private(set) var least = Double.infinity

    mutating func add(_ frames: [FrameTime]) {
        walls.append(frames.map(\.wall).median)
        processors.append(frames.map(\.processor).median)
        least = min(least, frames.map(\.wall).min() ?? .infinity)
    }

    var wall: Double { walls.median }
    var processor: Double { processors.median }

    /// Computes the ratio of its time to that of another work in the same rounds.
    func ratio(to other: Turns) -> Comparison {
        compare { turns, index in turns(self)[index] / turns(other)[index] }
    }

    /// Computes the time that it takes more than another work in the same rounds.
    func added(to other: Turns) -> Comparison {
        compare { turns, index in turns(self)[index] - turns(other)[index] }
    }

    /// Computes the ratio of the time that it takes more than `base` to that of another work.
    func addedRatio(over base: Turns, to other: Turns) -> Comparison {
        compare { turns, index in (turns(self)[index] - turns(base)[index]) / turns(other)[index] }
    }

    /// The times of its own frames.
    var itself: Comparison { Comparison(wall: wall, processor: processor) }

    private func compare(_ figure: ((Turns) -> [Double], Int) -> Double) -> Comparison {
        Comparison(
            wall: walls.indices.map { figure(\.walls, $0) }.median,
            processor: walls.indices.map { figure(\.processors, $0) }.median)
    }
}

/// The median of a figure of all rounds.
struct Comparison {
    var wall: Double
    var processor: Double?
}

/// A contest of works in turn, so that a disturbance of the machine meets them all: A B C A B C ….
struct Contest {
    /// The number of turns of each work.
    let rounds: Int
    /// The number of frames of a turn that count; one before them does not.
    let frames: Int

    /// - Parameter works: The works that are compared.
    /// - Returns: The times of each work, in the same order.
    /// - Throws: The reason why one of them failed.
    func run(_ works: [any MeasuredWork]) throws -> [Turns] {
        // Kernels are translated, and memory is touched for the first time.
        for work in works { _ = try work.frames(3) }
        var turns = works.map { _ in Turns() }
        for _ in 0..<rounds {
            for (index, work) in works.enumerated() {
                turns[index].add(Array(try work.frames(frames + 1).dropFirst()))
            }
        }
        return turns
    }
}

extension [Double] {
    /// The value in the middle; NaN without values.
    var median: Double {
        guard !isEmpty else { return .nan }
        let sorted = sorted()
        return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }
}
