import Foundation
import TestSupport

/// What a running program has allocated and asked Vulkan to make, counted from outside by scripts/count-calls.c.
struct CallCounts {
    /// Vulkan objects made or allocated.
    let objects: UInt64
    /// Pictures given to the compositor.
    let presents: UInt64
    /// Allocations by the name of the thread.
    let allocations: [String: UInt64]

    private static let path = NSTemporaryDirectory() + "viewfinder-counts-\(UUID().uuidString)"

    /// Gives what a program must find in its environment to be counted.
    static func environment() throws -> [String: String?] {
        try? FileManager.default.removeItem(atPath: path)
        return try PreloadedLibrary.environment("count-calls").merging(["VIEWFINDER_COUNTS": path]) { $1 }
    }

    /// Reads the counts of this moment; nil before the program has begun.
    init?() {
        guard let data = FileManager.default.contents(atPath: Self.path), data.count > 16 else { return nil }
        let word = { (offset: Int) in
            data[offset..<offset + 8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        }
        objects = word(0)
        presents = word(8)
        var allocations: [String: UInt64] = [:]
        for slot in stride(from: 16, to: data.count, by: 24) where data[slot] != 0 {
            let name = String(decoding: data[slot..<slot + 16].prefix { $0 != 0 }, as: UTF8.self)
            allocations[name, default: 0] += word(slot + 16)
        }
        self.allocations = allocations
    }

    /// Waits until so many pictures have been presented.
    static func after(presents: UInt64, of program: Program) throws -> CallCounts {
        try eventually("\(presents) presents", within: 60, found: { program.log }) {
            guard let counts = CallCounts(), counts.presents >= presents else { return nil }
            return counts
        }
    }
}
