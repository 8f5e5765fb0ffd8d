import Foundation

/// What the tests read of one line of `--stats`.
struct Statistics: Decodable {
    struct Percentiles: Decodable {
        var p50: Double?
        var p95: Double?
        var p99: Double?
    }

    struct Stamp: Decodable {
        var clock: String
        var kind: String
        var trusted: Bool
        var problems: [String: Int]
        var sentence: String
    }

    struct Age: Decodable {
        var p50: Double?
        var p99: Double?
        /// Pairs of a millisecond and how often.
        var histogram: [[Int]]
    }

    struct Screen: Decodable {
        var presented: Int
        var discarded: Int
        var refresh: Double?
    }

    struct Cadence: Decodable {
        var expected: [Int]
        var share: Double
        var refreshes: [[Int]]
        var source: String
    }

    struct Staleness: Decodable {
        var share: Double
        var behindAtLatch: [[Int]]

        /// The mean number of newer frames that had come when the compositor took one.
        var behind: Double {
            let count = behindAtLatch.reduce(0) { $0 + $1[1] }
            return Double(behindAtLatch.reduce(0) { $0 + $1[0] * $1[1] }) / Double(max(1, count))
        }
    }

    struct Latch: Decodable {
        var late: Int
        var missed: Int
        var drawEstimate: Double
        var cameraPeriod: Double?
    }

    struct Overhead: Decodable {
        var own: Double
        var driver: Double
        var driverWall: Double
        var textures: Double
        var drawing: Double
        var renderThread: Double
        var mainThread: Double
        var cameraThreads: Double
        var process: Double
    }

    struct Choice: Decodable {
        var name: String
        var reason: String
    }

    var final: Bool
    var seconds: Double
    var source: String
    var captured: Int
    var shown: Int
    var replaced: Int
    var dropped: [String: Int]
    /// The frames that were lost, without those that a busy machine had no time to make.
    var lost: [String: Int] { dropped.filter { $0.key != "gap" } }

    /// The number of frames that a busy machine had no time to make.
    var neverMade: Int { dropped["gap"] ?? 0 }
    var captureRate: Double
    var shownRate: Double
    var skipped: Int
    var captureToPresent: Percentiles
    var readyToPresent: Percentiles
    var takenToPresent: Percentiles
    var ageOnScreen: Age?
    var ageOnScreenReason: String?
    var screen: Screen
    var cadence: Cadence?
    var staleness: Staleness
    var queueDepth: [[Int]]
    var latch: Latch
    var overhead: Overhead?
    var stamp: Stamp?
    var firstFrameAfter: Double?
    var presentation: Choice?
    var importRoute: Choice?
    var swapchainRebuilds: Int
    var peakMemory: Int

    /// Every complete line.
    static func reports(in output: String) throws -> [Statistics] {
        let lines = output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        return try lines.map { try JSONDecoder().decode(Statistics.self, from: Data($0.utf8)) }
    }
}
