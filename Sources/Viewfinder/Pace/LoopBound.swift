/// A reference that travels through other threads and is used on the event loop's thread alone.
@safe final class LoopBound<Object: AnyObject>: @unchecked Sendable {
    // Sendable: weak references are atomic, and only work posted to the loop's inbox opens the box.
    weak var object: Object?

    /// Makes a box; an empty one gets its object before the loop runs.
    init(_ object: Object? = nil) { self.object = object }
}
