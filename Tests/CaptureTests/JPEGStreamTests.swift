import Foundation
import Frames
import Glibc
import Synchronization
import Testing

@testable import Capture

/// A JPEG picture without a real image: a thumbnail with an end of its own in a segment, entropy-coded data with stuffed bytes
/// and restart markers, a second scan.
private func picture(_ number: UInt8, length: Int = 500) -> [UInt8] {
    let thumbnail: [UInt8] = [0xff, 0xe1, 0, 8, 0xff, 0xd8, 1, number, 0xff, 0xd9]
    let table: [UInt8] = [0xff, 0xff, 0xdb, 0, 4, number, 0xff]
    let scan: [UInt8] = [0xff, 0xda, 0, 3, 0xff]
    let data = (0..<length).flatMap { place -> [UInt8] in
        switch place % 50 {
        case 0: [0xff, 0]
        case 25: [0xff, 0xd0 + UInt8(place / 50 % 8)]
        default: [UInt8(truncatingIfNeeded: place &* 31) & 0x7f]
        }
    }
    return [0xff, 0xd8] + thumbnail + table + scan + data + scan + data + [0xff, 0xd9]
}

private func source(_ path: String) -> Source {
    .raw(RawOptions(path: path, size: PixelSize(width: 64, height: 48), rate: Rational(200), format: .mjpeg))
}

struct JPEGStreamTests {
    /// Splits a stream that arrives in steps.
    ///
    /// - Returns: The pictures, and the number of those that were left out.
    private func split(_ stream: [UInt8], step: Int) -> (pictures: [[UInt8]], lost: Int) {
        var (splitter, pictures, lost) = (JPEGSplitter(), [[UInt8]](), 0)
        var (bytes, read) = ([UInt8](), 0)
        while true {
            switch bytes.withUnsafeBytes({ unsafe splitter.next(in: $0) }) {
            case .picture(let length)?:
                pictures.append(Array(bytes.prefix(length)))
                bytes.removeFirst(length)
            case .other(let count, let isPicture)?:
                lost += isPicture ? 1 : 0
                bytes.removeFirst(count)
            case nil:
                guard read < stream.count else {
                    if splitter.hasScan { pictures.append(bytes) }
                    return (pictures, lost)
                }
                bytes += stream[read..<min(stream.count, read + step)]
                read += step
            }
        }
    }

    /// Bytes between good pictures, the number of pictures that are lost with them, and the bytes that count for the picture before.
    struct Fault: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var between: [UInt8] = []
        var lost = 0
        var isPictureOfItsOwn = false
        var cutsEnd = false

