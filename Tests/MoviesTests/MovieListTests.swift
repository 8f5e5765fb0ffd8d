import Foundation
import Movies
import TestSupport
import Testing

/// Files that name what lies elsewhere in the place of pictures.
struct MovieListTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private static let lists: [(String, @Sendable (UInt16) -> String)] = [
        (
            "hls",
            {
                "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nhttp://127.0.0.1:\($0)/a.ts\n#EXT-X-ENDLIST\n"
            }
        ),
        (
            "dash",
            {
                """
                <?xml version="1.0"?>
                <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT10S" minBufferTime="PT1S"
                 profiles="urn:mpeg:dash:profile:isoff-main:2011"><BaseURL>http://127.0.0.1:\($0)/</BaseURL><Period><AdaptationSet
                 mimeType="video/mp4"><SegmentTemplate media="a$Number$.mp4" initialization="i.mp4" duration="2"/><Representation
                 id="1" bandwidth="100000" codecs="avc1.42c01e" width="64" height="64"/></AdaptationSet></Period></MPD>

                """
            }
        ),
        (
            "smooth",
            {
                """
                <?xml version="1.0"?>
                <SmoothStreamingMedia MajorVersion="2" MinorVersion="0" Duration="100000000"><StreamIndex Type="video" Chunks="1"
                 Url="http://127.0.0.1:\($0)/q({bitrate})/f({start time})"><QualityLevel Index="0" Bitrate="100000" FourCC="H264"
                 MaxWidth="64" MaxHeight="64"/><c d="100000000"/></StreamIndex></SmoothStreamingMedia>

                """
            }
        ),
        (
            "sdp",
            {
                """
                v=0
                o=- 1 1 IN IP4 127.0.0.1
                s=x
                a=control:rtsp://127.0.0.1:\($0)/x
                t=0 0
                m=video 5004 RTP/AVP 96
                c=IN IP4 127.0.0.1
                a=rtpmap:96 H264/90000

                """
            }
        ),
    ]

    /// GStreamer's own `playbin` fetches them.
    @Test("a list of what lies in the network is refused, and nobody is asked for it", arguments: 0..<4)
    func lists(number: Int) throws {
        let listener = try LocalListener()
        let (name, text) = Self.lists[number]
        let path = folder.file("\(name).mp4")
        try Data(text(listener.port).utf8).write(to: URL(fileURLWithPath: path))
        let error = failure { () throws(MovieError) in
            let reader = try MovieReader(path: path, logger: quiet)
            _ = try reader.next()
        }
        #expect(error != nil)
        // What GStreamer would not try anyway is a format that is not installed.
        if name != "sdp" {
            #expect(error?.kind == .notAMovie, "\(String(describing: error))")
            #expect(
                error?.sentence.contains("is a list of what lies elsewhere, which is not fetched") == true)
        }
        #expect(!listener.wasCalled)
    }
}
