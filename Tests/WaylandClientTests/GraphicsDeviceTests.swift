import Foundation
import TestSupport
import Testing

/// The program's choice between two graphics cards, by the word of a scripted compositor.
@Suite struct GraphicsDeviceTests {
    /// The layer's first device is a card and comes last without a word of the compositor; its second one is the processor's graphics.
    @Test(arguments: [(128, "Sleeping card"), (129, "Processor's graphics")] as [(UInt32, String)])
    func theCompositorsDeviceIsOpenedFirst(minor: UInt32, name: String) throws {
        let compositor = try ScriptedCompositor(
            globals: ScriptedCompositor.everything + [("zwp_linux_dmabuf_v1", 4)],
            mainDevice: [226 << 8 | minor, 0])
        let cache = NSTemporaryDirectory() + "cache-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: cache) }
        let words = [
            Repository.path("scripts/with-layer"), "--no-validation", "hybrid", Repository.program, "-vv",
            "--source", "test:320x180@30:NV12",
        ]
        let program = try Program(
            words[0], Array(words.dropFirst()),
            environment: [
                "WAYLAND_DISPLAY": compositor.socketPath, "XDG_CACHE_HOME": cache,
                "VIEWFINDER_LAYER_DRM": "226:0/226:128,226:1/226:129",
            ])
        try eventually("a device", found: { program.log }) { program.errors.contains("drawing on ") }
        let first = program.errors.firstMatch(of: /drawing on ([^(]+)\(/)
        #expect(first?.output.1.hasPrefix(name) == true, "\(program.log)")
    }
}