        static let all = [
            Fault(testDescription: "nothing"),
            Fault(testDescription: "padding", between: [UInt8](repeating: 0, count: 3000)),
            Fault(testDescription: "much padding", between: [UInt8](repeating: 0, count: 300_000)),
            Fault(testDescription: "padding of ones", between: [UInt8](repeating: 0xff, count: 300)),
            Fault(testDescription: "the end twice", between: [0xff, 0xd9]),
            Fault(testDescription: "the beginning twice", between: [0xff, 0xd8]),
            Fault(testDescription: "a line's end", between: Array("\r\n".utf8)),
            Fault(
                testDescription: "a header of multipart",
                between: Array(
                    "\r\n--boundary\r\nContent-Type: image/jpeg\r\nContent-Length: 1200\r\n\r\n".utf8)),
            Fault(testDescription: "no end", cutsEnd: true),
            Fault(
                testDescription: "the second half of a picture", between: Array(picture(9).dropFirst(600)),
                lost: 1),
            Fault(testDescription: "a header that is cut", between: Array(picture(9).prefix(13)), lost: 1),
            Fault(
                testDescription: "a broken header", between: [0xff, 0xd8, 1] + picture(9).dropFirst(3),
                lost: 1),
            Fault(
                testDescription: "a segment without a length",
                between: [0xff, 0xd8, 0xff, 0xdb, 0, 1] + picture(9).dropFirst(6), lost: 1),
            Fault(
                testDescription: "a picture that is cut", between: Array(picture(9).prefix(600)),
                isPictureOfItsOwn: true),
        ]
    }

    @Test(arguments: Fault.all) func theNextGoodPictureIsFound(_ fault: Fault) {
        let good = [picture(7), picture(8), picture(10)]
        let stream = good.flatMap { fault.between + $0.dropLast(fault.cutsEnd ? 2 : 0) }
        let expected = good.flatMap { picture -> [[UInt8]] in
            (fault.isPictureOfItsOwn ? [fault.between] : []) + [
                Array(picture.dropLast(fault.cutsEnd ? 2 : 0))
            ]
        }
        for step in [1, 2, 3, 7, 100, 4096] where step > 3 || stream.count < 20_000 {
            let (pictures, lost) = split(stream, step: step)
            #expect(pictures == expected, "in steps of \(step)")
            #expect(lost == fault.lost * good.count, "in steps of \(step)")
        }
    }

    @Test func damagedDataHidesNoPictureBehindIt() {
        var numbers = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            var damaged = picture(7)
            for _ in 0..<Int.random(in: 1...5, using: &numbers) {
                damaged[Int.random(in: damaged.indices, using: &numbers)] = UInt8.random(
                    in: 0...255, using: &numbers)
            }
            // A length of the damaged one's may reach as far as 64 KiB.
            let good = (0..<4).flatMap { _ in picture(8, length: 9000) }
            let isFound = split(damaged + good + picture(10), step: 5000).pictures.last == picture(10)
            #expect(isFound, "\(damaged)")
        }
    }

    @Test func aFileOfPicturesIsShownOverAndOver() async throws {
        let path = "\(NSTemporaryDirectory())/\(UUID().uuidString).mjpg"
        defer { unlink(path) }
        let pictures = (1...3).map { picture($0, length: 200 * Int($0)) }
        try Data(pictures.flatMap(\.self)).write(to: URL(filePath: path))
        let slot = FrameOutput()
        let session = try CaptureRun(source: source(path), output: slot, logger: quiet) { _ in }
        var seen: Set<[UInt8]> = []
        var count = 0
        // On a busy machine newer pictures take the places of others, so more than a few rounds may be needed.
        while count < 12 || seen.count < 3 && count < 600 {
            let frame = try #require(await nextFrame(slot))
            let bytes = Array(frame.bytes(of: 0))
            #expect(pictures.contains(bytes))
            seen.insert(bytes)
            count += 1
        }
        #expect(seen.count == 3)
        #expect(session.stop())
    }

    @Test(arguments: [
        (bytes: [UInt8](), words: "(0 bytes)"), (Array(picture(1).prefix(20)), "(20 bytes)"),
        ([UInt8](repeating: 7, count: 3000), "holds no whole JPEG picture"),
        ([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0, 0, 0xff, 0xd9], "holds no whole JPEG picture"),
    ])
    func aFileWithoutAPictureIsToldFor(_ bytes: [UInt8], _ words: String) async throws {
        let path = "\(NSTemporaryDirectory())/\(UUID().uuidString).mjpg"
        defer { unlink(path) }
        try Data(bytes).write(to: URL(filePath: path))
        let recorder = Recorder()
        let session = try CaptureRun(
            source: source(path), output: FrameOutput(), logger: quiet, report: recorder.report)
        #expect(await eventually { recorder.fault != nil })
        #expect("\(recorder.fault as Any)".contains(words), "\(recorder.all)")
        #expect(session.stop())
    }

    @Test(arguments: [[0xff, 0xe0, 0x20, 0], [0xff, 0xda, 0, 3, 0xff, 7, 0xff, 0xfe, 0x40, 0]])
    func picturesBehindALengthBeyondTheEndAreShown(_ header: [UInt8]) async throws {
        let path = "\(NSTemporaryDirectory())/\(UUID().uuidString).mjpg"
        defer { unlink(path) }
        let pictures = (1...3).map { picture($0, length: 200 * Int($0)) }
        try Data([0xff, 0xd8] + header + pictures.flatMap(\.self)).write(to: URL(filePath: path))
        let slot = FrameOutput()
        let session = try CaptureRun(source: source(path), output: slot, logger: quiet) { _ in }
        var seen: Set<[UInt8]> = []
        for _ in 0..<600 where seen.count < 3 {
            let bytes = Array(try #require(await nextFrame(slot)).bytes(of: 0))
            #expect(pictures.contains(bytes))
            seen.insert(bytes)
        }
        #expect(seen.count == 3)
        #expect(session.stop())
    }

    @Test func aPipeOfPicturesIsSplit() async throws {
        let path = "\(NSTemporaryDirectory())/\(UUID().uuidString)"
        #expect(mkfifo(path, 0o600) == 0)
        defer { unlink(path) }
        let recorder = Recorder()
        let slot = FrameOutput()
        let lengths = Mutex<[Int]>([])
        slot.onArrival { if let frame = slot.take() { lengths.withLock { $0.append(frame.byteCount) } } }
        // It holds the output that holds it.
        defer { slot.onArrival(nil) }
        let session = try CaptureRun(
            source: source(path), output: slot, logger: quiet, report: recorder.report)
        let pictures = (1...20).map { picture($0, length: 60 * Int($0)) }
        let stream = pictures.flatMap(\.self)
        Thread.detachNewThread {
            let pipe = open(path, O_WRONLY)
            for start in stride(from: 0, to: stream.count, by: 777) {
                let part = Array(stream[start..<min(stream.count, start + 777)])
                unsafe _ = Glibc.write(pipe, part, part.count)
            }
            close(pipe)
        }
        #expect(await eventually { recorder.hasEnded })
        #expect(lengths.withLock { $0 } == pictures.map(\.count))
        #expect(session.stop())
    }
}
