import Foundation
import Testing

@testable import Capture

/// The names of video nodes.
struct CameraListTests {
    @Test("a node is called as the kernel calls it, and the order is that of the numbers")
    func names() throws {
        let root = NSTemporaryDirectory() + "viewfinder-nodes-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: root) }
        let names = [
            "video10", "video9", "video0", "video007", "video-1", "video+2", "video", "video1a", "video00",
            "video99999999999999999999", "media0", "xvideo3",
        ]
        for name in names {
            #expect(FileManager.default.createFile(atPath: "\(root)/\(name)", contents: nil))
        }
        #expect(CameraList.nodes(in: root) == ["\(root)/video0", "\(root)/video9", "\(root)/video10"])
    }
}
