internal import ArgumentParser
internal import Glibc
internal import LinuxIO
internal import Logging

/// How much the program says on the standard error output.
struct LogFlags: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Say more; twice for everything.")
    var verbose: Int

    var logger: Logger {
        var logger = Logger(label: "viewfinder") { _ in TerminalLog() }
        logger.logLevel = [Logger.Level.warning, .info][safe: verbose] ?? .debug
        return logger
    }
}

/// Log lines for a person at a terminal: `viewfinder: warning: …`.
struct TerminalLog: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.warning

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let line = "viewfinder: \(event.level): \(event.message)\n"
        // Where even this cannot be written there is nowhere left to say so.
        try? Descriptor.write(line, to: STDERR_FILENO)
    }
}

extension Array {
    /// The element at a place; nil outside.
    fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
