/// The acts of a pointer or finger that have begun.
struct Hand {
    /// The control below the pointer.
    var hovered: String?
    /// True while the pointer is on the dot of a slider that was changed.
    var isOnDot = false
    /// The control that is held down.
    var pressed: String?
    /// The moment when the pointer came to what it is on, until its tooltip is shown.
    var restingSince: Int64?
    /// The moment and place of a press that may become a long one.
    var heldSince: Int64?
    /// The place where the pointer or finger went down; nil while it is up.
    var origin: (x: Double, y: Double)?
    /// The last place.
    var place: (x: Double, y: Double) = (0, 0)
    /// The finger that counts; others are passed over.
    var finger: Int32?
    /// The container that a finger moves, and its distance before.
    var scrolling: (id: String, start: Double)?
    /// The container whose scroll bar is held, and the hand's distance from the upper end of its thumb.
    var bar: (id: String, grip: Double)?
    /// The control that was pressed last and did something: what it is called is known, until the pointer has left it.
    var silent: String?
    /// True while a slider's knob follows.
    var isSliding = false
    /// The value of the slider that the knob follows; it holds, whatever its owner believes meanwhile.
    var slidTo: Double?
    /// True for a press on a slider's track, by which its knob may follow.
    var maySlide = false
    /// The row that is being moved.
    var moving: String?
    /// The row beside which it would come, and whether before it.
    var drop: (id: String, isBefore: Bool)?
    /// True once the ground is dragged.
    var isDragging = false
    /// The last press, by which a double one is known.
    var lastPress: (id: String?, time: Int64, x: Double, y: Double, count: Int)?
    /// The moment of the last turn of the wheel that moved a container.
    var lastScroll: Int64?

    /// The time that the pointer rests before a tooltip, in nanoseconds.
    static let tooltipDelay: Int64 = 500_000_000
    /// The time that a finger stays before it asks for a menu.
    static let longPress: Int64 = 500_000_000
    /// The time for which the wheel goes on moving a container, whatever comes below the pointer.
    static let scrollPause: Int64 = 400_000_000
    /// The way after which a press becomes a drag.
    static let dragWay = 8.0
}

/// The element to which keys go.
struct Focus {
    /// Its name.
    var id: String?
    /// True once the keyboard chose it, so that it is shown.
    var isShown = false
    /// The text that is being typed in it.
    var editing: TextEditing?
    /// True once a field has a text that Return has not made whole.
    var hasDraft = false
}
