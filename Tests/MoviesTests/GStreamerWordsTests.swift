import CGStreamer
import Foundation
import Testing

@testable import Movies

/// The words that GStreamer gives for an error or a warning, as they are shown.
struct GStreamerWordsTests {
    @Test(arguments: [
        ("Could not open.", "Could not open"),
        ("two\nlines\r\nand a\ttab", "two lines and a tab"),
        ("red \u{1b}[31m ink\u{7}", "red [31m ink"),
        ("C1 \u{9b}31m, \u{85} and \u{2028}separators\u{2029}", "C1 31m, and separators"),
        (" ends in a break.\n", "ends in a break"),
        ("Öffnen – 開く é", "Öffnen – 開く é"),
        ("\n\u{7f}", "without a word"), ("", "without a word"),
    ])
    func areOneLineWithoutControlCharacters(text: String, shown: String) {
        #expect(text.withCString { GStreamer.words($0) } == shown)
    }

    @Test func endlessOnesAreCut() {
        let text = String(repeating: "word ", count: 10_000)
        #expect(text.withCString { GStreamer.words($0) }.count == 301)
    }

    @Test func warningsAreToldOnceAndNotForEver() {
        var warnings = ToldWarnings()
        #expect(warnings.isNew("a") && !warnings.isNew("a") && warnings.isNew("b"))
        let told = (0..<1000).count { warnings.isNew("frame \($0) is damaged") }
        #expect(told == 14)
    }

    @Test func missingOnesAreSaidToBe() { #expect(GStreamer.words(nil) == "without a word") }

    /// The way of a real message: an element has put another program's words into its error.
    @Test(arguments: [true, false]) func comeCleanFromAMessage(isError: Bool) throws {
        try GStreamer.start()
        let element = try #require(gst_element_factory_make("fakesink", "sink"))
        defer { gst_object_unref(element) }
        let error = try #require(
            "server:\n\u{1b}]0;title\u{7}gone.".withCString {
                g_error_new_literal(gst_stream_error_quark(), 1, $0)
            })
        defer { g_error_free(error) }
        let object = UnsafeMutableRawPointer(element).assumingMemoryBound(to: GstObject.self)
        let made =
            isError ? gst_message_new_error(object, error, nil) : gst_message_new_warning(object, error, nil)
        let message = try #require(made)
        defer { gst_message_unref(message) }
        switch PipelineMessage(message) {
        case .error(let fault) where isError: #expect(fault.words == "server: ]0;title gone")
        case .warning(let fault) where !isError: #expect(fault.words == "server: ]0;title gone")
        case let other: Issue.record("\(String(describing: other))")
        }
    }
}

/// The library's own name.
struct GStreamerVersionTests {
    @Test func itIsNamedWithItsVersion() { #expect(GStreamer.version.hasPrefix("GStreamer 1.")) }
}
