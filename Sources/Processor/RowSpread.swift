internal import Dispatch
internal import ProcessorVectors

/// Spreads rows over the processor's cores.
package enum RowSpread {
    /// Calls a function with ranges of rows, on several threads at once, and waits for all.
    ///
    /// - Parameters:
    ///   - count: The number of rows.
    ///   - body: Works on a range of rows that nobody else gets.
    package static func spread(_ count: Int, _ body: @Sendable (Range<Int>) -> Void) {
        // More parts than cores: another program may have one of them.
        let parts = max(1, min(4, count / 16))
        if parts == 1 { return body(0..<count) }
        DispatchQueue.concurrentPerform(iterations: parts) { part in
            body(count * part / parts..<count * (part + 1) / parts)
        }
    }

    /// Calls a function with ranges of rows of one plane that are made of another one's, and waits for all.
    ///
    /// - Parameters:
    ///   - source: The samples to read.
    ///   - target: The memory to write.
    ///   - body: Works on a range of the target's rows.
    static func spread(
        _ source: ProcessorPicture.Plane, _ target: ProcessorPicture.Plane,
        _ body: @Sendable (inout ProcessorPlane, inout ProcessorPlane, (first: Int32, end: Int32)) -> Void
    ) {
        spread(target.height) { rows in
            var (source, target) = unsafe (ProcessorPlane(source), ProcessorPlane(target))
            unsafe body(&source, &target, (Int32(rows.lowerBound), Int32(rows.upperBound)))
        }
    }
}

extension ProcessorPlane {
    init(_ plane: ProcessorPicture.Plane) {
        unsafe self.init(
            base: plane.base.assumingMemoryBound(to: UInt8.self), stride: plane.stride,
            width: Int32(plane.width), height: Int32(plane.height), step: Int32(plane.step))
    }
}
