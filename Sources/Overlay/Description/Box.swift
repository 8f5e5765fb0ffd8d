/// The way in which a container places its elements.
public struct Box: Sendable, Equatable {
    /// The direction of a container.
    public enum Axis: Sendable, Hashable {
        /// One beside the other.
        case row
        /// One below the other.
        case column
        /// Cells of equal size, in rows.
        case grid(cellWidth: Double)
        /// One below the other, as far as they are in sight.
        case scroll
    }

    /// The ground of a container.
    public enum Ground: Sendable, Hashable {
        /// None.
        case none
        /// The scrim, without corners: a header.
        case header
        /// The scrim, with round ends: the bar, a mark.
        case pill
        /// The dense scrim, with round ends: a mark with a colour that tells something.
        case densePill
        /// The dense scrim with round corners: a panel, a card, a notice.
        case card
        /// The same, but that nothing shines through: a menu or a tooltip, which lie over other guests.
        case opaqueCard
    }

    /// The place of elements across the direction, or of all of them where there is room left.
    public enum Alignment: Sendable, Hashable {
        /// The side where lines of text begin; the top.
        case leading
        /// The middle.
        case center
        /// The side where lines of text end; the bottom.
        case trailing
    }

    /// The direction.
    public var axis: Axis
    /// The room between neighbours.
    public var spacing: Double
    /// The room at the left and right edges.
    public var horizontalPadding: Double
    /// The room at the top and bottom edges.
    public var verticalPadding: Double
    /// The ground.
    public var ground: Ground
    /// The place of the elements where there is room left along a row, or across a column.
    public var alignment: Alignment
    /// True for a row that becomes a column where it is too narrow; one that is too low then keeps its first elements.
    public var wraps: Bool
    /// True for a row whose elements take more lines where it is too narrow, and which becomes a column only where that is not enough.
    public var stacks: Bool

    /// Describes a container.
    ///
    /// - Parameters:
    ///   - axis: The direction.
    ///   - spacing: The room between neighbours.
    ///   - horizontalPadding: The room at the left and right edges.
    ///   - verticalPadding: The room at the top and bottom edges.
    ///   - ground: The ground.
    ///   - alignment: The place of the elements where there is room left.
    ///   - wraps: True for a row that becomes a column where it is too narrow.
    ///   - stacks: True for a row that becomes a column where not even shortened elements have room.
    public init(
        _ axis: Axis, spacing: Double = 8, horizontalPadding: Double = 0, verticalPadding: Double = 0,
        ground: Ground = .none, alignment: Alignment = .leading, wraps: Bool = false,
        stacks: Bool = false
    ) {
        (self.axis, self.spacing, self.ground) = (axis, spacing, ground)
        (self.horizontalPadding, self.verticalPadding) = (horizontalPadding, verticalPadding)
        (self.alignment, self.wraps, self.stacks) = (alignment, wraps, stacks)
    }
}
