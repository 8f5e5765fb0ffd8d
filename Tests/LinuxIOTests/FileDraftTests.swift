import Foundation
import Glibc
import LinuxIO
import Testing

/// Files that appear whole or not at all.
@Suite final class FileDraftTests {
    private let folder = NSTemporaryDirectory() + "draft-\(UUID().uuidString)"

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private var names: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder).sorted()) ?? []
    }

    private func file(_ name: String) -> String { "\(folder)/\(name)" }

    private func content(_ name: String) -> [UInt8]? {
        FileManager.default.contents(atPath: file(name)).map(Array.init)
    }

    private func permissions(_ name: String) -> mode_t {
        var status = stat()
        return lstat(file(name), &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    private func failure(_ body: () throws(SystemError) -> Void) -> Int32? {
        do throws(SystemError) {
            try body()
            return nil
        } catch {
            return error.code
        }
    }

    /// A draft that is gone with the program, and one that lies beside the file, as where there are no files without a name.
    private static let prefixes: [String?] = [nil, ".viewfinder-"]

    @Test(arguments: prefixes)
    func theOldFileStaysUntilTheNewOneIsWhole(prefix: String?) throws {
        try FileDraft.write([1, 2], to: file("a"))
        var draft = try FileDraft(for: file("a"), prefix: prefix)
        try draft.file.write([3])
        #expect(content("a") == [1, 2] && names.count == (prefix == nil ? 1 : 2))
        try draft.publish()
        #expect(content("a") == [3] && names == ["a"])
    }

    @Test(arguments: prefixes)
    func aNewFileHasItsNameOnlyWhenItIsWhole(prefix: String?) throws {
        var draft = try FileDraft(for: file("a"), prefix: prefix)
        try draft.file.write([3])
        #expect(content("a") == nil)
        try draft.publish()
        #expect(content("a") == [3] && names == ["a"])
    }

    @Test(arguments: prefixes)
    func aDraftThatIsLetGoLeavesNothing(prefix: String?) throws {
        try FileDraft.write([1], to: file("a"))
        do {
            let draft = try FileDraft(for: file("a"), prefix: prefix)
            try draft.file.write([2])
        }
        #expect(content("a") == [1] && names == ["a"])
    }

    @Test(arguments: prefixes)
    func aTakenPlaceIsLeftAloneWhereThatIsAskedFor(prefix: String?) throws {
        try FileDraft.write([1], to: file("a"), replaces: false)
        let code = failure { () throws(SystemError) in
            var draft = try FileDraft(for: file("a"), prefix: prefix)
            try draft.file.write([2])
            try draft.publish(replaces: false)
        }
        #expect(code == EEXIST && content("a") == [1] && names == ["a"])
    }

    @Test func aDraftCanBeKept() throws {
        do {
            var draft = try FileDraft(for: file("a"), prefix: "movie-", ending: ".mp4")
            try draft.file.write([2])
            draft.keep()
        }
        #expect(names.count == 1 && names[0].hasPrefix("movie-") && names[0].hasSuffix(".mp4"))
        #expect(content(names[0]) == [2])
    }

    @Test func filesOfOthersBesideItStay() throws {
        for name in ["a.part", "a.tmp", ".a.swp", "a~"] { try FileDraft.write([7], to: file(name)) }
        let before = names
        try FileDraft.write([1], to: file("a"))
        #expect(failure { () throws(SystemError) in try FileDraft.write([1], to: folder) } == EISDIR)
        #expect(names == (before + ["a"]).sorted() && content("a.part") == [7])
    }

    @Test func aLinkIsReplacedAndWhatItNamesStays() throws {
        try FileDraft.write([7], to: file("other"))
        for target in ["other", "nothing"] {
            unlink(file("link"))
            #expect(symlink(file(target), file("link")) == 0)
            try FileDraft.write([1], to: file("link"))
            var status = stat()
            #expect(lstat(file("link"), &status) == 0 && status.st_mode & S_IFMT == S_IFREG)
        }
        #expect(content("other") == [7] && content("link") == [1] && names == ["link", "other"])
    }

    @Test func permissionsStayAndNewFilesFollowTheMask() throws {
        try FileDraft.write([1], to: file("new"))
        // What any other way of making a file gives.
        close(creat(file("usual"), 0o666))
        #expect(permissions("new") == permissions("usual"))
        for mode: mode_t in [0o600, 0o640, 0o666, 0o755] {
            chmod(file("new"), mode)
            try FileDraft.write([2], to: file("new"))
            #expect(permissions("new") == mode)
        }
    }

    @Test(arguments: ["x", "ä"])
    func theLongestNameWorks(letter: String) throws {
        let name = String(repeating: letter, count: 253 / letter.utf8.count) + "ab".prefix(2)
        let whole = name + String(repeating: "c", count: 255 - name.utf8.count)
        try FileDraft.write([1], to: file(whole))
        try FileDraft.write([2], to: file(whole))
        #expect(names == [whole] && content(whole) == [2])
        #expect(
            failure { () throws(SystemError) in try FileDraft.write([1], to: file(whole + "d")) }
                == ENAMETOOLONG)
        #expect(names == [whole])
    }

    @Test func aNameMayBeginWithALetterThatJoinsTheSlash() throws {
        try FileDraft.write([1], to: file("\u{301}a"))
        #expect(content("\u{301}a") == [1])
    }

    @Test func aPathWithoutAFolderIsInTheWorkingOne() throws {
        // The mask and the working folder belong to all threads, so the name alone is tried, where nothing may be written.
        #expect(failure { () throws(SystemError) in try FileDraft.write([1], to: "") } == ENOENT)
        let name = "viewfinder-draft-\(UUID().uuidString)"
        try FileDraft.write([1], to: name)
        #expect(unlink(name) == 0)
    }

    @Test func aMissingFolderAndAReadOnlyOneAreTold() throws {
        #expect(failure { () throws(SystemError) in try FileDraft.write([1], to: file("no/a")) } == ENOENT)
        try FileDraft.write([1], to: file("plain"))
        #expect(
            failure { () throws(SystemError) in try FileDraft.write([1], to: file("plain/a")) } == ENOTDIR)
        // Not even root may make files here.
        let refused = failure { () throws(SystemError) in try FileDraft.write([1], to: "/sys/viewfinder") }
        #expect(refused == EACCES || refused == EPERM || refused == EROFS)
    }

    @Test func aFullDiskLeavesTheOldFile() throws {
        // The kernel's disk that is always full is a device: it is written to as the bytes come.
        #expect(failure { () throws(SystemError) in try FileDraft.write([1], to: "/dev/full") } == ENOSPC)
        #expect(try FileDraft(for: "/dev/full").path == nil)
        try FileDraft.write([7], to: file("a"))
        #expect(symlink("/dev/full", file("full")) == 0)
        #expect(failure { () throws(SystemError) in try FileDraft.write([1], to: file("full")) } == ENOSPC)
        #expect(names == ["a", "full"])
    }

    @Test func aPipeGetsTheBytesAndIsNeverWaitedFor() throws {
        #expect(mkfifo(file("pipe"), 0o600) == 0)
        #expect(failure { () throws(SystemError) in try FileDraft.write([1], to: file("pipe")) } == ENXIO)
        let reader = try Descriptor.open(file("pipe"), flags: O_RDONLY | O_NONBLOCK)
        try FileDraft.write([1, 2, 3], to: file("pipe"))
        var bytes = [UInt8](repeating: 0, count: 8)
        let count = try bytes.withUnsafeMutableBytes { try unsafe reader.read(into: $0) }
        #expect(bytes.prefix(count) == [1, 2, 3] && names == ["pipe"])
    }
}
