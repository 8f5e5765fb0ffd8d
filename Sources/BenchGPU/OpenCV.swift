internal import Foundation
internal import Frames

/// OpenCV in a Python of its own, which works when it is asked to: `scripts/bench-filters-opencv`.
final class OpenCV {
    private let process = Process()
    private let requests = Pipe()
    private let answers = Pipe()
    private var rest = Data()
    private let folder: URL
    /// The version and the number of threads that it uses.
    private(set) var version = ""

    /// The reason why OpenCV cannot be measured.
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// Starts the Python program.
    ///
    /// - Parameters:
    ///   - script: The program.
    ///   - frame: The NV12 frame that it works on.
    ///   - size: The frame's size.
    /// - Throws: ``Failure``, or the reason why the program does not run.
    init(script: String, frame: SceneFrame, size: PixelSize) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "bench-filters-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "frame.nv12")
        try frame.data.write(to: file)
        process.executableURL = URL(filePath: script)
        process.arguments = [file.path, String(size.width), String(size.height)]
        process.standardInput = requests
        process.standardOutput = answers
        try process.run()
        version = try line()
    }

    deinit {
        try? requests.fileHandleForWriting.close()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Makes the work of one of its functions.
    func work(_ name: String) -> Work { Work(program: self, name: name) }

    struct Work: MeasuredWork {
        fileprivate let program: OpenCV
        fileprivate let name: String

        func frames(_ count: Int) throws -> [FrameTime] {
            try program.ask("\(name) \(count)").split(separator: " ").map { pair in
                let numbers = pair.split(separator: ",").compactMap { Double($0) }
                guard numbers.count == 2 else { throw Failure(description: "OpenCV: \(pair)") }
                return FrameTime(wall: numbers[0] / 1e6, processor: numbers[1] / 1e6)
            }
        }
    }

    private func ask(_ request: String) throws -> String {
        try requests.fileHandleForWriting.write(contentsOf: Data((request + "\n").utf8))
        return try line()
    }

    private func line() throws -> String {
        while true {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: rest[..<end], as: UTF8.self)
                rest = Data(rest[(end + 1)...])
                return line
            }
            let more = answers.fileHandleForReading.availableData
            guard !more.isEmpty else {
                throw Failure(description: "OpenCV has ended; is python3-opencv installed?")
            }
            rest += more
        }
    }
}
