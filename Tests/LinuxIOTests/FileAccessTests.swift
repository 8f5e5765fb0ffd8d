import Testing

@testable import LinuxIO

/// What is told of files.
struct FileAccessTests {
    @Test("a group that may have a person's name is told by its number")
    func groups() {
        #expect(FileAccess.words(ofGroup: 44, name: "video") == "video")
        #expect(FileAccess.words(ofGroup: 993, name: "render") == "render")
        #expect(FileAccess.words(ofGroup: 1005, name: "render") == "render")
        #expect(FileAccess.words(ofGroup: 1001, name: "bobsmith") == "1001")
        #expect(FileAccess.words(ofGroup: 44, name: nil) == "44")
        #expect(FileAccess.name(ofGroup: 0) == "root")
    }
}
