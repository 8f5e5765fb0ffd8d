public import LinuxIO

/// A fault that a person may meet, and what is promised then.
///
/// The words of the libraries' errors and of the program's titles come from here; `docs/faults.md` is made of it.
public struct Fault: Sendable {
    /// A part of a fault's words that varies, and stands in braces there.
    public enum Part: String, Sendable, CaseIterable {
        /// The name of a camera or another source.
        case camera
        /// The programs that use a camera.
        case program
        /// The path of a file, a folder or a device node.
        case path
        /// A mode that a camera was asked for, for example `1920×1080 YUYV`.
        case mode
        /// The things that can be chosen instead.
        case choices
        /// The name of a graphics device.
        case device
        /// An object of the Wayland protocol.
        case object
        /// The words of the system, of a driver or of another library.
        case reason
        /// A number of things.
        case count
        /// A number of whole seconds.
        case seconds
    }

    /// The fault's name, which is that of its property.
    public let name: String
    /// The event.
    public let event: String
    /// The sentence for a person, what happened and what to do, with ``Part``s in braces; nil where nothing need be said.
    public let words: String?
    /// The longest time from the event until it is told, or counted, in seconds; nil where nothing is.
    public let told: Int?
    /// The way back.
    public let recovery: String
    /// The longest time from the end of the event, or from the event where it passes by itself, until all is well again, in
    /// seconds; nil where somebody must do something.
    public let recovered: Int?
    /// The loss.
    public let loss: String
    /// The target of the test that fails beyond these bounds; it is the one of this fault's name in the suite `PromiseTests`.
    public let tests: String

    init(
        _ name: String, _ event: String, _ words: String? = nil, told: Int? = nil, recovery: String,
        recovered: Int? = nil, loss: String, tests: String
    ) {
        (self.name, self.event, self.words, self.told) = (name, event, words, told)
        (self.recovery, self.recovered, self.loss, self.tests) = (recovery, recovered, loss, tests)
    }

    /// Makes the message for a person, who is told the event and what to do.
    ///
    /// - Parameter parts: The text for the place of each part.
    /// - Returns: The message; empty for a fault that has none.
    public func message(_ parts: KeyValuePairs<Part, any CustomStringConvertible> = [:]) -> Message {
        let parts = parts.map { ($0.key.rawValue, $0.value) }
        return Message(words ?? "", Dictionary(parts) { first, _ in first }, comment: event)
    }

    /// Writes the sentence in English, as logs have it.
    ///
    /// - Parameter parts: The text for the place of each part.
    /// - Returns: The sentence; empty for a fault that has none.
    public func sentence(_ parts: KeyValuePairs<Part, any CustomStringConvertible> = [:]) -> String {
        message(parts).description
    }
}
