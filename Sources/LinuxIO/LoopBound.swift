/// A reference that travels through other threads and is used on the event loop's thread alone.
@safe public final class LoopBound<Object: AnyObject>: @unchecked Sendable {
    // Sendable: weak references are atomic, and only work posted to the loop's inbox opens the box.
    /// The object; nil once it is gone.
    ///
    /// Read only in work that was posted to the loop's inbox.
    public weak var object: Object?

    /// Makes a box; an empty one gets its object before the loop runs.
    public init(_ object: Object? = nil) { self.object = object }
}
