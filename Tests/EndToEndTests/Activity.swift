import Foundation
import TestSupport

/// The work that a program's threads have done so far.
struct Activity {
    var wakeUps = 0
    var processorMilliseconds = 0.0

    init(of program: Program) throws {
        let folder = "/proc/\(program.identifier)/task"
        for thread in try FileManager.default.contentsOfDirectory(atPath: folder) {
            let read = { (file: String) in
                try String(contentsOfFile: "\(folder)/\(thread)/\(file)", encoding: .utf8)
            }
            for line in try read("status").split(separator: "\n") where line.hasPrefix("voluntary") {
                wakeUps += Int(line.split(separator: "\t").last ?? "") ?? 0
            }
            let running = try read("schedstat").split(separator: " ").first
            processorMilliseconds += (running.flatMap { Double($0) } ?? 0) / 1e6
        }
    }
}
