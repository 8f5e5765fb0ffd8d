internal import CGStreamer
internal import LinuxIO

/// The GStreamer library itself.
public enum GStreamer {
    /// The library's name and version (`gst_version_string`), for example `GStreamer 1.22.0`.
    public static var version: String {
        let text = unsafe gst_version_string()
        defer { unsafe g_free(text) }
        return unsafe words(text)
    }

    private static let problem: String? = {
        var error: UnsafeMutablePointer<GError>?
        defer { unsafe g_clear_error(&error) }
        if unsafe gst_init_check(nil, nil, &error) != 0 { return nil }
        return unsafe words(error?.pointee.message)
    }()

    /// Starts the library, the first time (`gst_init_check`); that looks through the installed plugins.
    ///
    /// - Throws: The error in GStreamer's words.
    static func start() throws(MovieError) {
        if let problem {
            throw MovieError(.failed, "GStreamer does not start (\(problem)); check its installation")
        }
    }

    /// Tells whether an element is installed (`gst_element_factory_find`).
    ///
    /// - Parameters:
    ///   - element: The element's name.
    ///   - format: The format of pictures, as caps name it, that it must take; nil for any element of this name.
    /// - Returns: True for one that is installed and takes the format.
    static func has(_ element: String, taking format: String? = nil) -> Bool {
        guard let factory = unsafe gst_element_factory_find(element) else { return false }
        defer { unsafe gst_object_unref(UnsafeMutableRawPointer(factory)) }
        guard let format else { return true }
        let caps = unsafe gst_caps_from_string("video/x-raw,format=\(format)")
        defer { unsafe gst_caps_unref(caps) }
        return unsafe gst_element_factory_can_sink_any_caps(factory, caps) != 0
    }

    /// Reads the library's words for a sentence or a log: on one line, and without the period at their end.
    ///
    /// They may hold whatever a file, a server or a driver has put into them: control characters would change a terminal that shows
    /// them, and line breaks make two messages of one.
    ///
    /// - Parameter text: The words; nil where there are none.
    /// - Returns: The words, with one space for each run of control characters, line breaks and spaces.
    static func words(_ text: UnsafePointer<CChar>?) -> String {
        guard let text = unsafe text else { return "without a word" }
        let parts = unsafe String(cString: text).unicodeScalars.split { $0.isSteering || $0 == " " }
        let words = parts.map { String($0) }.joined(separator: " ").shortened(to: 300)
        let sentence = words.hasSuffix(".") ? String(words.dropLast()) : words
        return sentence.isEmpty ? "without a word" : sentence
    }
}
