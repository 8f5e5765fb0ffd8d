/// What tests read of the report of `viewfinder doctor --gpu --json`, by the names that stand in it.
package struct GraphicsReport: Decodable {
    package struct Finding: Decodable {
        package var fault: String
        package var sentence: String
    }

    package struct Device: Decodable {
        package struct Path: Decodable {
            package var path: String
            package var format: String
            package var difference: String?
            package var refusal: String?
        }

        package struct Memory: Decodable {
            package struct Reading: Decodable {
                package var way: String
                package var difference: String?
                package var refusal: String?
            }

            package struct Hammer: Decodable {
                package var rounds: Int
                package var isComplete: Bool
                package var difference: String?
            }

            package var memory: String
            package var absence: String?
            package var readings: [Reading]
            package var hammer: Hammer?
        }

        package struct Facts: Decodable { package var name: String }

        package struct Way: Decodable {
            package var path: String
            package var route: String
        }

        package struct MemoryTime: Decodable {
            package var type: Int
            package var refusal: String?
        }

        package var device: Facts
        package var times: [Way]
        package var paths: [Path]
        package var memories: [Memory]
        package var verdicts: [Verdict]
        package var barredPaths: [String: String]
        package var ranking: [String]
        package var memoryTimes: [MemoryTime]
        package var isComplete: Bool
        package var isDeviceLost: Bool
        package var fault: String?
    }

    package struct Window: Decodable {
        package struct Mode: Decodable {
            package struct Spread: Decodable { package var median: Double }
            package var mode: String
            package var imageCount: Int?
            package var acquire: Spread?
            package var present: Spread?
            package var callbacks: Int
            package var missedCallbacks: Int
            package var unpaced: [Double]
            package var refusal: String?
        }

        package struct Choice: Decodable { package var name: String }

        package var device: String?
        package var presentation: Choice?
        package var modes: [Mode]
        package var fault: String?
    }

    package struct Place: Decodable {
        package var name: String
        package var isTaken: Bool
        package var reason: String
    }

    package struct Camera: Decodable {
        package struct Route: Decodable { package var route: String }
        package var camera: String
        package var device: String
        package var routes: [Route]
        package var fault: String?
    }

    package var findings: [Finding]
    package var devices: [Device]
    package var order: [Place]
    package var cameras: [Camera]
    package var window: Window

    package struct Verdict: Decodable {
        package var memory: String
        package var writer: String?
        package var isTrusted: Bool
        package var words: String
        package var isByFrames: Bool
    }

    /// The findings that a busy machine does not add to: a test that had no time for everything is none of these.
    package var timelessFindings: [Finding] { findings.filter { $0.fault != "unfinished" } }
}
