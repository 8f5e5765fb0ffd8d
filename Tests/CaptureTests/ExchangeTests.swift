import Decoders
import Foundation
import Frames
import LinuxIO
import Synchronization
import TestSupport
import Testing

@testable import Capture

/// JPEG pictures that another thread exchanges for others of the same size while they are read: for the address sanitizer above all.
struct ExchangeTests {
    /// The number of pictures; `VIEWFINDER_FRAMES` says more.
    private static let count =
        ProcessInfo.processInfo.environment["VIEWFINDER_FRAMES"].flatMap(Int.init) ?? 2000

    private static let size = PixelSize(width: 160, height: 96)

    private struct Counts {
        var read = 0
        var decoded: [PixelFormat: Int] = [:]
        let decoder = FrameDecoder()
    }

    @Test func picturesThatAreExchangedWhileTheyAreReadAreDecodedOrRefused() async throws {
        let pictures = try [PixelFormat.i420, .i444, .grey].map(Self.picture)
        try await DriverTrial.together([Self.count]) { count in
            var script = ScriptedCamera.Script()
            script.modes = [.mjpeg(UInt32(Self.size.width), UInt32(Self.size.height))]
            let camera = try ScriptedCamera(script)
            let player = try Player([camera], every: 0)
            defer { player.stop() }
            let queue = FrameOutput(.queue(capacity: 3, overflow: .dropsOldest))
            let session = DriverTrial.session(camera, outputs: [queue])
            _ = try DriverTrial.start(session).get()
            let isOver = Atomic(false)
            let writer = try SystemThread(name: "exchanges") {
                var number = 0
                while !isOver.load(ordering: .acquiring) {
                    camera.overwrite(with: pictures[number % pictures.count])
                    number += 1
                }
            }
            let counts = Mutex(Counts())
            let reader = try FrameReader(queue) { frame in
                counts.withLock { counts in
                    counts.read += 1
                    // One that was exchanged in the midst may be none any more.
                    guard let picture = try? counts.decoder.decode(frame) else { return }
                    counts.decoded[picture.layout.format, default: 0] += 1
                }
            }
            try TestSupport.eventually(
                "\(count) pictures", within: max(60, Double(count) / 50),
                found: { "\(session.state), \(counts.withLock { "\($0.read) of \($0.decoded)" })" }
            ) { counts.withLock { $0.read } >= count }
            isOver.store(true, ordering: .releasing)
            #expect(writer.join(within: 20) && reader.finish() && session.stop())
            // Which of them are met is chance.
            let decoded = counts.withLock { $0.decoded }
            #expect(decoded.values.reduce(0, +) > count / 100, "\(decoded)")
        }
    }

    /// A picture of noise, so that formats differ in length and rows.
    private static func picture(_ format: PixelFormat) throws -> [UInt8] {
        let layout = FrameLayout(format: format, size: size)
        var state: UInt32 = 1
        let bytes = (0..<layout.byteCount()).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(state >> 28) * 8
        }
        var target = [UInt8](repeating: 0, count: try JPEGEncoder.byteCountLimit(of: layout))
        let length = try bytes.withUnsafeBytes { bytes in
            try target.withUnsafeMutableBytes {
                try unsafe JPEGEncoder().encode(bytes, layout: layout, into: $0)
            }
        }
        return Array(target.prefix(length))
    }
}
