internal import Decoders
package import Logging
internal import Synchronization
package import Testing
package import VulkanCore

/// Calls a test with a device under the validation layer, synchronization validation included; any message fails the
/// test.
///
/// - Parameters:
///   - newestVersion: The newest version of Vulkan that is used; what a newer one has is an error then.
///   - sourceLocation: The test's place.
///   - waitsForEvents: True where the test holds the device up with an event: Vulkan 1.4 lets the processor set none for which a device waits.
///   - lower: Lowers what the device says about itself, to be a lesser one.
///   - body: The test.
/// - Throws: The test's error.
package func withValidatedDevice(
    newestVersion: UInt32 = DeviceLimits.version13, sourceLocation: SourceLocation = #_sourceLocation,
    waitsForEvents: Bool = false, lowering lower: (inout DeviceLimits) -> Void = { _ in },
    _ body: (VulkanDevice) throws -> Void
) throws {
    try withValidatedInstance(
        windowSystem: false, newestVersion: newestVersion, sourceLocation: sourceLocation,
        waitsForEvents: waitsForEvents
    ) { instance, logger in
        try body(VulkanDevice(instance: instance, logger: logger, lowering: lower))
    }
}

private let validationTurn = Mutex(())

/// Calls what makes and ends its own instance under the validation layer, one after the other.
///
/// Debian 12's layer looks its devices up without a lock (`layer_data_map` of its chassis), and crashes where one thread makes or
/// ends a device while another uses its own.
package func inValidationTurn(_ body: () throws -> Void) rethrows {
    try validationTurn.withLock { _ in try body() }
}

/// Calls a test that makes its device itself with an instance under the validation layer; any message fails the test.
///
/// Tests under the layer wait for each other (``inValidationTurn(_:)``).
package func withValidatedInstance(
    windowSystem: Bool, newestVersion: UInt32 = DeviceLimits.version13,
    sourceLocation: SourceLocation = #_sourceLocation, waitsForEvents: Bool = false,
    _ body: (VulkanInstance, Logger) throws -> Void
) throws {
    let log = MessageLog()
    let logger = Logger(label: "test") { _ in LogCollector(log: log, waitsForEvents: waitsForEvents) }
    try inValidationTurn {
        let instance: VulkanInstance
        do {
            instance = try VulkanInstance(
                applicationName: "VulkanViewTests", windowSystem: windowSystem, validation: true,
                decoder: PictureDecoder.init, logger: logger, newestVersion: newestVersion)
            _ = try instance.devices()
        } catch {
            try Requirement.check(false, "\(error)")
            return
        }
        try body(instance, logger)
    }
    // Read after the instance's end: the layer reports leftovers when it goes.
    let messages = log.messages
    #expect(messages.isEmpty, "\(messages.joined(separator: "\n"))", sourceLocation: sourceLocation)
}

/// The messages of one device, from any thread.
package final class MessageLog: Sendable {
    /// Makes an empty log.
    package init() {}
    private let lines = Mutex<[String]>([])
    /// The messages so far.
    package var messages: [String] { lines.withLock { $0 } }
    /// Adds a message.
    package func append(_ line: String) { lines.withLock { $0.append(line) } }
}

/// A log handler that keeps warnings and errors.
private struct LogCollector: LogHandler {
    let log: MessageLog
    let waitsForEvents: Bool
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level = .warning

    init(log: MessageLog, waitsForEvents: Bool) { (self.log, self.waitsForEvents) = (log, waitsForEvents) }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        guard event.level >= .warning else { return }
        let message = "\(event.message)"
        let isOfEvents = message.contains(/VUID-(vkSetEvent-event-09543|vkCmdWaitEvents-srcStageMask-01158)/)
        if waitsForEvents, isOfEvents { return }
        log.append(message)
    }
}
