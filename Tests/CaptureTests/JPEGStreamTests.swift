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
    @Test func theEndIsFoundHoweverThePictureArrives() throws {
        let bytes = picture(7)
        let stream = bytes + picture(8)
        for step in [1, 2, 3, 7, 100, 4096] {
            var splitter = JPEGSplitter()
            var length: Int?
            var filled = 0
            while length == nil, filled < stream.count {
                filled = min(stream.count, filled + step)
                length = try stream[..<filled].withUnsafeBytes { try splitter.length(in: $0) }
            }
            #expect(length == bytes.count, "in steps of \(step)")
        }
    }

    @Test func whatIsNoPictureIsNoticed() {
        for bytes: [UInt8] in [[0, 0xff], [0xff, 0xd9], [0xff, 0xd8, 1], Array("RIFF".utf8)] {
            var splitter = JPEGSplitter()
            #expect(throws: JPEGSplitter.NoPicture.self) {
                try bytes.withUnsafeBytes { try splitter.length(in: $0) }
            }
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
