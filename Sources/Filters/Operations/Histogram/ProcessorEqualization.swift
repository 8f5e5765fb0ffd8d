/// The tables of an equalization by the processor where it is the device, as EqualizationLookup.glsl makes them.
struct ProcessorEqualization {
    let shape: HistogramShape
    let strength: Float
    /// The share of the tables that stays as it was.
    let kept: Float

    /// Makes the tables.
    ///
    /// - Parameters:
    ///   - counts: The counts of each value, channel after channel, and the limits.
    ///   - before: The tables of the frame before, behind them a 1 if there are any, and their limits.
    ///   - tables: The tables, a 1, and the limits.
    func make(_ counts: Span<UInt32>, _ before: Span<UInt32>, _ tables: inout MutableSpan<UInt32>) {
        let weight = before[shape.count] == 1 ? kept : 0
        for channel in 0..<shape.channels.count {
            make(channel, counts, before, &tables, weight)
        }
        tables[shape.count] = 1
        for index in 0..<shape.limitCount {
            let new = Float(bitPattern: counts[shape.count + index])
            let old = Float(bitPattern: before[shape.count + 1 + index])
            tables[shape.count + 1 + index] = (new * (1 - weight) + old * weight).bitPattern
        }
    }

    /// The values of a channel's first and last bin.
    private func range(_ channel: Int, _ counts: Span<UInt32>) -> (low: Float, high: Float) {
        guard !shape.isWholeRange else { return (0, 1) }
        let first = shape.count + 2 * channel
        return (Float(bitPattern: counts[first]), Float(bitPattern: counts[first + 1]))
    }

    private func make(
        _ channel: Int, _ counts: Span<UInt32>, _ before: Span<UInt32>, _ tables: inout MutableSpan<UInt32>,
        _ weight: Float
    ) {
        let start = channel * shape.bins
        let range = range(channel, counts)
        var total: UInt64 = 0
        var first: UInt64 = 0
        for bin in start..<start + shape.bins {
            if first == 0 { first = UInt64(counts[bin]) }
            total += UInt64(counts[bin])
        }
        var sum: UInt64 = 0
        var own: Float = 0
        for bin in 0..<shape.bins {
            sum += UInt64(counts[start + bin])
            let identity = range.low + (range.high - range.low) * Float(bin) / Float(shape.bins - 1)
            let value = value(identity, max(sum, first), first, total)
            // An entry holds its own value and the next one's.
            if bin > 0 { tables[start + bin - 1] = entry(own, value, before[start + bin - 1], weight) }
            own = value
        }
        let last = start + shape.bins - 1
        tables[last] = entry(own, own, before[last], weight)
    }

    private func value(_ identity: Float, _ sum: UInt64, _ first: UInt64, _ total: UInt64) -> Float {
        guard total > first else { return identity }
        return identity + (Float(sum - first) / Float(total - first) - identity) * strength
    }

    private func entry(_ own: Float, _ next: Float, _ old: UInt32, _ weight: Float) -> UInt32 {
        func mixed(_ new: Float, _ old: UInt32) -> UInt32 {
            // To 16 bits before and after mixing, as packUnorm2x16 has it.
            let rounded = ((new > 0 ? min(new, 1) : 0) * 65535).rounded()
            return UInt32((rounded + (Float(old) - rounded) * weight).rounded())
        }
        return mixed(own, old & 0xffff) | mixed(next, old >> 16) << 16
    }
}

extension HistogramTransform {
    /// Plans the tables of an equalization by the processor; nil where kernels make them.
    func processorEqualization(
        _ plan: PlanBuilder, _ counts: PlanValues, _ before: PlanValues, _ shape: HistogramShape
    ) -> PlanValues? {
        plan.processorTable("EqualizationLookup", counts, before, count: before.count) {
            [$strength, $smoothing, $isHeld] counts, before, tables in
            let strength = $strength.wrappedValue
            let smoothing = min(max($smoothing.wrappedValue, 0), 1)
            ProcessorEqualization(
                shape: shape, strength: strength.isFinite ? strength : 0,
                kept: $isHeld.wrappedValue ? 1 : smoothing.isFinite ? smoothing : 0
            ).make(counts, before, &tables)
        }
    }
}
