internal import CGStreamer

/// The GStreamer library itself.
enum GStreamer {
    private static let problem: String? = {
        var error: UnsafeMutablePointer<GError>?
        defer { unsafe g_clear_error(&error) }
        if unsafe gst_init_check(nil, nil, &error) != 0 { return nil }
        return unsafe error.map { unsafe String(cString: $0.pointee.message) } ?? "without a word"
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
    static func has(_ element: String) -> Bool {
        guard let factory = unsafe gst_element_factory_find(element) else { return false }
        unsafe gst_object_unref(UnsafeMutableRawPointer(factory))
        return true
    }
}
