import Foundation
import Movies
import TestSupport
import Testing

/// Movies with sound.
struct MovieSoundTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    /// The loudness of a movie's sound in decibels of full scale.
    private func loudness(_ path: String) throws -> Double {
        try Requirement.programs("ffmpeg")
        let output = try Program.run("ffmpeg", ["-i", path, "-af", "volumedetect", "-vn", "-f", "null", "-"])
            .program.errors
        let level = output.matches(of: /mean_volume: (-?[0-9.]+|-inf) dB/).first
        return try #require(level.flatMap { Double($0.output.1) }, "\(output)")
    }

    @Test(arguments: [("a.mp4", "aac"), ("a.webm", "opus")])
    func withoutAnInputTheSoundIsSilence(_ file: String, _ codec: String) throws {
        let path = folder.file(file)
        let program = try Program.run(
            movieProbe, ["write", path, "60", "sound"],
            environment: ["PULSE_SERVER": "unix:/nowhere", "ALSA_CONFIG_PATH": "/dev/null"]
        ).program
        #expect(program.output.contains("finished 60"), "\(program.log)")
        #expect(program.errors.contains("there is no sound input; the movie's sound is silence"))
        let probed = try probe(path)
        #expect(probed.count == 60 && probed.audio?.codec_name == codec)
        #expect(abs((probed.seconds ?? 0) - 2) < 0.3, "\(probed.seconds ?? 0)")
        #expect(try loudness(path) < -80)
    }

    @Test(arguments: ["a.mp4", "a.mkv", "a.webm"])
    func theDefaultInputIsHeard(_ file: String) throws {
        // An ALSA input that plays a square wave from a file.
        let wave = (0..<48_000 * 60).map { Int16($0 / 48 % 2 == 0 ? 8000 : -8000) }
        try wave.withUnsafeBytes { try Data($0).write(to: URL(fileURLWithPath: folder.file("wave"))) }
        let configuration = """
            pcm.!default { type file slave.pcm "clocked" file "/dev/null" infile "\(folder.file("wave"))" format "raw" }
            pcm.clocked { type null }
            """
        try configuration.write(toFile: folder.file("alsa"), atomically: true, encoding: .utf8)
        let path = folder.file(file)
        let program = try Program.run(
            movieProbe, ["write", path, "60", "sound"],
            environment: ["PULSE_SERVER": "unix:/nowhere", "ALSA_CONFIG_PATH": folder.file("alsa")]
        ).program
        #expect(program.output.contains("finished 60"), "\(program.log)")
        #expect(!program.errors.contains("silence"), "\(program.errors)")
        #expect(try probe(path).count == 60)
        #expect(try loudness(path) > -30)
    }
}
