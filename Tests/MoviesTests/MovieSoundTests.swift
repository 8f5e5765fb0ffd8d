import Faults
import Foundation
import Movies
import TestSupport
import Testing

/// Movies with sound.
@Suite(.serialized) struct MovieSoundTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    /// Records seconds of moving grey with the sound of a server's input.
    private func record(
        _ file: String, seconds: Int, _ environment: [String: String?],
        meanwhile: (Program) throws -> Void = { _ in }
    ) throws -> (program: Program, movie: Probed, lengths: Range<Double>) {
        let path = folder.file(file)
        let program = try Program(
            movieProbe, ["write", path, "\(30 * seconds)", "sound"], environment: environment)
        try meanwhile(program)
        try program.wait(within: Double(seconds) + 30)
        let written = try WrittenMovie(by: program, of: 30 * seconds)
        let movie = try probe(path)
        #expect(movie.count == written.taken)
        let lengths = written.lengths(Double(seconds))
        #expect(lengths.contains(movie.seconds ?? 0), "\(program.log)")
        return (program, movie, lengths)
    }

    /// Expects of the parts of a sound that most are as loud as the server's tone.
    ///
    /// A server takes a moment to begin, on a busy machine a longer one; then there is no gap, but where such a machine makes one.
    ///
    /// - Parameters:
    ///   - all: The parts, in seconds.
    ///   - sound: The sound.
    ///   - share: The share of the parts, from the first loud one on, that must be loud.
    /// - Throws: An error where too few are.
    /// - Returns: The loud parts.
    private func loud(_ all: [Range<Double>], of sound: MovieSound, share: Double) throws -> [Range<Double>] {
        func isHeard(_ part: Range<Double>) -> Bool { abs(sound.loudness(part) + 9) < 3 }
        let parts = all.drop { !isHeard($0) }
        let heard = parts.filter(isHeard)
        try #require(
            parts.count > all.count / 2 && heard.count >= Int(Double(parts.count) * share),
            "\(all.map(sound.loudness)) dB")
        return heard
    }

    @Test(arguments: [("a.mp4", "aac"), ("a.mkv", "opus"), ("a.webm", "opus")])
    func theDefaultInputIsHeardFromTheBeginningToTheEnd(_ file: String, _ codec: String) throws {
        let server = try SoundServer(.tone(440))
        let (program, movie, lengths) = try record(file, seconds: 5, server.environment)
        #expect(!program.output.contains("without sound"), "\(program.log)")
        #expect(movie.audio?.codec_name == codec)
        let sound = try MovieSound(of: folder.file(file))
        #expect(lengths.contains(sound.seconds))
        let heard = try loud(
            stride(from: 1.0, to: 4.5, by: 0.1).map { $0..<$0 + 0.1 }, of: sound, share: 0.9)
        for part in heard { #expect(abs(sound.frequency(part) - 440) < 30, "\(part)") }
    }

    @Test(arguments: [("a.mp4", "aac"), ("a.webm", "opus")])
    func withoutAServerTheSoundIsSilence(_ file: String, _ codec: String) throws {
        let (program, movie, _) = try record(file, seconds: 2, ["PULSE_SERVER": "unix:/nowhere"])
        #expect(program.output.contains("goes on without sound (there is no input); plug in a microphone"))
        #expect(movie.audio?.codec_name == codec)
        #expect(try MovieSound(of: folder.file(file)).loudness(0..<2) < -80)
    }

    /// Pictures of 30 a second, and pauses from the moment of one to that of another.
    struct Pauses: Sendable, CustomTestStringConvertible {
        let count: Int
        let ranges: [Range<Int>]

        var testDescription: String { "\(ranges) of \(count)" }
        var paused: Int { ranges.reduce(0) { $0 + $1.clamped(to: 0..<count).count } }
        /// The seconds of the movie.
        var seconds: Double { Double(count - paused) / 30 }
        /// The moments of the movie at which something was cut out, and the seconds of all that until then.
        var cuts: [(moment: Double, seconds: Double)] {
            ranges.indices.map { number in
                let before = ranges[..<number].reduce(0) { $0 + $1.count }
                let all = before + ranges[number].count
                return (Double(ranges[number].lowerBound - before) / 30, Double(all) / 30)
            }
        }

        /// Counts what was cut out before a part of the movie.
        ///
        /// - Parameters:
        ///   - part: The part, in seconds.
        ///   - late: The seconds by which pauses were told late: what was heard until then is written.
        /// - Returns: The seconds of the clock; nil for a part that has a cut in it or nearby.
        func cut(before part: Range<Double>, late: Double) -> Double? {
            let isNear = cuts.contains { cut in
                part.overlaps(cut.moment - 0.1..<cut.moment + 0.1 + late)
            }
            return isNear ? nil : cuts.last { $0.moment < part.lowerBound }?.seconds ?? 0
        }
    }

    /// Records with pauses, and compares the length of the movie, of its pictures and of its sound.
    ///
    /// - Returns: The sound, and the seconds by which a busy machine told a pause or its end too late.
    private func record(
        _ file: String, _ pauses: Pauses, _ environment: [String: String?]
    ) throws -> (sound: MovieSound, late: Double) {
        let path = folder.file(file)
        let words = pauses.ranges.map { "\($0.lowerBound)-\($0.upperBound)" }
        let program = try Program(
            movieProbe, ["write", path, "\(pauses.count)"] + words + ["sound"], environment: environment)
        try program.wait(within: Double(pauses.count) / 30 + 30)
        let written = try WrittenMovie(
            by: program, of: pauses.count, endsPaused: pauses.ranges.last?.upperBound == pauses.count)
        #expect(written.paused == pauses.paused, "\(program.log)")
        #expect(written.seconds < pauses.seconds + 0.001)
        let positions = try readAll(path).map(\.picture.position)
        #expect(positions.count == written.taken)
        // A busy machine may have lost some, but none is at a place of its own.
        for position in positions {
            let number = (Double(position) * 30 / 1e9).rounded()
            #expect(abs(Double(position) - number * 1e9 / 30) < 1_100_000)
        }
        let lengths = written.lengths(pauses.seconds)
        #expect(lengths.contains(try probe(path).seconds ?? 0), "\(program.log)")
        let sound = try MovieSound(of: path)
        #expect(lengths.contains(sound.seconds))
        return (sound, written.late)
    }

    /// The frequency of a tone that rises tells at which moment of the clock it was played.
    @Test(
        arguments: ["a.mp4", "a.mkv", "a.webm"],
        [
            Pauses(count: 210, ranges: [90..<150]),
            Pauses(count: 255, ranges: [90..<93, 115..<130, 150..<180]),
        ])
    func soundIsCutWhereThePicturesAre(_ file: String, _ pauses: Pauses) throws {
        let rise = 100
        let server = try SoundServer(.risingTone(300, by: rise))
        let (sound, late) = try record(file, pauses, server.environment)
        let parts = stride(from: 0.9, to: pauses.seconds - 0.4, by: 0.2).map { $0..<$0 + 0.2 }
            .filter { pauses.cut(before: $0, late: late) != nil }
        let heard = try loud(parts, of: sound, share: 0.8)
        // Without a part before the first cut, nothing would be cut out between two.
        try #require(heard.contains { $0.upperBound < pauses.cuts[0].moment }, "\(heard)")
        // The time from the tone's beginning to the movie's, as each part has it.
        let beginnings = heard.map { part in
            let played = (sound.frequency(part) - 300) / Double(rise)
            return played - (part.lowerBound + part.upperBound) / 2
                - (pauses.cut(before: part, late: late) ?? 0)
        }
        let middle = beginnings.sorted()[beginnings.count / 2]
        #expect(beginnings.allSatisfy { abs($0 - middle) < 0.15 }, "\(beginnings)")
    }

    @Test(
        arguments: ["a.mp4", "a.mkv"],
        [Pauses(count: 120, ranges: [30..<75, 80..<90]), Pauses(count: 120, ranges: [60..<120])])
    func silenceIsCutAsPicturesAre(_ file: String, _ pauses: Pauses) throws {
        _ = try record(file, pauses, ["PULSE_SERVER": "unix:/nowhere"])
    }

    @Test func aMovieThatEndsInAPauseHasNoSoundOfIt() throws {
        let server = try SoundServer(.tone(440))
        let sound = try record("a.mp4", Pauses(count: 150, ranges: [75..<150]), server.environment).sound
        #expect(abs(sound.loudness(1..<2.3) + 9) < 3, "\(sound.loudness(1..<2.3)) dB")
    }

    @Test func aServerWithoutAnInputDoesNotHoldTheMovieUp() throws {
        let server = try SoundServer(.none)
        let (program, _, _) = try record("a.mp4", seconds: 2, server.environment)
        #expect(program.output.matches(of: /goes on without sound/).count == 1, "\(program.log)")
        #expect(try MovieSound(of: folder.file("a.mp4")).loudness(0..<2) < -80)
    }

    /// The ways in which an input goes and its server says so.
    enum Loss: CaseIterable {
        case unplugged, ended, killed

        func happen(to server: SoundServer) throws {
            switch self {
            case .unplugged: try server.unplug()
            case .ended: server.stop()
            case .killed: server.kill()
            }
        }
    }

    @Test(arguments: Loss.allCases) func whenTheInputGoesThePicturesGoOn(_ loss: Loss) throws {
        let server = try SoundServer(.tone(440))
        var gone = 0.0
        let (program, _, _) = try record("a.mp4", seconds: 10, server.environment) { program in
            try eventually("three seconds", within: 30, found: { program.log }) {
                program.output.contains("written 90\n")
            }
            gone = WrittenMovie.seconds(by: program)
            Standstill.beforeEnd(of: server.identifier)
            try loss.happen(to: server)
            try Fault.soundLost.within(.told) {
                try eventually("the word", within: 20, found: { program.log }) {
                    program.output.contains("goes on without sound")
                }
            }
        }
        #expect(program.output.matches(of: /goes on without sound/).count == 1, "\(program.log)")
        let sound = try MovieSound(of: folder.file("a.mp4"))
        try #require(gone < 8)
        #expect(sound.seconds > 9.5 && sound.loudness(1..<2.5) > -14 && sound.loudness(gone + 1..<9.5) < -80)
    }

    @Test func aServerThatDoesNotAnswerCostsNoPicture() throws {
        let server = try SoundServer(.tone(440))
        server.freeze()
        let (program, movie, _) = try record("a.mp4", seconds: 5, server.environment)
        #expect(movie.count == 150, "\(program.log)")
        let words = /goes on without sound \(the sound server does not answer\)/
        #expect(program.output.matches(of: words).count == 1, "\(program.log)")
        #expect(try MovieSound(of: folder.file("a.mp4")).loudness(0..<5) < -80)
    }
}
