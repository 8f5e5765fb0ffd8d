internal import Synchronization

/// Replaces each colour by that of a table, for example of a .cube file.
///
/// A cube is interpolated trilinearly, curves linearly; colours beyond the table's range count as its ends, and results are clipped.
/// The result is mixed in by `intensity`; alpha stays. Entries are kept with 10 bits a channel for a cube and
/// with 16 bits for curves, and as floats where some leave 0…1.
public final class ColorTableFilter: PointOperation, FileOperation, @unchecked Sendable {
    /// The share of the result that is mixed in: 0 (none)…1.
    @Parameter(in: 0...1, unit: .fraction) public var intensity: Float = 1

    private let current: Mutex<ColorTable>

    /// Makes the operation.
    ///
    /// - Parameter table: The table; nil for the one that changes nothing.
    public init(table: ColorTable = .identity) {
        current = Mutex(table)
        super.init()
    }

    /// The table; setting it from any thread shows in the next frame.
    public var table: ColorTable {
        get { current.withLock { $0 } }
        set {
            current.withLock { $0 = newValue }
            // The table is part of the plan.
            input.changes.increment()
        }
    }

    /// The endings of its files' names.
    public static let fileEndings = ["cube"]

    /// Takes the table of a .cube file.
    ///
    /// - Parameters:
    ///   - file: The file's bytes.
    ///   - name: The file's name, for errors.
    /// - Throws: `FilterError.badFile` with the line and its fault.
    public func load(_ file: [UInt8], name: String) throws(FilterError) {
        table = try ColorTable(cube: file, name: name)
    }

    package override func describe(
        to plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        try plan.recolored(inputs[0], by: table, intensity: .live($intensity))
    }
}
