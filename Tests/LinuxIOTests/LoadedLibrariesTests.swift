import Foundation
import Testing

@testable import LinuxIO

/// The shared libraries of this process.
struct LoadedLibrariesTests {
    /// As the files say it.
    @Test("a library's build is the one that its file tells")
    func builds() throws {
        let builds = LoadedLibraries.builds
        let library = try #require(LoadedLibraries.files.first { $0.contains("/libc.so") })
        #expect(builds[library] != nil)
        for (path, build) in builds where !path.hasPrefix("/usr/lib/debug") {
            guard let file = FileManager.default.contents(atPath: path) else { continue }
            // The header of the note with an identity of so many bytes.
            let id = stride(from: 0, to: build.utf8.count, by: 2).compactMap { place in
                UInt8(build.dropFirst(place).prefix(2), radix: 16)
            }
            let note = [4, 0, 0, 0, UInt8(id.count), 0, 0, 0, 3, 0, 0, 0] + Array("GNU\0".utf8) + id
            #expect(file.range(of: Data(note)) != nil, "\(path): \(build)")
        }
    }

    @Test(
        "notes that end too soon tell nothing",
        arguments: [
            [], [4, 0, 0, 0], [4, 0, 0, 0, 20, 0, 0, 0, 3, 0, 0, 0, 71, 78, 85, 0, 1, 2],
            [255, 255, 255, 255, 255, 255, 255, 255, 3, 0, 0, 0, 71, 78, 85, 0],
        ] as [[UInt8]])
    func damaged(notes: [UInt8]) {
        #expect(notes.withUnsafeBytes { LoadedLibraries.build(in: $0, alignment: 4) } == nil)
    }

    @Test("the C library is named with its version")
    func libraryOfC() { #expect(SystemFacts().libraryOfC?.hasPrefix("glibc 2.") == true) }
}
