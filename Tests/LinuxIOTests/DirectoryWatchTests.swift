import Foundation
import Glibc
import Testing

@testable import LinuxIO

@Test func namesThatComeChangeAndGoAreTold() throws {
    let folder = "\(NSTemporaryDirectory())/\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let loop = try EventLoop()
    var changes = 0
    try loop.add(DirectoryWatch(folder) { changes += 1 })
    func turn() throws { try loop.turn(until: MonotonicClock.now() + 1_000_000_000) }

    let file = "\(folder)/video0"
    #expect(FileManager.default.createFile(atPath: file, contents: nil))
    try turn()
    #expect(changes == 1)
    chmod(file, 0o600)
    try turn()
    #expect(changes == 2)
    for name in 1...20 { #expect(FileManager.default.createFile(atPath: "\(folder)/\(name)", contents: nil)) }
    try turn()
    #expect(changes == 3, "a batch is told once")
    unlink(file)
    try turn()
    #expect(changes == 4)
    try loop.turn(until: MonotonicClock.now() + 5_000_000)
    #expect(changes == 4, "silence is not told")
}

@Test func missingFolderIsAnError() {
    #expect(throws: SystemError(call: "inotify_add_watch", target: "/no/such/folder", code: ENOENT)) {
        _ = try DirectoryWatch("/no/such/folder") {}
    }
}

@Test func aFolderThatCannotBeWatchedIsLookedAt() throws {
    let folder = "\(NSTemporaryDirectory())/\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let loop = try EventLoop()
    var changes = 0
    let watch = try DirectoryWatch(folder, namesWithPrefix: "video", isWatched: false) { changes += 1 }
    #expect(watch.refusal?.code == EMFILE)
    loop.add(watch)
    func turn() throws { try loop.turn(until: MonotonicClock.now() + 10_000_000_000) }

    let file = "\(folder)/video0"
    #expect(FileManager.default.createFile(atPath: "\(folder)/other", contents: nil))
    #expect(FileManager.default.createFile(atPath: file, contents: nil))
    try turn()
    #expect(changes == 1)
    try turn()
    #expect(changes == 1, "silence is not told")
    chmod(file, 0o600)
    try turn()
    #expect(changes == 2)
    unlink(file)
    try turn()
    #expect(changes == 3)
}
