import CGStreamer
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
}
