/// An element with its place and its states, as it is drawn, hit, and read by assistive programs.
public struct PlacedElement: Sendable, Equatable {
    /// The element, without those inside.
    public var element: Element
    /// The place in logical units of the surface.
    public var bounds: Area
    /// The part of the surface in which it can be seen and hit.
    public var clip: Area
    /// The states.
    public var state: ElementState = []
    /// The place of the container in the description; nil for the outermost.
    public var parent: Int?
    /// The text that is being typed in it, with its caret; nil while nobody types.
    public internal(set) var editing: TextEditing?
    /// The part of a scrolled container that is in sight: its beginning and its end, 0…1; nil where all is.
    public var sight: ClosedRange<Double>?

    /// The part that is seen.
    public var visible: Area { bounds.intersection(clip) }
}

/// A text while it is typed.
public struct TextEditing: Sendable, Hashable {
    /// The text.
    public var text: String
    /// The number of characters before the caret.
    public var caret: Int
    /// The other end of what is selected, as a number of characters; the caret's where nothing is.
    public var anchor: Int
}

/// Everything that a surface shows, in reading order, with its places.
public struct OverlayDescription: Sendable, Equatable {
    /// The elements, each container before those inside it.
    public internal(set) var elements: [PlacedElement]

    /// The control at a point; nil where there is none.
    public func control(at x: Double, _ y: Double) -> PlacedElement? {
        elements.last { $0.element.isControl && $0.bounds.contains(x, y) && $0.clip.contains(x, y) }
    }

    /// The innermost scrolled container at a point; nil where there is none.
    func scroll(at x: Double, _ y: Double) -> PlacedElement? {
        elements.last { $0.isScrolled && $0.bounds.contains(x, y) && $0.clip.contains(x, y) }
    }

    /// The place of the innermost scrolled container around an element; nil where there is none.
    func scroll(around placed: PlacedElement) -> Int? {
        var parent = placed.parent
        while let index = parent {
            if elements[index].isScrolled { return index }
            parent = elements[index].parent
        }
        return nil
    }

    /// Tells whether an element is a cell of a grid.
    func isInGrid(_ placed: PlacedElement) -> Bool {
        guard let parent = placed.parent, case .box(let box, _) = elements[parent].element.content else {
            return false
        }
        return if case .grid = box.axis { true } else { false }
    }

    /// True where the point is on a ground, so that it does not belong to the picture below.
    public func covers(_ x: Double, _ y: Double) -> Bool {
        elements.contains { placed in
            guard placed.bounds.contains(x, y), placed.clip.contains(x, y) else { return false }
            guard case .box(let box, _) = placed.element.content else { return placed.element.isControl }
            return box.ground != .none
        }
    }

    /// The element of that name; nil where there is none, or no room for it.
    public func find(_ id: String) -> PlacedElement? { elements.first { $0.element.id == id } }

    /// The names of the controls that the keyboard reaches, in order.
    public var focusOrder: [String] {
        elements.filter { $0.element.isControl }.map(\.element.id)
    }
}

extension PlacedElement {
    /// True for a container that scrolls.
    var isScrolled: Bool {
        if case .box(let box, _) = element.content { box.axis == .scroll } else { false }
    }
}
