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
    var captureRate: Double
    var shownRate: Double
    var captureToPresent: Percentiles
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
