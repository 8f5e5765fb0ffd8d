import Foundation
import TestSupport

/// The length of a movie, as `ffprobe` finds it.
enum MovieLength {
    /// Reads the length.
    ///
    /// - Parameter path: The movie's path.
    /// - Returns: The seconds; nil for a file that has none.
    /// - Throws: The want of the program.
    static func seconds(of path: String) throws -> Double? {
        try Requirement.programs("ffprobe")
        let (probe, _) = try Program.run(
            "ffprobe", ["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", path])
        return Double(probe.output.trimmingCharacters(in: .whitespacesAndNewlines))
    }
}
