import TestSupport
import Testing

/// What `movie-probe write` has told at its end.
struct WrittenMovie {
    /// The number of pictures in the movie.
    let taken: Int
    /// The seconds of its pictures.
    let seconds: Double
    /// The number of pictures that came in a pause.
    let paused: Int
    /// The seconds for which sound may have gone on: until a busy machine had told of the last pause, or had finished the movie.
    let rest: Double
    /// The seconds by which a busy machine told a pause or its end too late.
    let late: Double

    /// Reads the words of a probe that has ended.
    ///
    /// - Parameters:
    ///   - program: The probe.
    ///   - count: The number of pictures that it had to write.
    ///   - endsPaused: True where the last of them came in a pause.
    /// - Throws: An error where it has not finished the movie.
    init(by program: Program, of count: Int, endsPaused: Bool = false) throws {
        let words = try #require(
            program.output.matches(of: /finished ([0-9]+) ([0-9]+) ([0-9]+) ([0-9]+)/).first?.output,
            "\(program.log)")
        func seconds(_ text: Substring) -> Double { (Double(text) ?? 0) / 1e9 }
        taken = Int(words.1) ?? 0
        self.seconds = seconds(words.2)
        paused = Int(words.3) ?? 0
        late = program.output.matches(of: /late ([0-9]+)/).map { seconds($0.output.1) }.max() ?? 0
        rest = endsPaused ? late : max(0, seconds(words.4) - Double(count) / 30)
    }

    /// The seconds of the pictures that a probe has written until now.
    static func seconds(by program: Program) -> Double {
        Double(program.output.matches(of: /written/).count) / 30
    }

    /// The lengths that a movie of so many seconds may have.
    func lengths(_ seconds: Double) -> Range<Double> { seconds - 0.4..<seconds + 0.4 + rest }
}
