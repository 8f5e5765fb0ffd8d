internal import Frames
internal import LinuxIO
internal import VulkanCore

/// A trial of the paths: each draws random bytes of each format, and all must draw the same bits.
struct PathTrial {
    private static let size = PixelSize(width: 64, height: 36)

    let device: VulkanDevice
    /// True when there is no more time.
    let isOver: () -> Bool

    /// A format for each way in which rows are read: by the shape of what is bytes, by the word of what is not.
    static let formats: [PixelFormat] = {
        var known: Set<[Int]> = []
        return PixelFormat.allCases.filter { format in
            guard let samples = format.samples, let first = samples.channels.first else { return false }
            let shifts = samples.chromaShifts
            let shape =
                format.hasPattern
                ? [format.model == .rgb ? 1 : 0, shifts.columns, shifts.rows] + format.planes.map(\.bytes)
                : [first.word, first.isBigEndian ? 1 : 0]
            return known.insert(shape).inserted
        }
    }()

    /// Draws everything.
    ///
    /// - Returns: A finding for each format and path; none for formats for which there was no time.
    /// - Throws: The device's failure.
    func run() throws(VulkanError) -> [PathFinding] {
        if isOver() { return [] }
        let host = try OffscreenView(device: device, importRoute: .copy, path: .host)
        var views: [(path: DrawPath, view: OffscreenView?, refusal: String?)] = []
        for path in [DrawPath.fragment, .compute] {
            if isOver() { return [] }
            do throws(VulkanError) {
                views.append((path, try OffscreenView(device: device, importRoute: .copy, path: path), nil))
            } catch {
                guard error.kind != .deviceLost else { throw error }
                views.append((path, nil, "\(error)"))
            }
        }
        var findings: [PathFinding] = []
        for (number, format) in Self.formats.enumerated() {
            if isOver() { return findings }
            guard let frame = Self.frame(format, seed: UInt64(number)),
                let expected = try draw(frame, host).picture
            else { continue }
            for (path, view, refusal) in views {
                if isOver() { return findings }
                var finding = PathFinding(format: format.name, path: path.rawValue, refusal: refusal)
                if let view {
                    let drawn = try draw(frame, view)
                    finding.refusal = drawn.refusal
                    finding.difference = drawn.picture.flatMap { Self.difference($0, expected) }
                }
                findings.append(finding)
            }
        }
        return findings
    }

    /// Draws a frame by a view's path.
    private func draw(
        _ frame: Frame, _ view: OffscreenView
    ) throws(VulkanError) -> (picture: OffscreenPicture?, refusal: String?) {
        do throws(ViewError) {
            try view.load(frame)
            return (try view.render(size: Self.size), nil)
        } catch {
            if case .vulkan(let error) = error, error.kind == .deviceLost { throw error }
            return (nil, "\(error)")
        }
    }

    /// Makes a frame of bytes that follow from a seed.
    private static func frame(_ format: PixelFormat, seed: UInt64) -> Frame? {
        let moment = FrameMoment(
            timestamp: Timestamp(nanoseconds: 0, clock: .monotonic, kind: .generated), arrival: 0, sequence: 0
        )
        return unsafe try? Frame.allocated(FrameLayout(format: format, size: size), at: moment) { bytes in
            var state = seed &* 0x9e37_79b9_7f4a_7c15 &+ 1
            for place in bytes.indices {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                unsafe bytes[place] = UInt8(truncatingIfNeeded: state >> 40)
            }
        }
    }

    /// Finds the first pixel that is another one.
    static func difference(_ drawn: OffscreenPicture, _ expected: OffscreenPicture) -> String? {
        guard drawn != expected else { return nil }
        let pixel = stride(from: 0, to: min(drawn.bytes.count, expected.bytes.count), by: 4).first {
            drawn.bytes[$0..<$0 + 4] != expected.bytes[$0..<$0 + 4]
        }
        guard let pixel else { return "the pictures have other sizes" }
        let (x, y) = (pixel / 4 % expected.size.width, pixel / 4 / expected.size.width)
        func words(_ picture: OffscreenPicture) -> String {
            picture.bytes[pixel..<pixel + 4].map(String.init).joined(separator: " ")
        }
        return "pixel \(x), \(y) is \(words(drawn)) instead of \(words(expected))"
    }
}
