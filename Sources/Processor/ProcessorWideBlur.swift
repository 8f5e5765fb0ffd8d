internal import Glibc
internal import ProcessorVectors

/// A Gaussian blur that is wide in comparison to what it leaves visible.
///
/// The plane is made smaller by means over blocks, blurred there, and made larger again between the blocks' middles; what
/// the means and the straight lines between them blur already is taken off the variance: (f² − 1) / 12 and f² / 6 for
/// blocks of f samples.
package struct ProcessorWideBlur: Sendable {
    private let across: Axis
    private let down: Axis

    /// The blur along an axis.
    private struct Axis {
        let factor: Int
        /// From the middle on.
        let weights: [Float]

        init(sigma: Float) {
            factor = max(1, min(Int(PROCESSOR_FACTOR_LIMIT), Int((sigma / 4).rounded())))
            let square = Float(factor * factor)
            let spent = factor == 1 ? 0 : (square - 1) / 12 + square / 6
            let weights = Gaussian.half(max(0.3, (sigma * sigma - spent) / square).squareRoot())
            self.weights = Array(weights.prefix(ProcessorSeparable.weightLimit))
        }
    }

    /// - Parameters:
    ///   - across: The standard deviation along rows, in samples.
    ///   - down: The standard deviation along columns.
    package init(across: Float, down: Float) {
        self.across = Axis(sigma: across)
        self.down = Axis(sigma: down)
    }

    /// Blurs a plane.
    ///
    /// - Parameters:
    ///   - source: The samples to read.
    ///   - target: The memory to write.
    ///   - scratch: The memory of the blocks meanwhile.
    package func apply(
        _ source: ProcessorPicture.Plane, to target: ProcessorPicture.Plane, _ scratch: ProcessorScratch
    ) {
        if across.factor == 1, down.factor == 1 {
            ProcessorSeparable(across: across.weights, down: down.weights)?.apply(source, to: target)
            return
        }
        // A block more on each side: edges repeat.
        let columns = (source.width / source.step + across.factor - 1) / across.factor + 2
        let rows = (source.height + down.factor - 1) / down.factor + 2
        let stride = (columns * source.step + 32 + 15) / 16 * 16
        unsafe across.weights.withUnsafeBufferPointer { first in
            unsafe down.weights.withUnsafeBufferPointer { second in
                unsafe scratch.withFloats(stride * rows) { values in
                    guard let across = unsafe ProcessorAxis(across.factor, first),
                        let down = unsafe ProcessorAxis(down.factor, second)
                    else { return }
                    let blocks = unsafe ProcessorBlocks(
                        across: across, down: down, columns: Int32(columns), rows: Int32(rows),
                        values: values,
                        stride: stride)
                    unsafe run(source, target, blocks)
                }
            }
        }
    }

    private func run(
        _ source: ProcessorPicture.Plane, _ target: ProcessorPicture.Plane, _ blocks: ProcessorBlocks
    ) {
        // Constant while the rows are computed; each part writes rows of its own.
        nonisolated(unsafe) let blocks = unsafe blocks
        unsafe RowSpread.spread(Int(blocks.rows)) { rows in
            var (plane, blocks) = unsafe (ProcessorPlane(source), blocks)
            unsafe processor_shrink(&plane, &blocks, Int32(rows.lowerBound), Int32(rows.upperBound))
        }
        RowSpread.spread(target.height) { rows in
            var (plane, blocks) = unsafe (ProcessorPlane(target), blocks)
            unsafe processor_enlarge(&plane, &blocks, Int32(rows.lowerBound), Int32(rows.upperBound))
        }
    }
}

extension ProcessorAxis {
    fileprivate init?(_ factor: Int, _ weights: UnsafeBufferPointer<Float>) {
        guard let first = weights.baseAddress else { return nil }
        unsafe self.init(factor: Int32(factor), weightCount: Int32(weights.count), weights: first)
    }
}

/// The weights of Gaussian blurs.
package enum Gaussian {
    /// From the middle on, cut where a weight falls below 1/1024 of the middle one; both sides sum to 1.
    package static func half(_ sigma: Float) -> [Float] {
        var half: [Float] = []
        for step in 0..<64 {
            let weight = expf(-Float(step * step) / (2 * sigma * sigma))
            guard weight >= 1.0 / 1024 else { break }
            half.append(weight)
        }
        let sum = half[0] + 2 * half.dropFirst().reduce(0, +)
        return half.map { $0 / sum }
    }
}
