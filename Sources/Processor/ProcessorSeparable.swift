internal import ProcessorVectors

/// Weighs neighbours along columns and rows.
package struct ProcessorSeparable: Sendable {
    /// Weights of the middle and, twice, of its neighbours on one side; both sides are the same.
    private let across: [UInt16]
    private let down: [UInt16]

    /// So many weights from the middle on are possible.
    package static var weightLimit: Int { Int(PROCESSOR_TAP_LIMIT) }

    /// Fails with too many weights.
    ///
    /// - Parameters:
    ///   - across: Weights along rows from the middle on; with both sides they sum to 1.
    ///   - down: Weights along columns.
    package init?(across: [Float], down: [Float]) {
        guard max(across.count, down.count) <= ProcessorSeparable.weightLimit, !across.isEmpty, !down.isEmpty
        else {
            return nil
        }
        self.across = ProcessorSeparable.rounded(across)
        self.down = ProcessorSeparable.rounded(down)
    }

    /// Rounds so that the sum stays whole: the middle takes what is left.
    private static func rounded(_ weights: [Float]) -> [UInt16] {
        let sides = weights.dropFirst().map { UInt16(max(0, min(32767, ($0 * 65536).rounded()))) * 2 }
        let middle = 65536 - sides.reduce(0) { $0 + Int($1) }
        return [UInt16(max(0, min(middle, 65535)))] + sides
    }

    /// Filters a plane.
    package func apply(_ source: ProcessorPicture.Plane, to target: ProcessorPicture.Plane) {
        unsafe across.withUnsafeBufferPointer { across in
            unsafe down.withUnsafeBufferPointer { down in
                guard let first = across.baseAddress, let second = down.baseAddress else { return }
                // Constant while the rows are computed.
                nonisolated(unsafe) let weights = unsafe ProcessorWeights(
                    across: first, down: second, acrossCount: Int32(across.count),
                    downCount: Int32(down.count))
                unsafe RowSpread.spread(source, target) { source, target, rows in
                    var weights = unsafe weights
                    unsafe processor_weigh(&source, &target, &weights, rows.first, rows.end)
                }
            }
        }
    }
}
