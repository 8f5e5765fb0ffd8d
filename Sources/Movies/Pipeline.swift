internal import CGStreamer
internal import LinuxIO
internal import Synchronization

/// A GStreamer pipeline (`GstPipeline`), stopped and freed with its owner.
///
/// For one thread at a time; the bell is rung on GStreamer's threads.
@safe final class Pipeline: @unchecked Sendable {
    /// A bell that rings when the pipeline has a message, and when its ends that belong to the program have something
    /// to do.
    let bell: Wakeup
    private let element: UnsafeMutablePointer<GstElement>
    private let bus: UnsafeMutablePointer<GstBus>
    private let messages: MessageBox

    /// Makes a pipeline (`gst_parse_launch_full`).
    ///
    /// - Parameters:
    ///   - description: Its elements as `gst-launch-1.0` reads them, without words of a user.
    ///   - bell: See ``bell``.
    /// - Throws: The error in GStreamer's words: mostly an element that is not installed.
    init(_ description: String, bell: Wakeup) throws(MovieError) {
        try GStreamer.start()
        var problem: UnsafeMutablePointer<CChar>?
        defer { unsafe g_free(problem) }
        guard let element = unsafe gst_movie_pipeline(description, &problem),
            let bus = unsafe gst_element_get_bus(element)
        else {
            let words = unsafe GStreamer.words(problem)
            throw MovieError(
                .missingCodec,
                "GStreamer lacks a part (\(words)); install gstreamer1.0-plugins-base, -good, -ugly"
            )
        }
        unsafe self.element = unsafe element
        unsafe self.bus = unsafe bus
        self.bell = bell
        messages = MessageBox(bell)
        unsafe gst_bus_set_sync_handler(
            bus, messageCame, Unmanaged.passUnretained(messages).toOpaque(), nil)
    }

    deinit {
        stop()
        unsafe gst_bus_set_sync_handler(bus, nil, nil, nil)
        unsafe gst_object_unref(bus)
        unsafe gst_object_unref(element)
    }

    /// Lets the pipeline run (`gst_element_set_state`).
    ///
    /// - Returns: True when it is under way; otherwise a message tells why not.
    func play() -> Bool {
        unsafe gst_element_set_state(element, GST_STATE_PLAYING) != GST_STATE_CHANGE_FAILURE
    }

    /// Ends the work of its elements (`GST_STATE_NULL`), and waits for their threads, so that nothing rings after it.
    func stop() { unsafe _ = gst_element_set_state(element, GST_STATE_NULL) }

    /// Finds an element of the description, by its `name=`.
    func part(_ name: String) throws(MovieError) -> PipelinePart {
        guard let part = unsafe gst_movie_element(element, name) else {
            throw MovieError(.failed, "GStreamer has made no part \(name); check its installation")
        }
        return unsafe PipelinePart(owning: part)
    }

    /// Goes back to the beginning and discards the pictures that were under way (`gst_element_seek_simple`).
    ///
    /// - Returns: True when the source can do that.
    func rewind() -> Bool {
        unsafe gst_element_seek_simple(element, GST_FORMAT_TIME, GST_SEEK_FLAG_FLUSH, 0) != 0
    }

    /// The length in nanoseconds; nil where it is not known (`gst_element_query_duration`).
    var duration: Int64? {
        var duration = 0
        let isKnown = unsafe gst_element_query_duration(element, GST_FORMAT_TIME, &duration) != 0
        return isKnown && duration > 0 ? Int64(duration) : nil
    }

    /// Makes the kernel's monotonic clock the pipeline's, which then counts from a moment of it.
    ///
    /// - Parameter moment: The moment in nanoseconds of `MonotonicClock`.
    func count(from moment: Int64) {
        guard let clock = unsafe gst_system_clock_obtain() else { return }
        unsafe gst_movie_use_clock(element, clock)
        unsafe gst_object_unref(clock)
        unsafe gst_element_set_start_time(element, unknownTime)
        unsafe gst_element_set_base_time(element, GstClockTime(max(0, moment)))
    }

    /// Takes the oldest message that was not read yet; those without meaning for us are left out.
    func nextMessage() -> PipelineMessage? { messages.next() }
}

/// The value of `GST_CLOCK_TIME_NONE`.
let unknownTime = GstClockTime.max

/// An element of a pipeline (`GstElement`), which its owner keeps.
@safe final class PipelinePart: @unchecked Sendable {
    // Sendable: elements take calls on any thread.

    /// The element for calls of GStreamer; valid while this object lives.
    let element: UnsafeMutablePointer<GstElement>

    init(owning element: UnsafeMutablePointer<GstElement>) { unsafe self.element = unsafe element }

    deinit { unsafe gst_object_unref(element) }

    /// Sets a property to a text, whatever characters it has.
    func set(_ property: String, to text: String) { unsafe gst_movie_set_text(element, property, text) }
}

/// The messages that were not read yet.
///
/// GStreamer's own queue gets a message only after its handler was called, too late for a bell. Thread-safe.
private final class MessageBox: Sendable {
    private let bell: Wakeup
    private let messages = Mutex<[PipelineMessage]>([])

    init(_ bell: Wakeup) { self.bell = bell }

    func add(_ message: PipelineMessage) {
        messages.withLock { $0.append(message) }
        bell.ring()
    }

    func next() -> PipelineMessage? {
        messages.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }
}

/// Rings the bell behind `data`; called on the pipeline's threads.
func ring(_ data: UnsafeMutableRawPointer?) {
    guard let data = unsafe data else { return }
    unsafe Unmanaged<Wakeup>.fromOpaque(data).takeUnretainedValue().ring()
}

private func messageCame(
    _ bus: UnsafeMutablePointer<GstBus>?, _ message: UnsafeMutablePointer<GstMessage>?,
    _ data: UnsafeMutableRawPointer?
) -> GstBusSyncReply {
    guard let message = unsafe message, let data = unsafe data else { return GST_BUS_PASS }
    // Here, on the decoder's own thread, nothing has come to it since.
    if unsafe message.pointee.type == GST_MESSAGE_ERROR { unsafe gst_movie_close_decoder(message) }
    if let known = unsafe PipelineMessage(message) {
        unsafe Unmanaged<MessageBox>.fromOpaque(data).takeUnretainedValue().add(known)
    }
    unsafe gst_message_unref(message)
    return GST_BUS_DROP
}
