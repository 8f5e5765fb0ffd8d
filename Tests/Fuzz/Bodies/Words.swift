import CV4L2
import LinuxIO

@testable import Capture

/// The words of drivers and of other programs.
enum Words {
    static func fields(_ bytes: [UInt8]) throws {
        var answer = v4l2_capability()
        withUnsafeMutableBytes(of: &answer) { target in
            for (place, byte) in bytes.prefix(target.count).enumerated() { target[place] = byte }
        }
        let found = VideoDevice.Capabilities(answer)
        for text in [found.driver, found.card, found.busInfo] { try promiseHarmless(text, limit: 128) }
        _ = found.lack
        let text = String(decoding: bytes, as: UTF8.self)
        try promiseHarmless(text.withoutControls, limit: 3 * bytes.count)
        try promiseHarmless(text.showingControls(), limit: 3 * bytes.count + 3)
        try promise(
            text.showingControls().unicodeScalars.count == text.unicodeScalars.count, "another length")
        let short = text.shortened(to: 16)
        try promise(short.unicodeScalars.count <= 17, "\(short.unicodeScalars.count) of 16 scalars")
    }
}
