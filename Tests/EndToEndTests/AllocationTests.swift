import Foundation
import TestSupport
import Testing

/// The steady stream allocates nothing on the way of a frame and makes no Vulkan object.
@Suite(.serialized) struct AllocationTests {
    @Test(arguments: ["NV12", "YUYV", "MJPG"], ["host", "compute", "fragment"])
    func aSteadyStreamMakesNothing(format: String, path: String) throws {
        let viewfinder = try Viewfinder(
            ["--source", "test:320x180@60:\(format)", "--path", path],
            environment: try CallCounts.environment())
        let before = try CallCounts.after(presents: 120, of: viewfinder.program)
        let after = try CallCounts.after(presents: 300, of: viewfinder.program)
        // A buffer that is used for the first time, because all others were in use on a busy machine, is imported: two
        // objects, once for each of the source's six buffers at most. Objects for each frame would be 180.
        let imports = (after.objects - before.objects + 1) / 2
        #expect(imports < 6)
        // What recordings need is made ready once, in the background.
        let made = after.allocations.filter { $0.key != "prepare movies" }
            .map { ($0, $1 - (before.allocations[$0] ?? 0)) }.filter { $1 > 0 }
        let threads = Set(after.allocations.keys)
        #expect(threads.isSuperset(of: ["viewfinder", "render", "camera"]), "\(threads)")
        // The main thread works once a second, for the title, and not for frames. The others may once have to wait for
        // each other on a busy machine: then there is one frame more, as many as there are buffers at most.
        let perFrame = made.filter { $0.1 > ($0.0 == "viewfinder" ? 60 : 6 + 16 * Int(imports)) }
        #expect(perFrame.isEmpty, "\(perFrame)")
    }

    /// A card is waited for where its time is wanted: its camera is faster than the display.
    @Test(arguments: ["pi", "pitch256"])
    func aSteadyStreamOfAFastCameraOnACardAllocatesNothing(profile: String) throws {
        let cache = NSTemporaryDirectory() + "cache-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: cache) }
        let viewfinder = try Viewfinder(
            ["--source", "test:320x180@120:NV12"],
            environment: try CallCounts.environment().merging(["XDG_CACHE_HOME": cache]) { $1 },
            by: [Repository.path("scripts/with-layer"), "--no-validation", profile])
        let before = try CallCounts.after(presents: 120, of: viewfinder.program)
        let after = try CallCounts.after(presents: 300, of: viewfinder.program)
        let made = try #require(after.allocations["render"]) - (before.allocations["render"] ?? 0)
        // As above; the device's test of itself, on a thread of its own, makes objects, too.
        let imports = min((after.objects - before.objects + 1) / 2, 5)
        #expect(made <= 6 + 16 * imports, "\(made)")
    }

    /// Ten frames a second as BGRA and as I420, beside a window.
    @Test func conversionsMakeNothing() throws {
        let folder =
            ProcessInfo.processInfo.environment["VIEWFINDER_OUTSIDE"] ?? Repository.path(".build/release")
        let path = "\(folder)/converted"
        try Requirement.check(
            !folder.hasSuffix("debug") && FileManager.default.isExecutableFile(atPath: path),
            "\(path) is not built as a release; scripts/build-outside builds it")
        let sway = try HeadlessSway()
        let environment = sway.environment.merging(try CallCounts.environment()) { $1 }
        let program = try Program(path, ["test:320x180@60:NV12"], environment: environment)
        let before = try CallCounts.after(presents: 120, of: program)
        let after = try CallCounts.after(presents: 420, of: program)
        let made = try #require(after.allocations["frames"]) - (before.allocations["frames"] ?? 0)
        // Fifty frames in each format; a buffer more, where all others are held for once, is a few allocations.
        #expect(made < 20, "\(made)")
    }
}
