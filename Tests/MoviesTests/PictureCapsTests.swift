import CGStreamer
import Frames
import Testing

@testable import Movies

struct PictureCapsTests {
    /// Other caps at an address that was given back would be taken for the same ones.
    @Test func capsThatAreComparedWithAreHeld() throws {
        try GStreamer.start()
        let caps = try #require(
            gst_caps_from_string("video/x-raw,format=I420,width=16,height=16,framerate=30/1"))
        defer { gst_caps_unref(caps) }
        var read: PictureCaps? = PictureCaps(caps)
        #expect(read?.isSame(caps) == true)
        #expect(caps.pointee.mini_object.refcount == 2)
        read = nil
        #expect(caps.pointee.mini_object.refcount == 1)
    }

    private func caps(_ text: String) throws -> PictureCaps {
        try GStreamer.start()
        let caps = try #require(gst_caps_from_string(text))
        defer { gst_caps_unref(caps) }
        return try #require(PictureCaps(caps))
    }

    /// GStreamer throws a set away that lacks its matrix, with all that is known.
    @Test(
        arguments: [
            ("1:0:0:0", ColorDescription(matrix: .bt601, range: .full)),
            (
                "1:0:7:1",
                ColorDescription(matrix: .bt601, range: .full, primaries: .bt709, transfer: .srgb)
            ),
            ("2:3:0:0", ColorDescription(matrix: .bt709, range: .limited, primaries: .bt709)),
            ("0:6:0:0", ColorDescription(matrix: .bt2020, range: .limited)),
            ("0:6:0:1", ColorDescription(matrix: .bt2020, range: .limited, primaries: .bt709)),
            ("0:0:0:7", ColorDescription(matrix: .bt601, range: .limited, primaries: .bt2020)),
        ])
    func eachFactAboutColoursCountsByItself(_ text: String, _ color: ColorDescription) throws {
        let caps = try caps(
            "video/x-raw,format=I420,width=16,height=16,framerate=30/1,colorimetry=(string)\(text)")
        #expect(caps.track(turn: Orientation()).color == color)
    }

    /// GStreamer forgets what is told where caps tell no colours, and makes up one by the height where they do not tell it.
    @Test(
        arguments: [
            ("format=I420", ColorDescription.ChromaSite.center), ("format=I420,chroma-site=jpeg", .center),
            ("format=I420,chroma-site=mpeg2", .left), ("format=NV12,chroma-site=v-cosited", .top),
            ("format=NV12,chroma-site=dv", .topLeft), ("format=P010_10LE,chroma-site=cosited", .topLeft),
            ("format=Y42B", .left), ("format=Y42B,chroma-site=jpeg", .center), ("format=YUY2", .left),
            ("format=Y444", .center), ("format=GRAY8", .center),
        ], [",height=16", ",height=720", ",height=16,colorimetry=bt709", ",height=720,colorimetry=bt601"])
    func chromaLiesWhereCapsTellIt(
        _ row: (text: String, site: ColorDescription.ChromaSite), _ others: String
    ) throws {
        let caps = try caps("video/x-raw,width=16,framerate=30/1,\(row.text)\(others)")
        #expect(caps.track(turn: Orientation()).color.chromaSite == row.site)
    }

    @Test func aPixelsShapeIsOneThatCanBeComputedWith() throws {
        let caps = try caps(
            "video/x-raw,format=I420,width=16,height=16,pixel-aspect-ratio=2147483647/2147483646")
        #expect(caps.track(turn: Orientation()).sampleAspect == Rational(1))
    }

    /// A picture of 16x16 in the caps, as its decoder may describe it.
    @Test(
        arguments: [
            (16, 16, 384, true), (32, 32, 1536, true), (16, 8, 192, false), (8, 16, 192, false),
            (16, 16, 300, false),
        ])
    func aPictureOfLessThanItsCapsTellIsRefused(
        _ width: Int, _ height: Int, _ bytes: Int, _ isMapped: Bool
    ) throws {
        var caps = try caps("video/x-raw,format=I420,width=16,height=16,framerate=30/1")
        let buffer = try #require(gst_buffer_new_allocate(nil, gsize(bytes), nil))
        var offsets: [gsize] = [0, gsize(width * height), gsize(width * height * 5 / 4), 0]
        var strides: [Int32] = [Int32(width), Int32(width / 2), Int32(width / 2), 0]
        gst_buffer_add_video_meta_full(
            buffer, GST_VIDEO_FRAME_FLAG_NONE, GST_VIDEO_FORMAT_I420, UInt32(width), UInt32(height), 3,
            &offsets, &strides)
        let sample = try #require(gst_sample_new(buffer, nil, nil, nil))
        gst_buffer_unref(buffer)
        let picture = DecodedPicture(owning: sample)
        #expect((picture.map(&caps, size: PixelSize(width: 16, height: 16)) != nil) == isMapped)
    }
}
