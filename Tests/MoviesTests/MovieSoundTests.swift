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
    ) throws -> (program: Program, movie: Probed) {
        let path = folder.file(file)
        let program = try Program(
            movieProbe, ["write", path, "\(30 * seconds)", "sound"], environment: environment)
        try meanwhile(program)
        try program.wait(within: Double(seconds) + 30)
        let finished = try #require(program.output.matches(of: /finished ([0-9]+)/).first, "\(program.log)")
        let movie = try probe(path)
        #expect(movie.count == Int(finished.output.1))
        #expect(abs((movie.seconds ?? 0) - Double(seconds)) < 0.4, "\(movie.seconds ?? 0)")
        return (program, movie)
    }

    @Test(arguments: [("a.mp4", "aac"), ("a.mkv", "opus"), ("a.webm", "opus")])
    func theDefaultInputIsHeardFromTheBeginningToTheEnd(_ file: String, _ codec: String) throws {
        let server = try SoundServer(.tone(440))
        let (program, movie) = try record(file, seconds: 5, server.environment)
        #expect(!program.output.contains("without sound"), "\(program.log)")
        #expect(movie.audio?.codec_name == codec)
        let sound = try MovieSound(of: folder.file(file))
        #expect(abs(sound.seconds - 5) < 0.4, "\(sound.seconds)")
        // A server takes a moment to begin; then there is no gap, but where a busy machine makes one.
        let parts = stride(from: 1.0, to: 4.5, by: 0.1).map { $0..<$0 + 0.1 }
        let heard = parts.filter { abs(sound.loudness($0) + 9) < 3 }
        #expect(heard.count >= parts.count * 9 / 10, "\(parts.map(sound.loudness)) dB")
        for part in heard { #expect(abs(sound.frequency(part) - 440) < 30, "\(part)") }
    }

    @Test(arguments: [("a.mp4", "aac"), ("a.webm", "opus")])
    func withoutAServerTheSoundIsSilence(_ file: String, _ codec: String) throws {
        let (program, movie) = try record(file, seconds: 2, ["PULSE_SERVER": "unix:/nowhere"])
        #expect(program.output.contains("goes on without sound (there is no input); plug in a microphone"))
        #expect(movie.audio?.codec_name == codec)
        #expect(try MovieSound(of: folder.file(file)).loudness(0..<2) < -80)
    }

    @Test func aServerWithoutAnInputDoesNotHoldTheMovieUp() throws {
        let server = try SoundServer(.none)
        let (program, _) = try record("a.mp4", seconds: 2, server.environment)
        #expect(program.output.matches(of: /goes on without sound/).count == 1, "\(program.log)")
        #expect(try MovieSound(of: folder.file("a.mp4")).loudness(0..<2) < -80)
    }

    @Test func whenTheInputGoesThePicturesGoOn() throws {
        let server = try SoundServer(.tone(440))
        let (program, _) = try record("a.mp4", seconds: 6, server.environment) { program in
            try eventually("three seconds", within: 30, found: { program.log }) {
                program.output.contains("written 90\n")
            }
            server.stop()
        }
        #expect(program.output.matches(of: /goes on without sound/).count == 1, "\(program.log)")
        let sound = try MovieSound(of: folder.file("a.mp4"))
        #expect(sound.loudness(1..<2.5) > -14 && sound.loudness(4..<5.5) < -80)
    }
}
