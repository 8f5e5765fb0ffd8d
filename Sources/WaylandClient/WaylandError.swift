internal import LinuxIO

/// The reason why there is no window, or none any more: one sentence that says what happened and what to do.
public struct WaylandError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The sentence.
    public let description: String

    init(_ description: String) { self.description = description.showingControls() }

    static let outOfMemory = WaylandError("no window: memory has run out; close other programs")
}
