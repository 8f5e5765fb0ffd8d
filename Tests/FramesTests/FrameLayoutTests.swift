import Frames
import TestSupport
import Testing

private let sizes = [(1, 1), (2, 2), (3, 3), (5, 4), (640, 480), (641, 481), (1920, 1080)].map {
    PixelSize(width: $0, height: $1)
}

@Test(arguments: PixelFormat.allCases, sizes)
func tightLayoutsFollowTheFormatsDefinition(format: PixelFormat, size: PixelSize) {
    #expect(
        FrameLayout(format: format, size: size).byteCount() == FormatBits(format)?.byteCount(of: size) ?? 0)
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
