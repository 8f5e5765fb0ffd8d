import Frames
import Testing

private let sizes = [(1, 1), (2, 2), (3, 3), (5, 4), (640, 480), (641, 481), (1920, 1080)].map {
    PixelSize(width: $0, height: $1)
}

/// Bytes of a picture without padding, from the definition of each format.
private func tightByteCount(_ format: PixelFormat, _ size: PixelSize) -> Int {
    let (w, h) = (size.width, size.height)
    let (halfW, halfH, quarterW) = ((w + 1) / 2, (h + 1) / 2, (w + 3) / 4)
    return switch format {
    case .nv12, .i420: w * h + 2 * halfW * halfH
    case .p010: 2 * (w * h + 2 * halfW * halfH)
    case .yuyv, .uyvy: 4 * halfW * h
    case .i422: w * h + 2 * halfW * h
    case .i444, .rgb24: 3 * w * h
    case .i440: w * h + 2 * w * halfH
    case .i411: w * h + 2 * quarterW * h
    case .grey: w * h
    case .bgra, .bgrx, .rgba: 4 * w * h
    case .mjpeg: 0
    default: fatalError("\(format) has no reference")
    }
}

@Test(arguments: PixelFormat.allCases, sizes)
func tightLayoutsFollowTheFormatsDefinition(format: PixelFormat, size: PixelSize) {
    #expect(FrameLayout(format: format, size: size).byteCount() == tightByteCount(format, size))
}

@Test(arguments: PixelFormat.allCases, sizes)
func paddedPlanesFollowEachOtherWithoutOverlap(format: PixelFormat, size: PixelSize) {
    let tight = FrameLayout(format: format, size: size)
    let padded = FrameLayout(format: format, size: size, stride: tight.planes[0].stride + 64)
    var end = 0
    for index in format.planes.indices {
        #expect(padded.planes[index].offset >= end)
        #expect(padded.planes[index].stride >= padded.rowBytes(of: index))
        end =
            padded.planes[index].offset
            + padded.planes[index].stride * (padded.elements(of: index).height - 1)
            + padded.rowBytes(of: index)
    }
    #expect(padded.byteCount() == end)
    #expect(
        FrameLayout(format: format, size: size, stride: 1) == tight, "a stride that is too small is ignored")
}

@Test func driversStridesFollowTheKernelsRules() {
    // V4L2: NV12's chroma rows are as long as its luma rows, YU12's half as long.
    let size = PixelSize(width: 1366, height: 768)
    let nv12 = FrameLayout(format: .nv12, size: size, stride: 1408)
    #expect(
        nv12.planes == [PlaneLayout(offset: 0, stride: 1408), PlaneLayout(offset: 1408 * 768, stride: 1408)])
    let i420 = FrameLayout(format: .i420, size: size, stride: 1408)
    #expect(i420.planes.map(\.stride) == [1408, 704, 704])
    #expect(i420.planes.map(\.offset) == [0, 1408 * 768, 1408 * 768 + 704 * 384])
}

@Test func memoriesAreCountedApart() {
    let layout = FrameLayout(
        format: .nv12, size: PixelSize(width: 4, height: 4),
        planes: [PlaneLayout(offset: 0, stride: 8), PlaneLayout(memory: 1, offset: 16, stride: 8)])
    #expect(layout.byteCount(of: 0) == 28 && layout.byteCount(of: 1) == 16 + 8 + 4)
}

@Test func formatsAreFoundByNameAndByCode() {
    for format in PixelFormat.allCases {
        #expect(PixelFormat(named: format.name) == format)
        #expect(PixelFormat(named: format.name.lowercased()) == format)
        if let code = format.fourCC { #expect(PixelFormat(named: code.description) == format) }
    }
    #expect(PixelFormat(named: "MJPG") == .mjpeg && PixelFormat(named: "YU12") == .i420)
    #expect(PixelFormat(named: "H264") == nil && PixelFormat(named: "") == nil)
}
