/// The order of ways for frames by their times: a pure function.
enum WayRanking {
    /// The part of the cost of one before it that a way may have at most to come before that.
    private static let winning = 0.85

    /// Ranks ways.
    ///
    /// - Parameter ways: The names and the costs, in the built-in order.
    /// - Returns: The names, the best first.
    static func ranked(_ ways: [(name: String, cost: Double)]) -> [String] {
        var (order, rest): ([(name: String, cost: Double)], [(name: String, cost: Double)]) = ([], ways)
        while var best = rest.indices.first {
            for place in rest.indices where rest[place].cost < winning * rest[best].cost { best = place }
            order.append(rest.remove(at: best))
        }
        return order.map(\.name)
    }
}
