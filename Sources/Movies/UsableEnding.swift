extension MovieWriter {
    /// The ending of movies that this machine's GStreamer can write: `mp4` before `webm`; nil where it has no encoder.
    ///
    /// Usable on any thread; the first call loads GStreamer, which takes a moment.
    public static func usableEnding() -> String? {
        guard (try? GStreamer.start()) != nil else { return nil }
        return ["mp4", "webm"].first { ending in
            MovieKind(path: "x.\(ending)")?.encoders.contains { GStreamer.has($0.element) } ?? false
        }
    }
}
