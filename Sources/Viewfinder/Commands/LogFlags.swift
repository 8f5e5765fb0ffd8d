internal import ArgumentParser
internal import Glibc
internal import LinuxIO
internal import Logging

/// The options for the amount of messages on the standard error output.
struct LogFlags: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Say more; twice for everything.")
    var verbose: Int

    var logger: Logger {
        var logger = TerminalLog.logger
        logger.logLevel = verbose == 0 ? .warning : verbose == 1 ? .info : .debug
        return logger
    }
}

/// Log lines for a person at a terminal: `viewfinder: warning: …`.
struct TerminalLog: LogHandler {
    static var logger: Logger { Logger(label: "viewfinder") { _ in TerminalLog() } }

    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.warning

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Makes the line of a message: one, whatever the message says, and not an endless one.
    static func line(_ message: String, at level: String) -> String {
        "viewfinder: \(level): \(message.showingControls().shortened(to: 4000))\n"
    }

    func log(event: LogEvent) {
        let line = Self.line("\(event.message)", at: "\(event.level)")
        // A message that cannot be written even here has nowhere left to go.
        _ = try? Descriptor.offer(line, to: STDERR_FILENO)
    }
}
