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
            environment: ["PULSE_SERVER": "unix:/nowhere"]
        ).program
        let finished = try #require(program.output.matches(of: /finished ([0-9]+)/).first, "\(program.log)")
        #expect(program.errors.contains("there is no sound input; the movie's sound is silence"))
        let probed = try probe(path)
        #expect(probed.count == Int(finished.output.1) && probed.audio?.codec_name == codec)
        #expect(abs((probed.seconds ?? 0) - 2) < 0.3, "\(probed.seconds ?? 0)")
        #expect(try loudness(path) < -80)
    }
}
