package import Logging
internal import Synchronization

/// Keeps what is logged.
package final class LogLines: Sendable {
    private let kept = Mutex<[String]>([])

    /// Keeps nothing yet.
    package init() {}

    /// The lines so far.
    package var lines: [String] { kept.withLock { $0 } }

    /// The log that keeps them.
    package var logger: Logger { Logger(label: "test") { _ in Handler(lines: self) } }

    private struct Handler: LogHandler {
        let lines: LogLines
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { lines.kept.withLock { $0.append("\(event.message)") } }
    }
}
