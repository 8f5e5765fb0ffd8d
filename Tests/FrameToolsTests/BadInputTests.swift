import FrameTools
import Frames
import Glibc
import TestSupport
import Testing

/// Layouts that lie, parts that are not there, and memory that ends where it says.
struct BadInputTests {
    /// A frame on memory of any size with any layout.
    private func frame(_ layout: FrameLayout, byteCounts: [Int]) -> Frame {
        Frame(
            buffer: FrameBuffer(index: 0, byteCounts: byteCounts), byteCount: 0, layout: layout,
            color: .assumed(for: .nv12, height: 480), timestamp: FrameMoment.some.timestamp, arrival: 0,
            sequence: 0, recycler: nil)
    }

    private func expectRefusal(_ layout: FrameLayout, _ byteCounts: [Int], _ words: String) {
        let frame = frame(layout, byteCounts: byteCounts)
        let error = #expect(throws: FrameToolError.self) { try FrameConverter().convert(frame, to: .bgra) }
        #expect(error?.description.contains(words) == true, "\(String(describing: error))")
        #expect(throws: FrameLayoutError.self) { try frame.checkLayout() }
        #expect(throws: FrameLayoutError.self) {
            try frame.cropped(to: PixelRegion(x: 0, y: 0, width: 1, height: 1))
        }
    }

    @Test func layoutsThatLieAreRefused() {
        let size = PixelSize(width: 64, height: 48)
        func nv12(_ first: PlaneLayout, _ second: PlaneLayout?, _ size: PixelSize = size) -> FrameLayout {
            FrameLayout(format: .nv12, size: size, planes: [first] + (second.map { [$0] } ?? []))
        }
        let good = PlaneLayout(offset: 0, stride: 64)
        let chroma = PlaneLayout(offset: 64 * 48, stride: 64)
        expectRefusal(nv12(good, PlaneLayout(offset: 1 << 20, stride: 64)), [8192], "ends at byte")
        expectRefusal(nv12(good, PlaneLayout(offset: .max - 5, stride: 64)), [8192], "ends at byte")
        expectRefusal(nv12(PlaneLayout(offset: 0, stride: .max / 2), chroma), [8192], "ends at byte")
        expectRefusal(nv12(PlaneLayout(offset: -64, stride: 64), chroma), [8192], "does not have")
        expectRefusal(nv12(PlaneLayout(memory: 1, offset: 0, stride: 64), chroma), [8192], "does not have")
        expectRefusal(nv12(PlaneLayout(memory: -1, offset: 0, stride: 64), chroma), [8192], "does not have")
        expectRefusal(nv12(PlaneLayout(offset: 0, stride: 63), chroma), [8192], "stride of 64 or more")
        expectRefusal(nv12(PlaneLayout(offset: 0, stride: 0), chroma), [8192], "stride of 64 or more")
        expectRefusal(nv12(PlaneLayout(offset: 0, stride: -64), chroma), [8192], "stride of 64 or more")
        expectRefusal(nv12(good, nil), [8192], "1 planes")
        for wrong in [(0, 48), (64, 0), (0, 0), (-64, 48), (65535, 65535), (.max, .max), (.min, 1)] {
            expectRefusal(
                nv12(good, chroma, PixelSize(width: wrong.0, height: wrong.1)), [8192], "sides of 1 to 16384")
        }
        expectRefusal(FrameLayout(format: .mjpeg, size: size), [8192], "the JPEG picture is damaged")
    }

    @Test func aPictureIsNotWrittenOverItself() throws {
        let frame = try Frame.allocated(
            FrameLayout(format: .bgra, size: PixelSize(width: 8, height: 8)), at: .some
        ) { _ in }
        let target = FrameLayout(format: .rgba, size: PixelSize(width: 4, height: 4))
        let own = unsafe frame.buffer.memories[0]
        for part in [0..<64, own.count - 64..<own.count] {
            let memory = unsafe UnsafeMutableRawBufferPointer(rebasing: own[part])
            #expect(throws: FrameToolError.overlap) {
                try unsafe FrameConverter().write(
                    frame, crop: PixelRegion(x: 0, y: 0, width: 4, height: 4), into: memory, as: target)
            }
        }
    }

    @Test func partsOfPartsThatCannotBeAreErrors() throws {
        let far = PixelRegion(x: .max, y: 0, width: 8, height: 8)
        let whole = CropAndScale(whole: PixelSize(width: 8, height: 8))
        #expect(throws: FrameToolError.self) { try CropAndScale(crop: far).then(whole) }
    }

    @Test func randomLayoutsNeverEndTheProgram() {
        var random = Seeded(6)
        let converter = FrameConverter(limit: 1)
        func number() -> Int {
            switch Int.random(in: 0..<6, using: &random) {
            case 0: Int(truncatingIfNeeded: random.next())
            case 1: [Int.max, .min, -1, 0, 65535, 1 << 31].randomElement(using: &random) ?? 0
            default: .random(in: 0...80, using: &random)
            }
        }
        var made = 0
        for _ in 0..<5000 {
            let format = PixelFormat.allCases.randomElement(using: &random) ?? .nv12
            let planes = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                PlaneLayout(
                    memory: Int.random(in: 0...9, using: &random) / 8, offset: number(), stride: number())
            }
            let size = PixelSize(width: number(), height: number())
            let frame = frame(
                FrameLayout(format: format, size: size, planes: planes), byteCounts: [8192, 100])
            let region = PixelRegion(x: number(), y: number(), width: number(), height: number())
            let target = PixelSize(width: min(number(), 20000), height: min(number(), 20000))
            guard target.width < 500 || target.height < 500 else { continue }
            if (try? converter.convert(frame, to: .bgra, crop: region, size: target)) != nil { made += 1 }
            if (try? converter.convert(frame, to: .i420)) != nil { made += 1 }
        }
        #expect(made > 0)
    }

    @Test func partsOutsideOfThePictureAreRefused() throws {
        let frame = try randomFrame(.nv12, PixelSize(width: 64, height: 48))
        let wrong = [
            PixelRegion(x: 0, y: 0, width: 65, height: 48), PixelRegion(x: 1, y: 0, width: 64, height: 48),
            PixelRegion(x: 0, y: 48, width: 1, height: 1), PixelRegion(x: -2, y: 0, width: 4, height: 4),
            PixelRegion(x: 0, y: 0, width: 0, height: 4), PixelRegion(x: 0, y: 0, width: 4, height: -4),
            PixelRegion(x: .max, y: 0, width: .max, height: 4),
            PixelRegion(x: 0, y: .min, width: 4, height: .max),
        ]
        for region in wrong {
            let error = FrameLayoutError.region(region, of: frame.layout.size)
            #expect(throws: error) { try frame.cropped(to: region) }
            #expect(throws: FrameToolError.source(error)) {
                try FrameConverter().convert(frame, crop: region)
            }
            #expect(throws: FrameToolError.self) {
                try CropAndScale(whole: frame.layout.size).then(CropAndScale(crop: region))
            }
        }
        #expect(
            "\(FrameLayoutError.region(wrong[0], of: frame.layout.size))"
                == "the part 65x48+0+0 is not inside a picture of 64x48: choose one that is")
    }

    @Test func sizesAndFormatsThatCannotBeMadeAreRefused() throws {
        let frame = try randomFrame(.nv12, PixelSize(width: 64, height: 48))
        for (width, height) in [(0, 5), (5, 0), (-3, 5), (16385, 5), (65535, 65535), (.max, .max)] {
            let size = PixelSize(width: width, height: height)
            #expect(throws: FrameToolError.target(.size(size))) {
                try FrameConverter().convert(frame, size: size)
            }
        }
        #expect(throws: FrameToolError.format(.mjpeg)) { try FrameConverter().convert(frame, to: .mjpeg) }
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 100, alignment: 1)
        defer { memory.deallocate() }
        let layout = FrameLayout(format: .grey, size: PixelSize(width: 10, height: 11))
        #expect(throws: FrameToolError.target(.memory(plane: 0, needed: 110, found: 100))) {
            try FrameConverter().write(frame, into: memory, as: layout)
        }
    }

    @Test func heldFramesAreALimit() throws {
        let converter = FrameConverter(limit: 2)
        let frame = try randomFrame(.nv12, PixelSize(width: 8, height: 8))
        var held = try (0..<2).map { _ in try converter.convert(frame, to: .bgra) }
        #expect(throws: FrameToolError.noBuffer(limit: 2)) { try converter.convert(frame, to: .bgra) }
        held.removeLast()
        held.append(try converter.convert(frame, to: .bgra))
        #expect(held.count == 2)
    }

    /// Memory at whose both ends lies a page that nobody may touch.
    private final class Guarded: @unchecked Sendable {
        private let pages: UnsafeMutableRawPointer
        private let count: Int
        let bytes: UnsafeMutableRawBufferPointer

        init(byteCount: Int, atEnd: Bool) throws {
            let whole = (byteCount + 4095) / 4096 * 4096
            count = whole + 8192
            pages = try #require(mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
            mprotect(pages, 4096, PROT_NONE)
            mprotect(pages + 4096 + whole, 4096, PROT_NONE)
            bytes = UnsafeMutableRawBufferPointer(
                start: pages + 4096 + (atEnd ? whole - byteCount : 0), count: byteCount)
        }

        deinit { munmap(pages, count) }
    }

    /// Neither a source nor a target is touched outside of its picture: what did would end the program.
    @Test(arguments: PixelFormat.uncompressed)
    func nothingIsTouchedBeyondAPicturesMemory(format: PixelFormat) throws {
        let converter = FrameConverter()
        var random = Seeded(13)
        for step in 0..<150 {
            let side = [3, 17, 70, 200][step % 4]
            let size = PixelSize(
                width: .random(in: 1...side, using: &random), height: .random(in: 1...side, using: &random))
            let layout = FrameLayout(format: format, size: size)
            let source = try Guarded(byteCount: layout.byteCount(), atEnd: step % 2 == 0)
            let frame = Frame(
                buffer: FrameBuffer(index: 0, memories: [source.bytes], owner: source),
                byteCount: layout.byteCount(),
                layout: layout, color: .assumed(for: format, height: size.height),
                rotation: Rotation.allCases[step % 4], isMirrored: step % 3 == 0,
                timestamp: FrameMoment.some.timestamp, arrival: 0, sequence: 0, recycler: nil)
            for wanted in FrameConverter.formats {
                let isScaling = step % 5 != 0
                let upright =
                    frame.rotation.swapsSides ? PixelSize(width: size.height, height: size.width) : size
                let target =
                    isScaling
                    ? PixelSize(
                        width: .random(in: 1...side, using: &random),
                        height: .random(in: 1...side, using: &random))
                    : upright
                let place = FrameLayout(format: wanted, size: target)
                let memory = try Guarded(byteCount: place.byteCount(), atEnd: step % 2 == 0)
                try converter.write(
                    frame, isUpright: true, filter: ScalingFilter.allCases[step % 3], into: memory.bytes,
                    as: place)
            }
        }
    }
}
