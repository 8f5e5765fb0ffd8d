import CV4L2
import Frames
import Testing

@testable import Capture

private func single(_ code: FourCC, _ width: UInt32, _ height: UInt32, stride: UInt32, size: UInt32)
    -> v4l2_format
{
    var format = unsafe v4l2_format()
    unsafe format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    var pix = v4l2_pix_format()
    pix.width = width
    pix.height = height
    pix.pixelformat = code.rawValue
    pix.bytesperline = stride
    pix.sizeimage = size
    pix.colorspace = V4L2_COLORSPACE_REC709.rawValue
    pix.priv = UInt32(V4L2_PIX_FMT_PRIV_MAGIC)
    pix.quantization = V4L2_QUANTIZATION_FULL_RANGE.rawValue
    unsafe format.fmt.pix = pix
    return unsafe format
}

@Test func whatTheDriverSetIsWhatIsUsed() {
    let raw = unsafe single("NV12", 1366, 768, stride: 1408, size: 1_622_016)
    let format = unsafe VideoFormat(raw, isMultiPlanar: false)
    #expect(format.size == PixelSize(width: 1366, height: 768) && format.fourCC == "NV12")
    #expect(format.memories == [VideoFormat.Memory(stride: 1408, byteCount: 1_622_016)])
    #expect(format.layout()?.planes.map(\.stride) == [1408, 1408])
    #expect(format.color.description(for: .nv12).name == "709-full")
}

@Test func withoutTheMarkOnlyTheColourSpaceCounts() {
    var raw = unsafe single("NV12", 640, 480, stride: 640, size: 460_800)
    unsafe raw.fmt.pix.priv = 0
    #expect(unsafe VideoFormat(raw, isMultiPlanar: false).color.description(for: .nv12).name == "709-limited")
}

@Test func separateMemoriesHaveTheirOwnStrides() {
    var raw = unsafe v4l2_format()
    unsafe raw.type = V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE.rawValue
    var pix = v4l2_pix_format_mplane()
    pix.width = 100
    pix.height = 51
    pix.pixelformat = FourCC("YM12").rawValue
    pix.num_planes = 3
    pix.plane_fmt.0.bytesperline = 128
    pix.plane_fmt.0.sizeimage = 128 * 51
    pix.plane_fmt.1.bytesperline = 64
    pix.plane_fmt.1.sizeimage = 64 * 26
    pix.plane_fmt.2.bytesperline = 96
    pix.plane_fmt.2.sizeimage = 96 * 26
    pix.colorspace = V4L2_COLORSPACE_SRGB.rawValue
    pix.ycbcr_enc = UInt8(V4L2_YCBCR_ENC_709.rawValue)
    unsafe raw.fmt.pix_mp = pix
    let format = unsafe VideoFormat(raw, isMultiPlanar: true)
    #expect(format.memories.map(\.byteCount) == [6528, 1664, 2496])
    #expect(format.color.description(for: .i420).name == "709-limited")
    let layout = format.layout(dataOffsets: [0, 128, 0])
    #expect(
        layout?.planes == [
            PlaneLayout(memory: 0, offset: 0, stride: 128), PlaneLayout(memory: 1, offset: 128, stride: 64),
            PlaneLayout(memory: 2, offset: 0, stride: 96),
        ])
}

@Test func dataOffsetsMoveAllPlanesOfOneMemory() {
    let raw = unsafe single("YU12", 64, 48, stride: 64, size: 4608)
    let layout = unsafe VideoFormat(raw, isMultiPlanar: false).layout(dataOffsets: [128])
    #expect(layout?.planes.map(\.offset) == [128, 128 + 3072, 128 + 3072 + 768])
}

@Test func absurdAnswersHaveNoLayout() {
    for (width, height) in [(0, 480), (640, 0), (20000, 480), (640, UInt32.max)] as [(UInt32, UInt32)] {
        let raw = unsafe single("NV12", width, height, stride: 0, size: 0)
        #expect(unsafe VideoFormat(raw, isMultiPlanar: false).layout() == nil)
    }
    let unknown = unsafe single("H264", 640, 480, stride: 0, size: 0)
    #expect(unsafe VideoFormat(unknown, isMultiPlanar: false).layout() == nil)
    let separate = unsafe single("NM12", 640, 480, stride: 640, size: 0)
    #expect(unsafe VideoFormat(separate, isMultiPlanar: false).layout() == nil, "two memories in one")
}

/// Whatever a driver answers of a format has no layout, or one that can be checked and counted.
@Test(arguments: PixelFormat.allCases.flatMap(\.codes)) func noAnswerIsTooWild(_ code: FourCC) {
    let numbers: [UInt32] = [0, 1, 2, 63, 64, 4095, 16384, 65535, 1 << 24, 1 << 31, .max]
    for width in numbers {
        for height in numbers {
            for stride in [0, 1, width, width &* 4, .max] as [UInt32] {
                let raw = unsafe single(code, width, height, stride: stride, size: width &* height)
                let size = PixelSize(width: Int(width), height: Int(height))
                let layout = unsafe VideoFormat(raw, isMultiPlanar: false).layout(dataOffsets: [Int(stride)])
                guard let layout else { continue }
                #expect(size.isPossible && layout.byteCount() >= 0)
                if layout.format.model != .compressed { #expect((try? layout.check()) != nil) }
            }
        }
    }
}

/// The same of planes in memories of their own, of which there may be too few or too many.
@Test(arguments: PixelFormat.allCases.compactMap(\.separateCode)) func noPlanesAreTooWild(_ code: FourCC) {
    var raw = unsafe v4l2_format()
    let format = V4L2PixelFormat(code)?.format
    for count in [0, 1, 2, 3, 4, 8, 9, .max] as [UInt8] {
        for number in [0, 1, 64, 65535, .max] as [UInt32] {
            var pix = v4l2_pix_format_mplane()
            (pix.width, pix.height, pix.pixelformat, pix.num_planes) = (64, 48, code.rawValue, count)
            pix.plane_fmt.0 = v4l2_plane_pix_format(
                sizeimage: number, bytesperline: number, reserved: (0, 0, 0, 0, 0, 0))
            pix.plane_fmt.1 = pix.plane_fmt.0
            unsafe raw.fmt.pix_mp = pix
            let read = unsafe VideoFormat(raw, isMultiPlanar: true)
            #expect(read.memories.count == min(8, Int(count)))
            guard let layout = read.layout(dataOffsets: [Int(number)]) else { continue }
            #expect(Int(count) == format?.planes.count && (try? layout.check()) != nil)
            for memory in 0..<8 { #expect(layout.byteCount(of: memory) >= 0) }
        }
    }
}

@Test func aRequestLeavesEverythingElseToTheDriver() {
    let wish = VideoFormat(fourCC: "YUYV", size: PixelSize(width: 1280, height: 720))
    let pix = unsafe wish.request(type: 1, isMultiPlanar: false).fmt.pix
    #expect(pix.width == 1280 && pix.height == 720 && pix.pixelformat == FourCC("YUYV").rawValue)
    #expect(pix.bytesperline == 0 && pix.colorspace == 0 && pix.priv == UInt32(V4L2_PIX_FMT_PRIV_MAGIC))
}

@Test func driversTextsAreReadWhateverTheyHold() {
    #expect(text((UInt8(ascii: "a"), UInt8(ascii: "b"), UInt8(0), UInt8(ascii: "c"))) == "ab")
    #expect(text((UInt8(ascii: "a"), UInt8(ascii: "b"))) == "ab")
    #expect(text((UInt8(0xff), UInt8(0))) == "\u{fffd}")
}
