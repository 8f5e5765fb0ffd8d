/// A goal and its result.
struct Goal {
    var name: String
    var goal: String
    var measured: String
    /// True when the goal is met; nil where it was not measured.
    var isMet: Bool?
}

extension Report {
    /// The goals whose figures this run has.
    var goals: [Goal] {
        var goals: [Goal] = []
        for kind in [ShowCase.Kind.small, .full] { goals += showGoals(kind) }
        goals += costGoals() + cadenceGoals() + jpegGoals() + startGoals() + idleGoals() + resizeGoals()
        if let memory {
            let flat = memory.peakAtEnd - memory.peakAtFrame300 < 2 << 20
            goals.append(
                Goal(
                    name: "peak memory after \(Int(memory.seconds)) s at 1080p",
                    goal: "≤ 130 MB, flat after frame 300",
                    measured:
                        "\(memory.peakAtEnd / 1_000_000) MB, \(memory.peakAtFrame300 / 1_000_000) MB at frame 300",
                    isMet: memory.peakAtEnd <= 130_000_000 && flat))
        }
        return goals + additionGoals() + conversionGoals() + overlayGoals() + scalingGoals()
    }

    private func additionGoals() -> [Goal] {
        var goals: [Goal] = []
        if let outputs, let addition = outputs.cost(of: .output) {
            goals.append(
                Goal(
                    name: "one more output of the newest frame, CPU per frame", goal: "≤ 0.02 ms",
                    measured: "\(Figure.milliseconds(addition, 3)); read by a thread of its own "
                        + "\(Figure.milliseconds(outputs.cost(of: .reader), 3)), "
                        + "a thread woken for nothing \(Figure.milliseconds(outputs.cost(of: .wokenThread), 3))",
                    isMet: addition <= 0.02))
        }
        if let pictures, let ratio = SampleStatistics.medianRatio(pictures.two, pictures.one) {
            let one = Figure.milliseconds(SampleStatistics.median(pictures.one), 2)
            let pixels = Figure.ratio(SampleStatistics.medianRatio(pictures.two, pictures.wide))
            goals.append(
                Goal(
                    name: "two pictures of 1280×720 in one window against one, CPU without the sources",
                    goal: "≤ 1.7×",
                    measured: "\(Figure.ratio(ratio)), one \(one); against one of as many pixels \(pixels)",
                    isMet: ratio <= 1.7))
        }
        return goals
    }

    private func conversionGoals() -> [Goal] {
        guard let conversions else { return [] }
        var goals = [ConversionCosts.Output.i420, .bgra].compactMap { output -> Goal? in
            conversions.cost(of: output).map { cost in
                Goal(
                    name: "an output of 1920×1080 NV12 as \(output.rawValue.uppercased()), CPU per frame",
                    goal: "≤ 1 ms",
                    measured: "\(Figure.milliseconds(cost, 2)); "
                        + "both formats \(Figure.milliseconds(conversions.cost(of: .both), 2))",
                    isMet: cost <= 1)
            }
        }
        if let crop = SampleStatistics.median(conversions.crops) {
            goals.append(
                Goal(
                    name: "a part of a frame without a copy", goal: "≤ 0.005 ms",
                    measured: Figure.milliseconds(crop, 4), isMet: crop <= 0.005))
        }
        return goals
    }

    private func showGoals(_ kind: ShowCase.Kind) -> [Goal] {
        guard let show = show(kind), let ours = show.ours else { return [] }
        let limits = [("mpv", 0.6), ("glimagesink", 0.5), ("ffplay", 0.8), ("videoconvert", 1.3)]
        var goals = limits.compactMap { name, limit -> Goal? in
            // The best of several is the one against which we look worst.
            let ratio = show.peers.filter { $0.name.contains(name) }
                .compactMap { ours.ratio(to: $0, \.total) }.max()
            return ratio.map {
                Goal(
                    name: "CPU per shown frame with compositor, \(kind.rawValue), against \(name)",
                    goal: "≤ \(limit)×", measured: Figure.ratio($0), isMet: $0 <= limit)
            }
        }
        let lost = ours.sum(\.lost)
        goals.append(
            Goal(
                name: "frames lost, \(kind.rawValue)", goal: "0 of 1,200",
                measured: "\(lost) of \(ours.sum(\.due))", isMet: lost == 0))
        if let own = ours.latency?.p50, let best = show.peers.compactMap({ $0.latency?.p50 }).min() {
            goals.append(
                Goal(
                    name: "source stamp → output p50, \(kind.rawValue)", goal: "≤ 0.9× the best peer",
                    measured: "\(Figure.milliseconds(own)), \(Figure.ratio(own / best))",
                    isMet: own <= 0.9 * best))
        }
        let size = kind == .small ? "1280x720" : "1920x1080"
        if let own = ours.latency?.p50, let costs {
            let fill = costs.fill(size)
            let limit = 1.5 * show.refresh + fill + 2
            goals.append(
                Goal(
                    name: "the same, by itself", goal: "≤ 1.5 refreshes + fill + 2 ms",
                    measured: "\(Figure.milliseconds(own)) of \(Figure.milliseconds(limit)), "
                        + "fill \(Figure.milliseconds(fill))",
                    isMet: own <= limit))
        }
        return goals
    }

