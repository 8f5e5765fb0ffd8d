import Foundation
import TestSupport
import Testing

/// The whole program on graphics cards that this machine does not have: a picture as wide as textures may be, a filter, a photograph, a movie.
@Suite(.serialized) struct CardTests {
    @Test(arguments: ["pi", "noncoherent", "nvidia", "small"])
    func whatAPersonDoesWorksOnACard(profile: String) throws {
        let home = NSTemporaryDirectory() + "home-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: home) }
        let viewfinder = try Viewfinder(
            ["--source", "test:1920x1080@10:RGB24", "--filter", "color-inversion"],
            environment: ["HOME": home, "XDG_CONFIG_HOME": nil, "XDG_CACHE_HOME": home + "/.cache"],
            by: [Repository.path("scripts/with-layer"), "--no-validation", profile])
        try viewfinder.sway.resize(viewfinder.program, width: 960, height: 540)
        let view = CardView(card: (1920, 1080), window: (960, 540))
        try Viewfinder.expect(view, "the filtered picture", of: viewfinder.program) {
            try viewfinder.screenshot().inverted
        }
        let keyboard = try VirtualKeyboard(viewfinder.sway)
        try keyboard.tap("p")
        try viewfinder.waitForTitle("the photograph") { $0.contains(".png") }
        let photograph = try Image(png: try file(in: home + "/Pictures"))
        let whole = CardView(card: (1920, 1080), window: (1920, 1080))
        #expect(whole.mismatch(in: photograph.inverted) == nil)
        try keyboard.tap("v")
        // A card that a busy processor plays takes some of that to begin.
        try viewfinder.waitForTitle("the recording") { $0.firstMatch(of: /● 0:0[4-9]/) != nil }
        try keyboard.tap("v")
        try viewfinder.waitForTitle("the movie") { $0.contains("saved viewfinder-") && !$0.contains(".png") }
        let numbers = try RecordedFramesTests.numbers(
            in: try file(in: home + "/Videos"), size: (1920, 1080), isInverted: true)
        #expect(numbers.count >= 10 && zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }, "\(numbers)")
        try keyboard.tap("0")
        try viewfinder.expect(view, "without the filter")
        try keyboard.tap("q")
        #expect(try viewfinder.program.wait(within: 20).status == .exited(0), "\(viewfinder.program.log)")
    }

    private func file(in folder: String) throws -> String {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        return try #require(names.first.map { "\(folder)/\($0)" })
    }
}
