extension Report {
    /// The goals of windows of another size than their frames.
    func scalingGoals() -> [Goal] {
        [(ShowCase.Kind.quick, 0.5), (.ultra, 0.4), (.quickJPEG, 0.6)].flatMap(softwareGoals)
            + drawingGoals()
    }

    private func softwareGoals(_ kind: ShowCase.Kind, limit: Double) -> [Goal] {
        guard let show = show(kind), let ours = show.ours else { return [] }
        return show.peers.compactMap { peer in
            Goal(
                "CPU per shown frame with compositor, without `read`, \(kind.rawValue), against \(peer.name)",
                SampleStatistics.medianRatio(
                    show.timesWithoutReading(ours), show.timesWithoutReading(peer)),
                limit: limit)
        }
    }

    /// The camera's threads beside a thread that only reads: a figure to compare with the last run's.
    private func readingGoal(_ scaling: ScalingCosts) -> Goal? {
        guard let usual = scaling[.usual],
            let ratio = SampleStatistics.medianRatio(usual.cameraThreads, usual.readings)
        else { return nil }
        return Goal(
            name: "camera threads per frame, \(usual.work.name), against a thread that only reads",
            goal: "no more than before",
            measured: "\(Figure.ratio(ratio)), "
                + Figure.milliseconds(SampleStatistics.median(usual.cameraThreads), 2))
    }

    private func drawingGoals() -> [Goal] {
        guard let scaling else { return [] }
        var goals = ScalingWork.reducing.map { work in
            Goal("drawing \(work.name) against its floor", scaling[work]?.ratioToFloor, limit: 2)
        }
        goals.append(
            Goal(
                "drawing \(ScalingWork.enlarging.name), per window pixel against 1:1",
                scaling.ratio(of: .enlarging, to: .plain), limit: 1.3))
        for result in scaling.results where result.work.reference != nil {
            let (name, bytes) = (result.work.name, Figure.plain(result.bytesRatio, 2))
            goals.append(
                Goal(
                    "drawing \(name) against NV12, by the ratio of their bytes (\(bytes))",
                    result.ratioToReference, limit: result.work.limit))
            goals.append(
                Goal(
                    "drawing \(name) against GStreamer's bayer2rgb ! videoconvert",
                    SampleStatistics.medianRatio(result.drawings, result.rivals), limit: 0.5))
        }
        return (goals + [readingGoal(scaling)]).compactMap(\.self)
    }
}

extension Goal {
    /// Makes a goal of a ratio that is not to be exceeded; nil where it was not measured.
    fileprivate init?(_ name: String, _ ratio: Double?, limit: Double) {
        guard let ratio else { return nil }
        self.init(
            name: name, goal: "≤ \(Figure.ratio(limit))", measured: Figure.ratio(ratio),
            isMet: ratio <= limit)
    }
}
