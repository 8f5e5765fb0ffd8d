import FilterMovies
import Filters
import Foundation
import Frames
import LinuxIO
import Logging
import Movies
import Testing
import VulkanCore

/// The samples, one after the other: the current folder is the whole program's.
@Suite(.serialized) enum Samples {}

/// A folder of its own that is the current one while a sample runs, and what samples take for granted.
final class Workplace {
    let logger = Logger(label: "samples") { _ in SwiftLogNoOpLogHandler() }
    let device: VulkanDevice
    let context: FilterContext
    private let folder: String
    private let before = FileManager.default.currentDirectoryPath

    init() throws {
        device = try VulkanDevice(
            instance: VulkanInstance(
                applicationName: "samples", windowSystem: false, validation: false, logger: logger),
            logger: logger)
        context = try FilterContext(device: device)
        folder = NSTemporaryDirectory() + "viewfinder-samples-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        _ = FileManager.default.changeCurrentDirectoryPath(folder)
    }

    deinit {
        _ = FileManager.default.changeCurrentDirectoryPath(before)
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// A grey frame that is a little brighter than the one before.
    func frame(_ number: Int) -> Frame {
        let size = PixelSize(width: 64, height: 48)
        let memory = Memory(byteCount: size.width * size.height, value: UInt8(40 + number % 100))
        return Frame(
            buffer: FrameBuffer(index: 0, memories: [memory.bytes], owner: memory),
            byteCount: memory.bytes.count,
            layout: FrameLayout(
                format: .grey, size: size, planes: [PlaneLayout(offset: 0, stride: size.width)]),
            color: .assumed(for: .grey, height: size.height),
            timestamp: Timestamp(
                nanoseconds: Int64(number) * 33_333_333, clock: .monotonic, kind: .generated),
            arrival: Int64(number) * 33_333_333, sequence: UInt32(number), recycler: nil)
    }

    /// Writes a short movie.
    func makeMovie(_ path: String, count: Int = 20) throws {
        let writer = try MovieWriter(path: path, options: MovieWriterOptions(isLive: false), logger: logger)
        for number in 0..<count { writer.append(frame(number)) }
        try writer.finish(within: 30)
    }

    /// How many pictures a movie has.
    func pictures(of path: String) throws -> Int {
        let reader = try MovieReader(path: path, logger: logger)
        var count = 0
        while case .picture = try reader.next() { count += 1 }
        return count
    }
}

private final class Memory: @unchecked Sendable {
    // Sendable: written only before the frame exists.
    let bytes: UnsafeMutableRawBufferPointer

    init(byteCount: Int, value: UInt8) {
        bytes = .allocate(byteCount: byteCount, alignment: 64)
        bytes.initializeMemory(as: UInt8.self, repeating: value)
    }

    deinit { bytes.deallocate() }
}
