extension Report {
    /// The goals of what lies over the picture.
    func overlayGoals() -> [Goal] {
        guard let overlay else { return [] }
        let goals = [startGoal(overlay), showingGoal(overlay), memoryGoal(overlay)]
        return goals.compactMap(\.self) + restGoals(overlay) + changeGoals(overlay)
    }

    private func startGoal(_ overlay: OverlayCosts) -> Goal? {
        let added = SampleStatistics.median(zip(overlay.starts, overlay.startsWithout).map { $0 - $1 })
        guard let added else { return nil }
        return Goal(
            name: "overlay: start to first frame, warm, more than without", goal: "≤ 1 ms",
            measured: "\(Figure.milliseconds(added, 2)), without "
                + Figure.milliseconds(SampleStatistics.median(overlay.startsWithout)),
            isMet: added <= 1)
    }

    /// The differences of nothing are as large as what the rounds without an overlay differ among themselves.
    private func restGoals(_ overlay: OverlayCosts) -> [Goal] {
        [(OverlayCosts.State.hidden, "hidden"), (.shown, "shown and at rest")].compactMap { state, words in
            guard let time = overlay.difference(state, \.mainThread),
                let wakeUps = overlay.difference(state, \.wakeUpsPerSecond)
            else { return nil }
            let without = overlay.rests[.without] ?? []
            let spread = { (values: [Double]) in (values.max() ?? 0) - (values.min() ?? 0) }
            let limits = (spread(without.map(\.mainThread)), spread(without.map(\.wakeUpsPerSecond)))
            return Goal(
                name: "overlay \(words): main thread per picture, wake-ups/s, more than without",
                goal:
                    "0 ± the spread without: \(Figure.milliseconds(limits.0, 3)), \(Figure.plain(limits.1))",
                measured: "\(Figure.milliseconds(time, 3)), \(Figure.plain(wakeUps)); without "
                    + "\(Figure.milliseconds(overlay.median(.without, \.mainThread), 3)), "
                    + Figure.plain(overlay.median(.without, \.wakeUpsPerSecond)),
                isMet: time <= limits.0 && wakeUps <= limits.1)
        }
    }

    private func showingGoal(_ overlay: OverlayCosts) -> Goal? {
        func words(_ showings: [OverlayCosts.Showing]) -> String {
            let times = (showings.map(\.time), showings.map(\.mainThread))
            return Figure.milliseconds(SampleStatistics.median(times.0))
                + " (main thread \(Figure.milliseconds(SampleStatistics.median(times.1))))"
        }
        guard let first = SampleStatistics.median(overlay.firstShowings.map(\.time)) else { return nil }
        return Goal(
            name: "overlay: the pointer's first move → the bar on the output", goal: "≤ 60 ms",
            measured: "\(words(overlay.firstShowings)), later ones \(words(overlay.laterShowings))",
            isMet: first <= 60)
    }

    private func changeGoals(_ overlay: OverlayCosts) -> [Goal] {
        [("another button under the pointer", overlay.hovers), ("a slider that is drawn", overlay.drags)]
            .compactMap { name, costs in
                SampleStatistics.median(costs).map { cost in
                    Goal(
                        name: "overlay: \(name), main thread per change, 1920×1080", goal: "≤ 4 ms",
                        measured: Figure.milliseconds(cost, 2), isMet: cost <= 4)
                }
            }
    }

    private func memoryGoal(_ overlay: OverlayCosts) -> Goal? {
        guard let shown = overlay.difference(.shown, { Double($0.proportionalMemory) }),
            let resident = overlay.difference(.shown, { Double($0.residentMemory) })
        else { return nil }
        let megabytes = { (bytes: Double?) in "\(Figure.plain(bytes.map { $0 / 1e6 })) MB" }
        let without = overlay.median(.without) { Double($0.proportionalMemory) }
        let panel = SampleStatistics.median(overlay.memoryWithPanel.map(Double.init))
        let withPanel = panel.flatMap { panel in without.map { panel - $0 } }
        return Goal(
            name: "overlay: memory once the bar is shown, more than without", goal: "≤ 12 MB",
            measured:
                "\(megabytes(shown)) (its part of shared pages), \(megabytes(resident)) with all of them; "
                + "with a panel and a filter \(megabytes(withPanel))",
            isMet: shown <= 12e6)
    }
}
