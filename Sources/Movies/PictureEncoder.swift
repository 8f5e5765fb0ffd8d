internal import Frames

/// An encoder for pictures, as an element of a pipeline.
struct PictureEncoder: Sendable {
    /// The size, rate and quality asked of an encoder.
    struct Task {
        /// The size of the encoded pictures.
        var size: PixelSize
        /// The number of pictures per second, or a guess.
        var rate: Rational
        /// The quality, 1 to 100.
        var quality: Int
        /// The place of chroma, for an encoder that does not take it from the caps.
        var site = ColorDescription.ChromaSite.center

        /// The number of bits per second that is plenty for this size and rate.
        var bitRate: Int {
            max(200_000, size.width * size.height / 4 * max(1, Int(rate.value)) * quality / 75)
        }
    }

    /// The element's name in GStreamer.
    let element: String
    /// The formats that it takes, best first.
    let formats: [PixelFormat]
    /// The format of more than 8 bits in which it is to have pictures, if it was built for that; nil for none.
    var deepFormat: PixelFormat?
    /// True when width and height must be even.
    let needsEvenSizes: Bool
    /// True when it keeps a picture's duration only where the caps tell a rate; without one, MP4 would hide the last
    /// picture.
    let needsRate: Bool
    /// The least width and height.
    let leastSide: Int
    /// True when it tells a matrix in the pictures only where all facts about their colours are those of one standard.
    var hasColorNames = false
    /// The element's settings, and the elements that follow it.
    let settings: @Sendable (Task) -> String

    /// True when the installed element takes the format of more than 8 bits; some are built for 8 alone.
    var takesDeep: Bool { deepFormat?.gstreamerName.map { GStreamer.has(element, taking: $0) } ?? false }

    /// x264: constant quality; one picture in, one picture out, so that nothing is lost when the program is killed.
    static let x264 = PictureEncoder(
        element: "x264enc", formats: [.nv12, .i420], needsEvenSizes: true, needsRate: true, leastSide: 16
    ) { task in
        "speed-preset=veryfast bframes=0 rc-lookahead=0 sync-lookahead=0 mb-tree=false sliced-threads=true "
            + "pass=qual quantizer=\(41 - task.quality * 27 / 100) vbv-buf-capacity=0 bitrate=100000 "
            + "key-int-max=\(keyDistance(task)) ! h264parse"
    }

    /// OpenH264, which steers by bits per second.
    static let openH264 = PictureEncoder(
        element: "openh264enc", formats: [.i420], needsEvenSizes: true, needsRate: true, leastSide: 16
    ) { task in
        "complexity=low rate-control=bitrate bitrate=\(task.bitRate) max-bitrate=\(2 * task.bitRate) "
            + "gop-size=\(keyDistance(task)) ! h264parse"
    }

    /// libvpx, VP9, at its fastest.
    static let vp9 = PictureEncoder(
        element: "vp9enc", formats: [.i420], deepFormat: .i420p10, needsEvenSizes: false, needsRate: false,
        leastSide: 16,
        hasColorNames: true
    ) { task in
        vpx(task) + " row-mt=true tile-columns=2"
    }

    /// libvpx, VP8, at its fastest.
    static let vp8 = PictureEncoder(
        element: "vp8enc", formats: [.i420], needsEvenSizes: false, needsRate: false, leastSide: 16,
        settings: vpx)

    /// x265, HEVC: constant quality; one picture in, one picture out.
    static let x265 = PictureEncoder(
        element: "x265enc", formats: [.i420], deepFormat: .i420p10, needsEvenSizes: true, needsRate: true,
        leastSide: 16
    ) { task in
        "speed-preset=ultrafast tune=zerolatency option-string=crf=\(41 - task.quality * 27 / 100)"
            + ":chromaloc=\(location(task.site)) key-int-max=\(keyDistance(task)) ! h265parse"
    }

    /// SVT-AV1, at nearly its fastest; it looks four pictures ahead.
    static let svtAV1 = PictureEncoder(
        element: "svtav1enc", formats: [.i420], deepFormat: .i420p10, needsEvenSizes: true, needsRate: true,
        leastSide: 64
    ) { task in
        "preset=12 crf=\(55 - task.quality * 45 / 100) intra-period-length=\(keyDistance(task)) "
            + "parameters-string=lookahead=0:hierarchical-levels=2 ! av1parse"
    }

    /// The number of a place of chroma in H.265's usability information (ITU-T H.265, figure E.1).
    private static func location(_ site: ColorDescription.ChromaSite) -> Int {
        switch site {
        case .left: 0
        case .center: 1
        case .topLeft: 2
        case .top: 3
        }
    }

    private static func vpx(_ task: Task) -> String {
        "deadline=1 cpu-used=8 threads=4 lag-in-frames=0 end-usage=cq cq-level=\(55 - task.quality * 45 / 100) "
            + "min-quantizer=0 max-quantizer=63 target-bitrate=\(task.bitRate) keyframe-max-dist=\(keyDistance(task))"
    }

    /// The number of pictures between those on which a player can start, one every two seconds.
    private static func keyDistance(_ task: Task) -> Int { max(1, Int(task.rate.value * 2)) }
}
