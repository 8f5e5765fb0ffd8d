internal import Synchronization

/// Softens a portrait: a lookup, a veil of its own blur, and a second lookup.
///
/// The picture goes through ``firstTable``; a Gaussian blur of the result is laid over it as by ``AlphaBlend``; then all goes
/// through ``secondTable``. The tables of the defaults are formulas of this library; see ``ColorTable/softening`` and
/// ``ColorTable/warming``. GPUImage's are pictures of its own, which files take the place of: PNG or JPEG as
/// ``LookupFilter`` reads them, or .cube.
public final class SoftElegance: BasicOperation, FileOperation, @unchecked Sendable {
    // The tables are guarded by their lock.
    /// The veil's standard deviation σ; 0 does not blur.
    @Parameter(in: 0...40, unit: .pixels) public var blurRadiusInPixels: Float = 10
    /// The share of the veil: 0 (none)…1.
    @Parameter(in: 0...1, unit: .fraction) public var mix: Float = 0.14
    /// The share of both tables: 0 leaves the colours…1.
    @Parameter(in: 0...1, unit: .fraction) public var intensity: Float = 1

    private let tables: Mutex<(first: ColorTable, second: ColorTable)>

    /// Makes the operation.
    ///
    /// - Parameters:
    ///   - first: The table before the veil.
    ///   - second: The table behind it.
    public init(first: ColorTable = .softening, second: ColorTable = .warming) {
        tables = Mutex((first, second))
        super.init()
    }

    /// The table before the veil; setting it from any thread shows in the next frame.
    public var firstTable: ColorTable {
        get { tables.withLock { $0.first } }
        set { change { $0.first = newValue } }
    }

    /// The table behind the veil; setting it from any thread shows in the next frame.
    public var secondTable: ColorTable {
        get { tables.withLock { $0.second } }
        set { change { $0.second = newValue } }
    }

    private func change(_ body: (inout (first: ColorTable, second: ColorTable)) -> Void) {
        tables.withLock { body(&$0) }
        // The tables are part of the plan.
        input.changes.increment()
    }

    /// The endings of its files' names.
    public static let fileEndings = ["png", "jpg", "jpeg", "cube"]
    /// The names of its files in texts.
    public static let fileSettings = ["first", "second"]

    /// Takes the first table of a file: a lookup picture, or one whose name ends in `.cube`.
    public func load(_ file: [UInt8], name: String) throws(FilterError) {
        firstTable = try ColorTable(file: file, name: name)
    }

    /// Takes a table of a file: a lookup picture, or one whose name ends in `.cube`.
    ///
    /// - Parameters:
    ///   - file: The file's bytes.
    ///   - name: The file's name, for errors.
    ///   - setting: `second` for the second table; otherwise the first one.
    /// - Throws: `FilterError.badFile` with the file's fault.
    public func load(_ file: [UInt8], name: String, as setting: String) throws(FilterError) {
        guard setting == "second" else { return try load(file, name: name) }
        secondTable = try ColorTable(file: file, name: name)
    }

    package override func describe(
        to plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        let (first, second) = tables.withLock { $0 }
        let before = try plan.recolored(inputs[0], by: first, intensity: .live("intensity", $intensity))
        let veil = try plan.gaussian(before, sigma: plan.fixed($blurRadiusInPixels))
        let veiled = try plan.point("AlphaBlend", [before, veil], [.live("mix", $mix)])
        return try plan.recolored(veiled, by: second, intensity: .live("intensity", $intensity))
    }
}
