/// The measurements of the last half minute, one a second, the oldest first; nil where there was none.
struct RateHistory: Equatable {
    private static let count = 30

    /// The numbers of pictures that were shown in a second.
    private(set) var shown = [Double?](repeating: nil, count: count)
    /// The ages of pictures in milliseconds: medians of a second, on the screen or when they were presented.
    private(set) var age = [Double?](repeating: nil, count: count)
    /// The numbers of the source's pictures that were not shown in a second.
    private(set) var lost = [Double?](repeating: nil, count: count)
    /// True where ages are those on the screen.
    private(set) var isOnScreen = false

    /// Adds the last second.
    mutating func add(_ meter: RateMeter) {
        func add(_ number: Double?, to numbers: inout [Double?]) {
            numbers.removeFirst()
            numbers.append(number)
        }
        isOnScreen = meter.age != nil
        add(meter.shownRate, to: &shown)
        add(meter.age ?? meter.latency, to: &age)
        add(meter.lostRate, to: &lost)
    }
}
