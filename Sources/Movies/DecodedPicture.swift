internal import CGStreamer
internal import Frames

/// A decoded picture (`GstSample`), given back to its decoder with its owner; readable once it is mapped.
///
/// Made and mapped on the reader's thread, then read on any.
@safe final class DecodedPicture: @unchecked Sendable {
    // Sendable: nothing changes after the mapping; GStreamer counts references atomically.

    /// The last position that a picture can have, in nanoseconds: a century.
    ///
    /// Files may tell any number, and sums of them must be one, too.
    static let last: Int64 = 3_155_760_000_000_000_000
    /// The longest time for which a picture is shown, in nanoseconds: an hour.
    static let longest: Int64 = 3_600_000_000_000

    /// Brings the times of a picture, as a file tells them, to where sums of them are numbers, too.
    ///
    /// - Parameters:
    ///   - position: The moment at which it is to be shown, in nanoseconds; at least 0.
    ///   - duration: The time for which it is to be shown, in nanoseconds; at least 0.
    /// - Returns: Both, at most ``last`` and ``longest``.
    static func bounded(position: Int64, duration: Int64) -> (position: Int64, duration: Int64) {
        (min(position, last), min(duration, longest))
    }

    /// The place of a picture in its movie.
    enum Position {
        /// Nanoseconds from the beginning.
        case at(Int64)
        /// A place outside the part that is to be shown.
        case outside
        /// A place that the file does not tell.
        case unknown
    }

    private let sample: OpaquePointer
    private var frame: UnsafeMutablePointer<GstVideoFrame>?

    /// Takes over a reference to a sample.
    init(owning sample: OpaquePointer) { unsafe self.sample = unsafe sample }

    deinit {
        if let frame = unsafe frame {
            unsafe gst_video_frame_unmap(frame)
            unsafe frame.deallocate()
        }
        unsafe gst_sample_unref(sample)
    }

    /// The format, size and colours of the picture.
    var caps: UnsafeMutablePointer<GstCaps>? { unsafe gst_sample_get_caps(sample) }

    /// The moment at which it is to be shown (`gst_segment_to_stream_time`).
    var position: Position {
        guard let buffer = unsafe gst_sample_get_buffer(sample),
            let segment = unsafe gst_sample_get_segment(sample),
            unsafe buffer.pointee.pts != unknownTime
        else { return .unknown }
        let position = unsafe gst_segment_to_stream_time(segment, GST_FORMAT_TIME, buffer.pointee.pts)
        return position == unknownTime ? .outside : .at(Int64(clamping: position))
    }

    /// The time for which it is to be shown, in nanoseconds; nil where the file does not say it.
    var duration: Int64? {
        guard let buffer = unsafe gst_sample_get_buffer(sample) else { return nil }
        let duration = unsafe buffer.pointee.duration
        return duration == unknownTime || duration == 0 ? nil : Int64(clamping: duration)
    }

    /// Maps the picture for reading (`gst_video_frame_map`), its rows where the decoder has put them (`GstVideoMeta`).
    ///
    /// To be called once.
    ///
    /// - Parameters:
    ///   - caps: The caps of this picture.
    ///   - size: The size that the caps tell.
    /// - Returns: One memory for each plane; nil where the rows lie in an order that a frame cannot have, or fewer are there than
    ///   the caps tell.
    func map(_ caps: inout PictureCaps, size: PixelSize) -> (buffer: FrameBuffer, layout: FrameLayout)? {
        guard let buffer = unsafe gst_sample_get_buffer(sample) else { return nil }
        if let meta = unsafe gst_buffer_get_video_meta(buffer) {
            let (width, height) = unsafe (Int(meta.pointee.width), Int(meta.pointee.height))
            guard width >= size.width, height >= size.height else { return nil }
        }
        let frame = UnsafeMutablePointer<GstVideoFrame>.allocate(capacity: 1)
        guard unsafe gst_video_frame_map(frame, &caps.info, buffer, GstMapFlags(GST_MAP_READ.rawValue)) != 0
        else {
            unsafe frame.deallocate()
            return nil
        }
        unsafe self.frame = unsafe frame
        var planes: [PlaneLayout] = []
        var memories: [UnsafeMutableRawBufferPointer] = unsafe []
        for (index, plane) in caps.format.planes.enumerated() {
            var stride: Int32 = 0
            var mapped = 0 as UInt
            let elements = plane.size(of: size)
            guard let start = unsafe gst_movie_plane(frame, UInt32(index), &stride, &mapped),
                stride >= elements.width * plane.bytes
            else { return nil }
            let count = Int(stride) * (elements.height - 1) + elements.width * plane.bytes
            guard count <= mapped else { return nil }
            unsafe memories.append(UnsafeMutableRawBufferPointer(start: start, count: count))
            planes.append(PlaneLayout(memory: index, offset: 0, stride: Int(stride)))
        }
        let filled = unsafe FrameBuffer(index: 0, memories: memories, origin: .decoder, owner: self)
        return (filled, FrameLayout(format: caps.format, size: size, planes: planes))
    }
}

extension MemoryOrigin {
    fileprivate static let decoder = MemoryOrigin(
        exportRefusal: "a decoder's memory is ordinary memory",
        provisionRefusal: "a decoder fills memory of its own")
}
