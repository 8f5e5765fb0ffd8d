import Foundation
import TestSupport
import Testing

/// Photographs and movies, which have nothing of what stands over the picture.
@Suite(.serialized) final class SavedBitsTests {
    private static let size = (width: 160, height: 90)
    private let folder = NSTemporaryDirectory() + "saved-bits-\(UUID().uuidString)"

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        // The same picture for three minutes, bright and dark, with colours.
        var frame = Data()
        for y in 0..<Self.size.height {
            frame += Data((0..<Self.size.width).map { UInt8(16 + ($0 * 3 + y * 5) % 220) })
        }
        for y in 0..<Self.size.height / 2 {
            frame += Data((0..<Self.size.width).map { UInt8(64 + ($0 + y * 2) % 128) })
        }
        var movie = Data()
        for _ in 0..<1800 { movie += frame }
        try movie.write(to: URL(fileURLWithPath: folder + "/still.raw"))
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func files(_ home: String, _ kind: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: "\(home)/\(kind)")) ?? [])
            .filter { !$0.hasPrefix(".") }.sorted().map { "\(home)/\(kind)/\($0)" }
    }

    /// The decoded bytes of a movie's first picture, behind its size.
    private func firstPicture(of movie: String) throws -> Data {
        let (player, end) = try Program.run(
            "ffmpeg",
            ["-v", "error", "-i", movie, "-frames:v", "1", "-pix_fmt", "rgb24", "-f", "rawvideo", "-"])
        #expect(end.status == .exited(0), "\(player.log)")
        return player.outputBytes
    }

    /// Takes a photograph and a movie.
    ///
    /// - Parameters:
    ///   - name: The name of the run.
    ///   - showsOverlay: True with the bar and a panel over the picture meanwhile.
    /// - Returns: The photograph, and the movie's first picture.
    /// - Throws: ``WaitedInVain`` where one of them does not come.
    private func save(_ name: String, showsOverlay: Bool) throws -> (photograph: Image, movie: Data) {
        let home = folder + "/" + name
        let viewfinder = try Viewfinder(
            [
                "-vv", "--source",
                "raw:\(folder)/still.raw:\(Self.size.width)x\(Self.size.height)@10:NV12",
            ], environment: ["HOME": home, "XDG_CONFIG_HOME": nil], showsOverlay: showsOverlay)
        try viewfinder.sway.resize(viewfinder.program, width: 960, height: 600)
        let keyboard = try VirtualKeyboard(viewfinder.sway)
        try viewfinder.waitForTitle("the picture") { $0.hasPrefix("still") && !$0.contains("starting") }
        if showsOverlay {
            let before = try viewfinder.screenshot()
            try viewfinder.openPanel("keys", keyboard)
            try eventually("the panel") { try viewfinder.screenshot() != before }
        }
        try keyboard.tap("p")
        try eventually("the photograph", within: 20, found: { viewfinder.program.log }) {
            !self.files(home, "Pictures").isEmpty
        }
        try keyboard.tap("v")
        // GStreamer looks at all of its plugins first, in a home that it does not know.
        try eventually("a second", within: 60, found: { viewfinder.program.log }) {
            let time = try viewfinder.window.title.firstMatch(of: /● 0:([0-9]+)/)
            return time.flatMap { Int($0.output.1) } ?? 0 >= 1
        }
        try keyboard.tap("v")
        try eventually("the movie", within: 60, found: { viewfinder.program.log }) {
            viewfinder.program.errors.split(separator: "\n").contains {
                $0.contains("saved viewfinder-") && !$0.hasSuffix(".png")
            }
        }
        viewfinder.program.signal(SIGTERM)
        #expect(try viewfinder.program.wait(within: 20).status == .exited(0), "\(viewfinder.program.log)")
        let photograph = try Image(png: try #require(files(home, "Pictures").first))
        return (photograph, try firstPicture(of: try #require(files(home, "Videos").first)))
    }

    @Test func theyAreTheSameWithAndWithoutBarAndPanel() throws {
        try Requirement.programs("ffmpeg")
        let (alone, under) = (try save("alone", showsOverlay: false), try save("under", showsOverlay: true))
        #expect(alone.photograph.width == Self.size.width && alone.photograph.height == Self.size.height)
        #expect(alone.photograph == under.photograph)
        #expect(alone.movie.count == 3 * Self.size.width * Self.size.height)
        #expect(alone.movie == under.movie)
    }
}
