/// A prediction of the moments at which the compositor takes pictures, from its answers.
///
/// Frame callbacks come when it has taken a picture. They are heard a little late, now and then much later, never early; so
/// an early one is believed at once and a late one by an eighth. Where presentation times come, they are the exact grid
/// that the callbacks are only placed on; else the callbacks are the grid, too.
struct DisplayPace {
    private var nominal: Int64 = 16_666_667
    private var refreshes = RollingPeriod()
    private var lastMeasured: Int64 = 0
    private var anchor: Int64?
    private var offset: Int64 = 0
    private var lastCallback: Int64?
    private var isPresentationTold = false

    /// The time between two refreshes in nanoseconds: measured, or the display's claim before that.
    var period: Int64 { (refreshes.known >= 8 ? refreshes.period : nil) ?? nominal }

    /// Takes the display's claim.
    mutating func claim(period: Int64) {
        guard period > 0, period != nominal else { return }
        nominal = period
        refreshes.reset()
    }

    /// Notes that a frame callback was heard.
    mutating func callback(at time: Int64) {
        if !isPresentationTold { measure(time) }
        lastCallback = time
        guard let anchor else { return self.anchor = time }
        let error = nearestError(of: time - anchor - offset)
        offset += error < 0 ? error : error / 8
        if !isPresentationTold {
            self.anchor = time - error + (error < 0 ? error : error / 8)
            offset = 0
        }
    }

    /// Notes that a commit was shown at this time.
    mutating func presented(at time: Int64) {
        if !isPresentationTold {
            // The first one: the callbacks keep their place, counted from here.
            offset = anchor.map { nearestError(of: $0 + offset - time) } ?? 0
            isPresentationTold = true
            refreshes.reset()
        }
        measure(time)
        anchor = time
    }

    private mutating func measure(_ time: Int64) {
        let steps = (time - lastMeasured + nominal / 2) / nominal
        if !(1...4).contains(steps) { refreshes.reset() }
        refreshes.add(time, after: steps)
        lastMeasured = time
    }

    /// Predicts when the compositor takes the picture that is committed next; nil while nothing is known.
    func deadline(after now: Int64) -> Int64? {
        guard let anchor, let lastCallback else { return nil }
        // A moment next to the last callback is that callback itself.
        let start = max(now, lastCallback + period / 2)
        let base = anchor + offset
        let steps = (start - base) / period
        let deadline = base + steps * period
        return deadline > start ? deadline : deadline + period
    }

    /// Computes the distance to the nearest whole number of periods.
    private func nearestError(of time: Int64) -> Int64 {
        let rest = time % period
        if rest > period / 2 { return rest - period }
        return rest < -period / 2 ? rest + period : rest
    }
}
