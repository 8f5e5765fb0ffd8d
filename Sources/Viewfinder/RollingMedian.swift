/// The median of the last values of a series; without memory of its own, so that it costs no allocation.
struct RollingMedian {
    private var values = InlineArray<15, Int64>(repeating: 0)
    private var count = 0
    private var place = 0

    /// Adds a value in the place of the oldest.
    mutating func add(_ value: Int64) {
        values[place] = value
        place = (place + 1) % values.count
        count = min(count + 1, values.count)
    }

    /// Forgets all values.
    mutating func reset() { (count, place) = (0, 0) }

    /// How many values it knows, at most 15.
    var known: Int { count }

    /// The middle value, the lower one of two; nil without values.
    var median: Int64? {
        guard count > 0 else { return nil }
        var sorted = values
        for end in 1..<max(2, count) where end < count {
            let value = sorted[end]
            var gap = end
            while gap > 0, sorted[gap - 1] > value {
                sorted[gap] = sorted[gap - 1]
                gap -= 1
            }
            sorted[gap] = value
        }
        return sorted[(count - 1) / 2]
    }
}
