package import Frames

extension PixelFormat {
    /// True when a fast way reads the format's samples: they are bytes.
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
        (format.samples?.channels.prefix(3) ?? []).allSatisfy {
            $0.bits == 8 && $0.first % 8 == 0 && $0.step % 8 == 0
        }
    })
