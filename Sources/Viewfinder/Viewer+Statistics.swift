internal import Capture
internal import Frames
internal import LinuxIO
internal import VulkanView

/// Rates over the last second, from counts that only grow.
struct RateMeter {
    private(set) var captureRate = 0.0
    private(set) var shownRate = 0.0
    /// The median of the last second, in milliseconds.
    private(set) var latency: Double?
    private var last = (time: MonotonicClock.now(), captured: UInt64(0), shown: UInt64(0))

    /// Takes the counts of now.
    mutating func update(captured: UInt64, shown: UInt64, recent: LatencyHistogram) {
        let now = MonotonicClock.now()
        let seconds = max(0.001, Double(now - last.time) / 1e9)
        captureRate = Double(captured &- min(captured, last.captured)) / seconds
        shownRate = Double(shown &- min(shown, last.shown)) / seconds
        latency = recent.percentile(0.5)
        last = (now, captured, shown)
    }
}

extension Viewer {
    /// Once a second: rates for the title, a line for `--stats`.
    func tick() {
        loop.schedule(at: MonotonicClock.now() + 1_000_000_000) { [weak self] in self?.tick() }
        let line = report(final: false)
        options.statistics?.write(line, logger: logger)
        if showsInformation { updateTitle() }
    }

    /// What has happened so far; rates and times over the whole run when `final`, else over the last second.
    func report(final: Bool) -> StatisticsReport {
        var totals = switcher.retired
        if let shown = switcher.shown { totals.add(shown) }
        let counts = renderer?.shown.takeRecent() ?? ShownFrames.Counts()
        meter.update(captured: totals.captured, shown: counts.shown, recent: counts.recent)
        totals.dropped[DropReason.undecodable.rawValue, default: 0] += counts.undecodable
        let seconds = Double(MonotonicClock.now() - started) / 1e9
        let times = final ? counts.all : counts.recent
        let view = renderer?.report
        let mode = switcher.shown?.mode
        return StatisticsReport(
            final: final, seconds: seconds, source: switcher.titleName, format: mode?.fourCC.description,
            size: mode?.size.description, captured: totals.captured, shown: counts.shown,
            replaced: totals.replaced, dropped: totals.dropped,
            captureRate: final ? Double(totals.captured) / seconds : meter.captureRate,
            shownRate: final ? Double(counts.shown) / seconds : meter.shownRate,
            captureToPresent: StatisticsReport.Percentiles(
                p50: times.percentile(0.5), p95: times.percentile(0.95), p99: times.percentile(0.99)),
            stamp: counts.stamp.map { StatisticsReport.Stamp(clock: $0.clock, kind: $0.kind) },
            firstFrameAfter: counts.firstShown.map { Double($0 - started) / 1e6 },
            processorMillisecondsPerFrame: counts.shown == 0
                ? nil : Double(MonotonicClock.processorTime()) / 1e6 / Double(counts.shown),
            presentation: view.map {
                .init(name: $0.presentationMode.rawValue, reason: $0.presentationReason)
            },
            importRoute: view.flatMap { view in
                view.importRoute.map { .init(name: $0, reason: view.importReason ?? "") }
            },
            device: view?.device, swapchainRebuilds: view?.swapchainRebuilds ?? 0,
            peakMemory: ProcessMemory.peak)
    }
}
