/// A piece of what is shown: a control, a text, or a container of others.
///
/// A tree of these is the one source of drawing, hit tests, the keyboard's order and what assistive programs read. Its order is the reading order.
public struct Element: Sendable, Equatable {
    /// The content: of one piece, or of a container.
    public enum Content: Sendable, Equatable {
        /// One piece.
        case face(Face)
        /// Others, placed in a box.
        case box(Box, [Element])
    }

    /// The name by which a program knows it, one of a kind in its tree.
    public var id: String
    /// The words by which a person knows it, in their language.
    public var name: String
    /// The content.
    public var content: Content
    /// The key that does the same, as tooltips show it; nil for none.
    public var key: String?
    /// The reason why it cannot be used now, in words; nil where it can.
    public var disabledReason: String?
    /// True where what it opens is open.
    public var isExpanded = false
    /// True for a row that can be moved among its neighbours: by itself, or by an item inside.
    public var isMovable = false
    /// True where it takes the room that is left.
    public var grows = false
    /// The width that it has, nil for as much as it needs; that of a text grows with the desktop's texts.
    public var width: Double?
    /// True for what is left out, rather than shortened, where a row has no room for all of it; in a column it goes before anything has to scroll.
    public var isWhole = false
    /// The rank of what stays where there is no room for all: the lowest goes first.
    public var rank = 0
    /// The role, where it is not that of the content.
    public var ownRole: Role?

    /// Describes a piece.
    ///
    /// - Parameters:
    ///   - id: The name by which a program knows it, one of a kind in its tree.
    ///   - name: The words by which a person knows it, in their language.
    ///   - content: The content.
    ///   - key: The key that does the same; nil for none.
    public init(_ id: String, name: String, _ content: Content, key: String? = nil) {
        (self.id, self.name, self.content, self.key) = (id, name, content, key)
    }

    /// The purpose.
    public var role: Role {
        if let ownRole { return ownRole }
        switch content {
        case .box(let box, _): return box.axis == .scroll ? .list : .group
        case .face(let face): return face.role
        }
    }

    /// The value in words; nil where it has none.
    public var value: String? {
        guard case .face(let face) = content else { return nil }
        switch face {
        case .slider(let slider): return slider.text
        case .field(let text, _, _): return text
        case .progress(let part): return part.map { "\(Int(($0 * 100).rounded())) %" }
        case .countdown(let seconds, _): return "\(seconds)"
        case .recording(let time, _): return time
        case .item(let item): return item.detail
        default: return nil
        }
    }

    /// The smallest and the largest value; nil where it has none.
    public var range: ClosedRange<Double>? {
        guard case .face(.slider(let slider)) = content else { return nil }
        return slider.range
    }

    /// The states that are the content's own.
    public var state: ElementState {
        var state: ElementState = []
        if disabledReason != nil { state.insert(.disabled) }
        if isExpanded { state.insert(.expanded) }
        guard case .face(let face) = content else { return state }
        switch face {
        case .icon(_, let isOn), .toggle(let isOn), .thumbnail(_, let isOn):
            if isOn { state.insert(.checked) }
        case .item(let item): if item.isChosen == true { state.insert(.checked) }
        default: break
        }
        return state
    }

    /// True for what a person can do something with.
    public var isControl: Bool {
        switch role {
        case .button, .checkItem, .field, .item, .slider, .toggle: true
        default: false
        }
    }

    /// The elements inside.
    public var children: [Element] {
        if case .box(_, let children) = content { children } else { [] }
    }

    /// Changes the element of that name, here or inside.
    ///
    /// - Parameters:
    ///   - id: The name.
    ///   - change: Changes it.
    /// - Returns: False where there is none.
    @discardableResult
    public mutating func update(_ id: String, _ change: (inout Element) -> Void) -> Bool {
        if self.id == id {
            change(&self)
            return true
        }
        guard case .box(let box, var children) = content else { return false }
        for index in children.indices where children[index].update(id, change) {
            content = .box(box, children)
            return true
        }
        return false
    }

    /// The element of that name, here or inside.
    public func find(_ id: String) -> Element? {
        if self.id == id { return self }
        for child in children {
            if let found = child.find(id) { return found }
        }
        return nil
    }
}

extension Face {
    /// The purpose.
    var role: Role {
        switch self {
        case .label(let label): label.style == .heading ? .heading : .label
        case .icon, .shutter, .button: .button
        case .slider: .slider
        case .toggle: .toggle
        case .item(let item): item.isChosen == nil ? .item : .checkItem
        case .field: .field
        case .thumbnail: .button
        case .progress, .countdown: .progress
        case .recording: .alert
        case .graph: .graph
        case .symbol: .picture
        case .separator, .spacer: .separator
        }
    }
}
