import TestSupport
import Testing

/// The whole program under Vulkan's validation layer, with synchronization validation: one message fails.
@Suite(.serialized) struct ValidationTests {
    private static let layer: [String: String?] = [
        "VK_INSTANCE_LAYERS": "VK_LAYER_KHRONOS_validation",
        "VK_LAYER_ENABLES": "VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT",
    ]

    @Test func resizesSwitchesAndModesLeaveTheLayerSilent() throws {
        let viewfinder = try Viewfinder(
            ["--source", "test:640x360@30:NV12", "--source", "test:384x384@30:MJPG"], environment: Self.layer)
        for (width, height) in [(500, 400), (161, 121), (700, 300)] {
            try viewfinder.sway.resize(viewfinder.program, width: width, height: height)
            try viewfinder.expect(CardView(window: (width, height)), "validated")
        }
        try viewfinder.sway.type("c")
        try viewfinder.expect(CardView(card: (384, 384), window: (700, 300)), "validated switch")
        for keys in ["m", "m", "m", "h", "r", "r", "r", "r", "h"] { try viewfinder.sway.type(keys) }
        try viewfinder.expect(CardView(card: (384, 384), window: (700, 300)), "validated keys")
        try viewfinder.sway.type("q")
        #expect(try viewfinder.program.wait(within: 20).status == .exited(0))
        // Newer layers tell first that the setting has another name, and take it.
        let words = (viewfinder.program.output + viewfinder.program.errors).replacing(
            #/Validation Warning: \[ VALIDATION-SETTINGS \](?s:.*?)"validate_sync" \(\w+=1\)/#, with: "")
        #expect(
            !words.contains("VUID") && !words.contains("SYNC-") && !words.contains("alidation"), "\(words)")
    }
}
