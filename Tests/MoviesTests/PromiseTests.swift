import Faults
import Foundation
import Glibc
import Movies
import Synchronization
import TestSupport
import Testing

/// The promises of the table of faults that movies keep.
struct PromiseTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    @Test func diskFull() throws {
        let path = folder.file("full.mp4")
        // The kernel's disk that is always full.
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/full")
        let failure = Mutex<MovieError?>(nil)
        let writer = try MovieWriter(path: path, logger: quiet) { error in failure.withLock { $0 = error } }
        var number: Int64 = 0
        try Fault.diskFull.within(.told) {
            try eventually("the failure") {
                writer.append(Pattern().frame(0, at: number * 33_000_000))
                number += 1
                return failure.withLock { $0 } != nil
            }
        }
        let sentence = try #require(failure.withLock { $0 }?.sentence)
        let seconds = sentence.firstMatch(of: /after ([0-9]+) s/)?.output.1 ?? ""
        #expect(sentence == Fault.diskFull.sentence([.path: path, .seconds: String(seconds)]))
    }

    @Test func movieForbidden() throws {
        // Not even root may make files here.
        let path = "/sys/viewfinder.mp4"
        try Fault.movieForbidden.within(.told) {
            #expect {
                try MovieWriter(path: path, logger: quiet)
            } throws: { error in
                let words = "\(error)"
                let reason = words.firstMatch(of: /\(([^)]*)\)/)?.output.1 ?? ""
                return words == Fault.movieForbidden.sentence([.path: path, .reason: String(reason)])
            }
        }
    }

    @Test func noMicrophone() throws {
        let program = try Program(
            movieProbe, ["write", folder.file("a.mp4"), "60", "sound"],
            environment: ["PULSE_SERVER": "unix:/nowhere"])
        try Fault.noMicrophone.within(.told) {
            try eventually("the word", within: 20, found: { program.log }) {
                program.output.contains(Fault.noMicrophone.sentence())
            }
        }
        try program.wait(within: 30)
    }

    @Test func soundLost() throws {
        let server = try SoundServer(.tone(440))
        let program = try Program(
            movieProbe, ["write", folder.file("a.mp4"), "240", "sound"], environment: server.environment)
        try eventually("two seconds", within: 30, found: { program.log }) {
            program.output.contains("written 60\n")
        }
        let parts = Fault.soundLost.sentence([.reason: "|"]).split(separator: "|")
        try Fault.soundLost.within(.told) {
            server.stop()
            try eventually("the word", within: 20, found: { program.log }) {
                program.output.contains(parts[0]) && program.output.contains(parts[1])
            }
        }
        try program.wait(within: 30)
    }

    /// Kills recordings at moments all over three seconds, side by side, since they wait most of the time.
    @Test func killedRecording() throws {
        try Requirement.programs("ffmpeg")
        let count = ProcessInfo.processInfo.environment["VIEWFINDER_KILLS"].flatMap(Int.init) ?? 6
        // Multiples of the golden ratio lie nowhere close together.
        var moments = (0..<count).map {
            1 + 3 * (Double($0) * 0.6180339887).truncatingRemainder(dividingBy: 1)
        }
        while !moments.isEmpty {
            let group = moments.prefix(10)
            moments.removeFirst(group.count)
            try killRecordings(at: Array(group))
        }
    }

    private func killRecordings(at moments: [Double]) throws {
        let programs = try moments.indices.map { number in
            let ending = ["mp4", "webm", "mkv", "mov"][number % 4]
            let path = folder.file("\(UUID().uuidString).\(ending)")
            return (path: path, program: try Program(movieProbe, ["write", path, "3000"]))
        }
        for (path, program) in programs {
            try eventually("the first second of \(path)", within: 60, found: { program.log }) {
                program.output.contains("written 30\n")
            }
        }
        let begin = ContinuousClock.now
        var seconds = [Int](repeating: 0, count: moments.count)
        for number in moments.indices.sorted(by: { moments[$0] < moments[$1] }) {
            let rest = .seconds(moments[number]) - (ContinuousClock.now - begin)
            if rest > .zero { usleep(useconds_t(rest / .microseconds(1))) }
            let program = programs[number].program
            program.signal(SIGKILL)
            #expect(try program.wait().status == .killed(SIGKILL))
            let written = program.output.matches(of: /written ([0-9]+)/).last
            seconds[number] = (written.flatMap { Int($0.output.1) } ?? 0) / 30
        }
        for (number, (path, _)) in programs.enumerated() {
            let (player, end) = try Program.run("ffmpeg", ["-v", "error", "-i", path, "-f", "null", "-"])
            #expect(end.status == .exited(0), "\(path): \(player.log)")
            let last = try readAll(path).last?.picture.position ?? 0
            #expect(Double(last) / 1e9 >= Double(seconds[number]) - 1, "\(path) of \(seconds[number]) s")
            try FileManager.default.removeItem(atPath: path)
        }
    }
}
