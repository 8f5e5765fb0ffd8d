/// The order of ways for frames by their times: a pure function.
enum WayRanking {
    /// The part of the cost of the one before it that a way may have at most to come before it.
    private static let winning = 0.85

    /// Ranks ways.
    ///
    /// - Parameter ways: The names and the costs, in the built-in order.
    /// - Returns: The names, the best first.
    static func ranked(_ ways: [(name: String, cost: Double)]) -> [String] {
        var order: [(name: String, cost: Double)] = []
        for way in ways {
            var place = order.count
            while place > 0, way.cost < winning * order[place - 1].cost { place -= 1 }
            order.insert(way, at: place)
        }
        return order.map(\.name)
    }
}
