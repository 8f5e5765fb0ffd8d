/// Facts of colours that somebody knows better than a source; those that are nil are left to the source.
public struct ColorWish: Hashable, Sendable {
    /// The mixture of red, green and blue.
    public var matrix: ColorDescription.Matrix?
    /// The codes that stand for black and white.
    public var range: ColorDescription.Range?
    /// The colours of the primaries.
    public var primaries: ColorDescription.Primaries?
    /// The curve by which light became numbers.
    public var transfer: ColorDescription.Transfer?

    /// Makes a wish; by default there is none.
    public init(
        matrix: ColorDescription.Matrix? = nil, range: ColorDescription.Range? = nil,
        primaries: ColorDescription.Primaries? = nil, transfer: ColorDescription.Transfer? = nil
    ) {
        (self.matrix, self.range, self.primaries, self.transfer) = (matrix, range, primaries, transfer)
    }

    /// Wishes for all that a description says.
    public init(_ color: ColorDescription) {
        self.init(
            matrix: color.matrix, range: color.range, primaries: color.primaries, transfer: color.transfer)
    }

    /// Makes this wish, and another one's where it has none.
    public func or(_ other: ColorWish) -> ColorWish {
        ColorWish(
            matrix: matrix ?? other.matrix, range: range ?? other.range,
            primaries: primaries ?? other.primaries, transfer: transfer ?? other.transfer)
    }

    /// Makes what is wished for beside another wish.
    public func beyond(_ other: ColorWish) -> ColorWish {
        ColorWish(
            matrix: matrix == other.matrix ? nil : matrix, range: range == other.range ? nil : range,
            primaries: primaries == other.primaries ? nil : primaries,
            transfer: transfer == other.transfer ? nil : transfer)
    }

    /// Makes what a source says of its colours what is wished for.
    public func applied(to color: ColorDescription) -> ColorDescription {
        ColorDescription(
            matrix: matrix ?? color.matrix, range: range ?? color.range,
            primaries: primaries ?? color.primaries, transfer: transfer ?? color.transfer,
            chromaSite: color.chromaSite)
    }
}
