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
        Standstill.beforeEnd(of: server.identifier)
        try Fault.soundLost.within(.told) {
            server.stop()
            try eventually("the word", within: 20, found: { program.log }) {
                program.output.contains(parts[0]) && program.output.contains(parts[1])
            }
        }
        try program.wait(within: 30)
    }

    @Test func soundStalls() throws {
        let server = try SoundServer(.tone(440))
        let path = folder.file("a.mp4")
        let program = try Program(
            movieProbe, ["write", path, "300", "sound"], environment: server.environment)
        func wait(for word: String) throws {
            try eventually(word, within: 30, found: { program.log + program.threads }) {
                program.output.contains(word)
            }
        }
        try wait(for: "written 90\n")
        server.freeze()
        let words = Fault.soundStalls.sentence([.reason: "it gives no sound"])
        try Fault.soundStalls.within(.told) { try wait(for: words) }
        try wait(for: "written 300\n")
        try Fault.soundStalls.within(.recovered) { try wait(for: "finished") }
        try program.wait(within: 5)
        let lengths = try WrittenMovie(by: program, of: 300).lengths(10)
        #expect(try lengths.contains(probe(path).seconds ?? 0), "\(program.log)")
        let sound = try MovieSound(of: path)
        // A busy machine opens the input late.
        let parts = stride(from: 0, to: 3, by: 0.1).map { $0..<$0 + 0.1 }
        #expect(parts.contains { sound.loudness($0) > -14 }, "\(parts.map(sound.loudness)) dB")
        // Four seconds after the freeze, or more: a busy machine's pictures are later than their places in the movie.
        #expect(sound.seconds > 9.5 && sound.loudness(7.5..<9.5) < -80, "\(sound.loudness(7.5..<9.5)) dB")
    }

    /// Kills recordings at moments all over eight seconds, side by side, since they wait most of the time.
    @Test func killedRecording() throws {
        try Requirement.programs("ffmpeg")
        let count = ProcessInfo.processInfo.environment["VIEWFINDER_KILLS"].flatMap(Int.init) ?? 12
        let server = try SoundServer(.tone(440))
        // Multiples of the golden ratio lie nowhere close together.
        var moments = (0..<count).map {
            0.2 + 7.8 * (Double($0) * 0.6180339887).truncatingRemainder(dividingBy: 1)
        }
        while !moments.isEmpty {
            let group = moments.prefix(Self.recordingsAtOnce)
            moments.removeFirst(group.count)
            try killRecordings(at: Array(group), with: server)
        }
    }

    /// The number of recordings that two processors can encode side by side: pictures that wait for an encoder are lost with it.
    private static let recordingsAtOnce = 8

    /// Kills a recording for each moment, in seconds after its first picture.
    private func killRecordings(at moments: [Double], with server: SoundServer) throws {
        let programs = try moments.indices.map { number in
            let (ending, sound) = (["mp4", "webm", "mkv", "mov"][number % 4], sound(number))
            let path = folder.file("\(UUID().uuidString).\(ending)")
            let program = try Program(
                movieProbe, ["write", path, "3000"] + (sound == .none ? [] : ["sound"]),
                environment: sound == .silence ? ["PULSE_SERVER": "unix:/nowhere"] : server.environment)
            try eventually("the first picture of \(path)", within: 60, found: { program.log }) {
                program.output.contains("written 1\n")
            }
            return (path: path, program: program, begin: ContinuousClock.now)
        }
        let ends = programs.indices.map { programs[$0].begin + .seconds(moments[$0]) }
        var counts = [Int](repeating: 0, count: moments.count)
        for number in moments.indices.sorted(by: { ends[$0] < ends[$1] }) {
            let rest = ends[number] - ContinuousClock.now
            if rest > .zero { usleep(useconds_t(rest / .microseconds(1))) }
            let program = programs[number].program
            program.signal(SIGKILL)
            #expect(try program.wait().status == .killed(SIGKILL))
            counts[number] =
                program.output.matches(of: /written ([0-9]+)\n/).last
                .flatMap { Int($0.output.1) } ?? 0
        }
        for (number, (path, _, _)) in programs.enumerated() {
            let kept = try picturesKept(path, of: counts[number])
            let what = "lost of \(path.split(separator: ".").last ?? "") with \(sound(number))"
            try Fault.killedRecording.lose(what, seconds: Double(counts[number] - kept) / 30, atMost: 1)
            try FileManager.default.removeItem(atPath: path)
        }
    }

    private enum Sound: CaseIterable { case none, tone, silence }

    /// Each kind of movie has each sound.
    private func sound(_ number: Int) -> Sound { Sound.allCases[number / 4 % 3] }

    /// Reads a killed recording to its end.
    ///
    /// - Returns: The number of pictures until its last one, counting those that were dropped.
    private func picturesKept(_ path: String, of count: Int) throws -> Int {
        let (player, end) = try Program.run("ffmpeg", ["-v", "error", "-i", path, "-f", "null", "-"])
        // A recording of less than a second may have nothing in it yet.
        if count <= 30, end.status != .exited(0) { return 0 }
        #expect(end.status == .exited(0), "\(path): \(player.log)")
        guard let last = try? readAll(path).last?.picture.position else { return 0 }
        return Int((Double(last) * 30 / 1e9).rounded()) + 1
    }
}
