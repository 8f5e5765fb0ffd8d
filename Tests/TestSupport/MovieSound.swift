internal import Foundation

/// The sound of a movie, as another decoder reads it: one channel of 48 kHz.
package struct MovieSound {
    /// The number of samples a second.
    package static let rate = 48000
    /// The samples, -1…1.
    package let samples: [Double]

    /// Decodes a movie's sound.
    ///
    /// - Throws: The error in ffmpeg's words.
    package init(of path: String) throws {
        try Requirement.programs("ffmpeg")
        let (program, end) = try Program.run(
            "ffmpeg",
            ["-v", "error", "-i", path, "-vn", "-ac", "1", "-ar", "\(Self.rate)", "-f", "s16le", "-"])
        guard end.status == .exited(0) else { throw WaitedInVain("no sound\n\(program.log)") }
        samples = program.outputBytes.withUnsafeBytes { bytes in
            bytes.bindMemory(to: Int16.self).map { Double($0) / 32768 }
        }
    }

    /// The sound's length in seconds.
    package var seconds: Double { Double(samples.count) / Double(Self.rate) }

    /// Computes the loudness of a part in decibels of full scale; -120 for silence.
    package func loudness(_ part: Range<Double>) -> Double {
        let part = self.part(part)
        let power = part.reduce(0) { $0 + $1 * $1 } / Double(max(1, part.count))
        return max(-120, 10 * log10(max(power, 1e-12)))
    }

    /// Computes the frequency of a part that is a tone, in Hz, from the median distance of its crossings of zero; 0 for silence.
    ///
    /// A gap makes one distance longer, so that sound that a busy machine lost makes the tone no lower.
    package func frequency(_ part: Range<Double>) -> Double {
        let samples = self.part(part)
        // Noise near zero is no crossing: the tone has to fall below a quarter of its peak first.
        let depth = -(samples.max() ?? 0) / 4
        var isLow = false
        var crossings: [Double] = []
        for (index, (sample, next)) in zip(samples, samples.dropFirst()).enumerated() {
            if sample < depth { isLow = true }
            guard isLow, sample < 0, next >= 0 else { continue }
            isLow = false
            crossings.append(Double(index) - sample / (next - sample))
        }
        let distances = zip(crossings.dropFirst(), crossings).map(-).sorted()
        return distances.isEmpty ? 0 : Double(Self.rate) / distances[distances.count / 2]
    }

    private func part(_ seconds: Range<Double>) -> ArraySlice<Double> {
        let bounds = [seconds.lowerBound, seconds.upperBound].map {
            min(samples.count, max(0, Int($0 * Double(Self.rate))))
        }
        return samples[bounds[0]..<bounds[1]]
    }
}
