internal import Capture
internal import Frames
internal import LinuxIO
internal import LiveView
internal import VulkanView
internal import WaylandClient

extension Viewer {
    /// Begins to report once a second, if anybody reads it; a program that shows a still picture is not woken.
    func startTicking() {
        guard !isTicking, isReportRead else { return }
        isTicking = true
        scheduleTick()
    }

    /// True while somebody reads the reports.
    private var isReportRead: Bool {
        options.statistics != nil || showsInformation || showsInformationPanel
    }

    private func scheduleTick() {
        loop.schedule(at: MonotonicClock.now() + 1_000_000_000) { [weak self] in self?.tick() }
    }

    /// Updates the rates for the title and the panel of information, and writes a line for `--stats`, once a second.
    private func tick() {
        isTicking = isReportRead
        guard isTicking else { return }
        scheduleTick()
        let line = report(final: false)
        options.statistics?.write(line) { switcher.notify($0) }
        if showsInformationPanel { history.add(meter) }
        if showsInformation || showsInformationPanel { updateTitle() }
    }

    /// Makes a report of the run so far; rates and times over the whole run when `final`, else over the last second.
    func report(final: Bool) -> StatisticsReport {
        var totals = CaptureTotals(switcher.session, switcher.slot)
        let shown = renderer.takeStatistics(final: final)
        meter.update(
            captured: totals.captured, shown: shown.shown, lost: shown.skipped,
            latency: shown.captureToPresent.p50, age: shown.age?.p50)
        totals.dropped[DropReason.undecodable.rawValue, default: 0] += shown.undecodable
        let seconds = Double(MonotonicClock.now() - started) / 1e9
        let view = renderer.viewReport
        let mode = switcher.shown?.mode
        let start = phases.report
        return StatisticsReport(
            final: final, seconds: seconds, source: switcher.sourceName, format: mode?.fourCC.description,
            size: mode?.size.description, keptBits: mode?.format.keptBits(shown), captured: totals.captured,
            shown: shown.shown,
            replaced: totals.replaced, dropped: totals.dropped, skipped: shown.skipped,
            captureRate: final ? Double(totals.captured) / seconds : meter.captureRate,
            shownRate: final ? Double(shown.shown) / seconds : meter.shownRate,
            captureToPresent: shown.captureToPresent, readyToPresent: shown.readyToPresent,
            takenToPresent: shown.takenToPresent, ageOnScreen: shown.age,
            ageOnScreenReason: shown.age == nil ? ageReason(shown) : nil, stamp: shown.stamp,
            screen: shown.screen, cadence: shown.cadence, staleness: shown.staleness,
            queueDepth: shown.queueDepth, latch: shown.latch, overhead: overhead(shown, totals),
            firstFrameAfter: start.presentedAt.map { Double($0 - start.processAt) / 1e6 }, start: start,
            processorMillisecondsPerFrame: perFrame(MonotonicClock.processorTime(), shown),
            presentation: view.map {
                .init(name: $0.presentationMode.rawValue, reason: $0.presentationReason)
            },
            importRoute: view.flatMap { view in
                view.importRoute.map { .init(name: $0, reason: view.importReason ?? "") }
            },
            path: view.map { .init(name: $0.path.rawValue, reason: $0.pathReason) }, device: view?.device,
            deviceReason: view?.deviceReason,
            swapchainRebuilds: view?.swapchainRebuilds ?? 0,
            peakMemory: ProcessMemory.peak)
    }

    private func ageReason(_ shown: LiveViewStatistics) -> String {
        if connection.presentationVersion == 0 {
            return "the compositor does not offer presentation-time"
        }
        if shown.shown == 0 { return "no frame has been shown" }
        return shown.screen.presented == 0
            ? "the compositor has not told when it showed a frame"
            : "no frame has been shown since the last report"
    }

    private func overhead(
        _ shown: LiveViewStatistics, _ totals: CaptureTotals
    ) -> StatisticsReport.Overhead? {
        let render = shown.cost
        let now = ProcessCost(cameras: totals.processorTime, frames: shown.shown)
        guard let start = startCost, render.frames > 0, now.frames > start.frames else { return nil }
        let each = { (time: Int64) in Double(time) / 1e6 / Double(render.frames) }
        let eachShown = { (time: Int64) in Double(time) / 1e6 / Double(now.frames - start.frames) }
        return StatisticsReport.Overhead(
            own: each(render.thread - render.textures - render.driver - render.drawing),
            driver: each(render.driver), driverWall: each(render.driverWall),
            textures: each(render.textures), drawing: each(render.drawing),
            renderThread: each(render.thread), mainThread: eachShown(now.main - start.main),
            cameraThreads: eachShown(now.cameras - start.cameras),
            process: eachShown(now.process - start.process))
    }

    /// Begins to count the cost of showing frames; earlier costs are those of the start.
    func markStartCost() {
        guard startCost == nil else { return }
        startCost = ProcessCost(
            cameras: switcher.session.processorTime, frames: renderer.shownCount)
    }

    /// Divides a time in nanoseconds by the shown frames, in milliseconds; nil before the first.
    private func perFrame(_ time: Int64, _ shown: LiveViewStatistics) -> Double? {
        shown.shown == 0 ? nil : Double(time) / 1e6 / Double(shown.shown)
    }
}

extension PixelFormat {
    /// The bits of a colour in photographs: the source's, or 8 behind a filter that works in 8; nil for a source of 8 bits.
    func keptBits(_ shown: LiveViewStatistics) -> Int? {
        let bits = coding?.bits ?? samples?.channels.map(\.bits).max() ?? 8
        return bits <= 8 ? nil : shown.keepsBits ? bits : 8
    }
}