    private func costGoals() -> [Goal] {
        guard let values = costs?.values else { return [] }
        return ["1280x720", "1920x1080"].flatMap { size -> [Goal] in
            var goals: [Goal] = []
            let value = { (name: String) in values["\(size).\(name)"] ?? 0 }
            let own = value("overhead.own") + value("overhead.mainThread")
            let all = value("overhead.process")
            if all > 0 {
                goals.append(
                    Goal(
                        name: "own overhead per frame, \(size)", goal: "≤ 0.25 ms, ≤ 3 %",
                        measured: "\(Figure.milliseconds(own, 2)), \(Figure.percent(own / all))",
                        isMet: own <= 0.25 && own <= 0.03 * all))
            }
            let fill = OwnCosts(values: values).fill(size)
            if let p50 = values["\(size).readyToPresent.p50"], let p99 = values["\(size).readyToPresent.p99"]
            {
                goals.append(
                    Goal(
                        name: "frame ready → present returned p50 / p99, \(size)",
                        goal: "≤ fill + 0.5 ms / + 3 ms",
                        measured: "\(Figure.milliseconds(p50)) / \(Figure.milliseconds(p99)), "
                            + "fill \(Figure.milliseconds(fill))",
                        isMet: p50 <= fill + 0.5 && p99 <= fill + 3))
            }
            return goals
        }
    }

    private func cadenceGoals() -> [Goal] {
        [ShowCase.Kind.slow, .half].compactMap { kind in
            guard let show = show(kind), let share = show.ours?.median({ $0.twoRefreshes ?? 0 }) else {
                return nil
            }
            return Goal(
                name: "frames shown exactly two refreshes, \(Figure.plain(show.rate))/s on "
                    + "\(Figure.plain(1000 / show.refresh)) Hz",
                goal: "≥ 98 %", measured: Figure.percent(share), isMet: share >= 0.98)
        }
    }

    private func jpegGoals() -> [Goal] {
        guard let show = show(.jpeg), let ours = show.ours else { return [] }
        return ["videoconvert", "ffplay"].compactMap { name in
            guard let peer = show.peers.first(where: { $0.name.contains(name) }),
                let ratio = ours.ratio(to: peer, \.total)
            else { return nil }
            return Goal(
                name: "MJPEG 1080p CPU per frame with compositor against \(peer.name)", goal: "≤ 1.0×",
                measured: Figure.ratio(ratio), isMet: ratio <= 1)
        }
    }

    private func startGoals() -> [Goal] {
        guard let ours = starts.first(where: \.isOurs) else { return [] }
        let median = { (values: [Double?]) in SampleStatistics.median(values.compactMap(\.self)) }
        var goals: [Goal] = []
        for (name, values, limit) in [("warm", ours.warm, 150.0), ("cold", ours.cold, 450)] {
            guard let value = median(values) else { continue }
            goals.append(
                Goal(
                    name: "start to first frame on the output, \(name)", goal: "≤ \(Int(limit)) ms",
                    measured: Figure.milliseconds(value), isMet: value <= limit))
        }
        let ratios = starts.filter { $0.name.contains("mpv") }
            .compactMap { SampleStatistics.medianRatio(ours.warm, $0.warm) }
        if let ratio = ratios.max() {
            goals.append(
                Goal(
                    name: "start, warm, against the quickest mpv", goal: "≤ 0.5×",
                    measured: Figure.ratio(ratio),
                    isMet: ratio <= 0.5))
        }
        return goals
    }

    private func idleGoals() -> [Goal] {
        idles.filter { $0.name.hasPrefix("Viewfinder") }.map { idle in
            Goal(
                name: "\(idle.name), \(Int(idle.seconds)) s",
                goal: "0 presents, ≤ 2 wake-ups/s, ≤ 0.1 % of a core",
                measured:
                    "\(idle.presents), \(Figure.plain(idle.wakeUpsPerSecond)), \(Figure.percent(idle.load / 100, 2))",
                isMet: idle.presents == 0 && idle.wakeUpsPerSecond <= 2 && idle.load <= 0.1)
        }
    }

    private func resizeGoals() -> [Goal] {
        guard let resize else { return [] }
        return [
            Goal(
                name: "\(resize.sizes) sizes",
                goal: "≤ 1 rebuild per size, 0 wrong buffers, redrawn within a refresh",
                measured: "\(resize.rebuilds) rebuilds, \(resize.wrongBuffers) wrong, "
                    + "p50 \(Figure.milliseconds(resize.redraw.p50)), p99 \(Figure.milliseconds(resize.redraw.p99))",
                isMet: resize.rebuilds <= resize.sizes && resize.wrongBuffers == 0
                    && (resize.redraw.p99 ?? .infinity) <= resize.refresh)
        ]
    }
}
