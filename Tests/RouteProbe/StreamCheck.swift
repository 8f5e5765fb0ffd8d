import Capture
import Frames
import Foundation
import LinuxIO
import VulkanCore
import VulkanView

/// A check of many frames of moving upright bars that come by one route.
///
/// A picture of upright bars has equal rows, wherever the bars have moved to: one that is read while the driver writes
/// the next frame into it has not. A picture drawn again, after the driver has filled all buffers but the one that is
/// held, is equal to the first drawing.
struct StreamCheck {
    private static let size = PixelSize(width: 32, height: 18)

    private let device: VulkanDevice
    private let stage: Stage
    private let view: OffscreenView
    private let givesBackEarly: Bool

    init(
        _ device: VulkanDevice, route: ImportRoute, camera: String, format: String, givesBackEarly: Bool
    ) throws {
        self.device = device
        self.givesBackEarly = givesBackEarly
        // The comparison of the first frames would find out at once, and end the route.
        if givesBackEarly { device.importTrust.checksFirstFrames = false }
        stage = try Stage(device, route: route, camera: camera, format: format)
        view = try OffscreenView(device: device, importRoute: route, path: .compute)
    }

    func run(_ count: Int) throws {
        var (torn, changed, repeats) = (0, 0, 0)
        let start = MonotonicClock.now()
        var before: Counts?
        var pictures: Set<UInt64> = []
        for number in 1...count {
            try view.load(try frame())
            // Drawing takes the longest, on one processor; the way to the GPU is taken by every frame all the same.
            guard number % 5 == 0 else { continue }
            let picture = try view.render(size: Self.size)
            if !picture.hasEqualRows { torn += 1 }
            pictures.insert(picture.hash)
            if number % 100 == 0 {
                // Another drawing in between: the next one is then made from the frame, and not from a kept picture of
                // it.
                view.options.isMirrored = true
                _ = try view.render(size: Self.size)
                view.options.isMirrored = false
                let last = try stage.next().sequence
                while try stage.next().sequence &- last < 8 {}
                repeats += 1
                if try view.render(size: Self.size) != picture { changed += 1 }
            }
            if number == min(100, count / 10 * 5) { before = Counts(device) }
        }
        let after = Counts(device)
        print("stream route \(view.importRoute?.name ?? "")")
        print("stream reason \(view.importRoute?.reason ?? "")")
        print("stream frames \(count)")
        print("stream milliseconds \((MonotonicClock.now() - start) / 1_000_000)")
        print("stream pictures \(pictures.count)")
        print("stream torn \(torn)")
        print("stream repeats \(repeats)")
        print("stream changed \(changed)")
        print("stream lost \(stage.session.statistics.dropped[.gap] ?? 0)")
        for (name, was, now) in [
            ("descriptors", before?.descriptors, after.descriptors),
            ("mappings", before?.mappings, after.mappings),
            ("objects", before?.objects, after.objects),
        ] {
            print("stream \(name) \(was ?? 0) \(now)")
        }
    }

    /// Takes the next frame; when buffers go back early, another frame on the same buffer that does not hold it.
    private func frame() throws -> Frame {
        let frame = try stage.next()
        guard givesBackEarly else { return frame }
        return Frame(
            buffer: frame.buffer, byteCount: frame.byteCount, layout: frame.layout, color: frame.color,
            timestamp: frame.timestamp, arrival: frame.arrival, sequence: frame.sequence, recycler: nil)
    }
}

/// The counts that a leak would add to.
private struct Counts {
    let descriptors: Int
    let mappings: Int
    let objects: Int

    init(_ device: VulkanDevice) {
        descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
        let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
        mappings = maps.split(separator: "\n").count
        objects = device.createdObjects
    }
}
