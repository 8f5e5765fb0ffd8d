package import Frames

extension PixelFormat {
    /// True when a fast way knows the order of the format's samples.
    ///
    /// All other formats share general ways, which read the row itself. Looked up, since it is asked for with each frame.
    package var hasPattern: Bool { patterned.contains(self) }

    /// True when a fast way reads luma.
    package var hasLuma: Bool { hasPattern && model != .rgb }

    /// True when a fast way reads luma from a plane of its own.
    package var hasSeparateLuma: Bool { hasLuma && planes.first?.bytes == 1 }
}

private let patterned = Set(
    PixelFormat.allCases.filter { format in
        let channels = format.samples?.channels.prefix(3) ?? []
        return channels.allSatisfy { $0.word == 8 && $0.bits == 8 && $0.step % 8 == 0 && $0.offset % 8 == 0 }
            && patterns[format.model]?.contains(channels.map { [$0.plane, $0.step / 8, $0.offset / 8] })
                == true
    })

/// Of each channel the plane, the bytes from one to the next, and those before the first; alpha, which is not drawn, is anywhere.
private let patterns: [PixelFormat.Model: [[[Int]]]] = [
    .yCbCr: [
        [[0, 1, 0], [1, 2, 0], [1, 2, 1]],  // Cb and Cr take turns in a plane.
        [[0, 1, 0], [1, 1, 0], [2, 1, 0]],  // A plane each.
        [[0, 2, 0], [0, 4, 1], [0, 4, 3]],  // Two pixels in four bytes, luma first.
        [[0, 2, 1], [0, 4, 0], [0, 4, 2]],  // The same, chroma first.
    ],
    .grey: [[[0, 1, 0]]],
    .rgb: [
        [[0, 4, 2], [0, 4, 1], [0, 4, 0]],  // Four bytes, blue first.
        [[0, 3, 0], [0, 3, 1], [0, 3, 2]],  // Three bytes.
        [[0, 4, 0], [0, 4, 1], [0, 4, 2]],  // Four bytes, red first.
    ],
]
