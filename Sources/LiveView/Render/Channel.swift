internal import Filters
internal import Frames
internal import LinuxIO
internal import Logging
internal import VulkanCore
internal import VulkanView

/// One picture of a view on its way: the slot of its frames, its cell of the window, its filters, the facts about its frames and its state.
///
/// Where outputs want every frame, these come through a queue, and each goes the same way: it is loaded once, for the filters and the window.
/// Confined to the render thread.
final class Channel {
    /// The rest of a channel whose device was lost.
    struct Kept {
        let owner: LiveViewChannel
        /// The last picture; nil where it went with the device.
        let frame: Frame?
        /// The number of its input.
        let input: UInt64
        /// True when it has been shown.
        let isShown: Bool
    }

    let owner: LiveViewChannel
    let cell: ViewCell
    let filters: FilterStage
    /// Called with each frame that is taken.
    var onTake: (Frame) -> Void = { _ in }
    /// A frame that the cell has and the screen has not.
    var held: ShownFrame?
    /// True once the source's first picture has been presented.
    private(set) var isAnnounced = false
    /// The thread's time for loading, in nanoseconds.
    private(set) var loadTime: Int64 = 0

    let view: any ChannelView
    private let isInWindow: Bool
    private let logger: Logger
    private let report: (LiveViewEvent) -> Void
    var input: RenderOrders.Input
    private var isFrozen = false
    private var adjustments = 0
    /// The newest frame that was handed on to outputs and not loaded yet.
    var next: Frame?
    /// A cell that is placed nowhere, for the frames of outputs while the picture stands still.
    var spare: ViewCell?
    /// The turn of the source's frames, which filters apply.
    var sourceRotation = Rotation.none
    /// The moment until which only the newest frames are served.
    var shortUntil: Int64 = 0
    private var refusals = PictureRefusals()
    /// True when the commit whose callback is owed was the first to show its frame.
    private var hasCommittedFrame = false

    var shown: ShownFrames { owner.shown }
    var outputs: ViewOutputs { owner.outputs }
    var newest: NewestPicture { cell.newest }

    /// Makes a channel.
    ///
    /// - Parameters:
    ///   - owner: The channel as the program sees it.
    ///   - number: Its place among the view's channels.
    ///   - view: The view; its own picture is that of the first channel.
    ///   - isInWindow: True when a window shows the channel: its first picture waits until its filters are ready.
    ///   - kept: The rest of it from a device that was lost.
    ///   - logger: Told of frames that are lost.
    ///   - report: Told the news.
    /// - Throws: The driver's error.
    init(
        _ owner: LiveViewChannel, number: Int, in view: any ChannelView, isInWindow: Bool, kept: Kept? = nil,
        logger: Logger, report: @escaping (LiveViewEvent) -> Void
    ) throws(ViewError) {
        self.owner = owner
        self.view = view
        self.isInWindow = isInWindow
        self.logger = logger
        self.report = number == 0 ? report : { report(.channel(number, $0)) }
        cell = if number == 0 { view.own } else { try view.makeCell() }
        filters = FilterStage(device: view.device, ring: view.ring)
        input = RenderOrders.Input(channel: owner)
        cell.onSizeChange = { [weak self] in self?.tell(.sizeChanged($0)) }
        filters.onFailure = { [weak self] in self?.tell(.filtersFailed($0.message)) }
        filters.onRecovery = { [weak self] in self?.tell(.filtersRecovered) }
        filters.onReady = { [owner] in owner.filtersWereAdjusted() }
        if let kept, let frame = kept.frame, (try? load(frame, into: cell)) != nil {
            (input.number, isAnnounced) = (kept.input, kept.isShown)
        }
    }

    private func tell(_ event: LiveViewEvent) {
        switch event {
        case .filtersFailed(let reason): owner.standing.change { $0.filterFault = reason }
        case .filtersRecovered: owner.standing.change { $0.filterFault = nil }
        default: break
        }
        report(event)
    }

    /// The things with which a channel of another device goes on.
    var kept: Kept {
        Kept(owner: owner, frame: newest.kept(), input: input.number, isShown: isAnnounced)
    }

    // MARK: - What has changed

    /// Follows orders.
    ///
    /// - Parameters:
    ///   - new: The source.
    ///   - orders: The orders for all channels.
    ///   - takesFrames: True while the picture follows its source.
    /// - Returns: True when the picture is to be drawn once more.
    func follow(_ new: RenderOrders.Input, _ orders: RenderOrders.Values, takesFrames: Bool) -> Bool {
        let before = input
        input = new
        if new.number != before.number {
            isAnnounced = false
            shown.sourceChanged()
        }
        if orders.isFrozen != isFrozen { shown.interrupt() }
        isFrozen = orders.isFrozen
        cell.options = orders.options
        if before.queue == nil, let queue = new.queue, new.number == before.number, takesFrames {
            beginOutputs(before: queue)
        }
        if before.queue != nil, new.queue == nil { try? deliver() }
        let stands = isFrozen || !orders.isEnabled
        if new.queue == nil || !stands { spare = nil }
        if new.queue == nil || stands { forget() }
        cell.isEnabled = orders.isEnabled
        return followWishes()
    }

    private func followWishes() -> Bool {
        let wishes = owner.wishes
        defer { adjustments = wishes.adjustments }
        if !wishes.operations.elementsEqual(filters.operations, by: ===) {
            filters.operations = wishes.operations
            filters.isWaitedFor = isInWindow && !isAnnounced
            return true
        }
        guard wishes.adjustments != adjustments else { return false }
        filters.recompute()
        return filters.isActive
    }

    /// Lets go of the frame that was handed on and not loaded.
    func forget() { Frame.release(&next) }

    // MARK: - The way of a frame

    /// True while a frame waits to be taken.
    var isFrameWaiting: Bool { input.queue == nil ? input.slot?.waiting != nil : next != nil }

    /// Loads the newest frame.
    func load(at time: Int64) throws(ViewError) {
        var taken = input.queue == nil ? input.slot?.take() : next.take()
        defer { Frame.release(&taken) }
        if let frame = taken, let facts = try load(frame, into: cell, at: time) { held = facts }
    }

    /// Loads a frame; one that cannot be decoded costs itself alone.
    ///
    /// - Parameters:
    ///   - frame: The frame.
    ///   - cell: The cell.
    ///   - time: Now.
    /// - Returns: The facts about it; nil when it cannot be seen.
    /// - Throws: The driver's error.
    func load(
        _ frame: Frame, into cell: ViewCell, at time: Int64
    ) throws(ViewError) -> ShownFrame? {
        onTake(frame)
        let (facts, distrust) = shown.take(frame, at: time)
        if let distrust { tell(.stampsDistrusted(distrust)) }
        do throws(ViewError) {
            try load(frame, into: cell)
        } catch .frame(let error) {
            shown.addUndecodable()
            input.slot?.miss(FrameDrop(sequence: frame.sequence, reason: .undecodable))
            logger.debug("frame \(frame.sequence) is lost: \(error)")
            if let news = refusals.news(of: error, from: input.number, to: view.device) { tell(news) }
            return nil
        }
        refusals.isSeen()
        return facts
    }

    /// Loads a frame for what follows: the filters, or the drawing alone.
    private func load(_ frame: Frame, into cell: ViewCell) throws(ViewError) {
        let (start, before) = (MonotonicClock.threadTime(), cell.loadCount)
        defer {
            loadTime += MonotonicClock.threadTime() - start
            shown.add(loads: cell.loadCount - before)
        }
        // The view's own picture may have it draw by another path.
        if cell === view.own {
            try view.load(frame, for: filters.use)
        } else {
            try cell.load(frame, for: filters.use)
        }
    }

    /// Records the filters' work.
    ///
    /// - Parameters:
    ///   - newest: The newest frame; one that stays while filters come is read for them.
    ///   - commands: The recording.
    /// - Returns: The picture; nil when there is none.
    /// - Throws: The driver's error; the recording is then useless.
    func record(_ newest: NewestPicture, _ commands: Commands) throws(VulkanError) -> CurrentPicture? {
        let before = newest.loadCount
        newest.prepare(for: filters.use)
        if newest.loadCount != before { shown.add(loads: newest.loadCount - before) }
        return try filters.record(newest, commands)
    }

    /// Takes note of a commit that is about to be made.
    func willCommit(_ token: UInt64) { if let held { shown.willCommit(held, token: token) } }

    /// Takes note of a draw that is on its way to the screen.
    ///
    /// - Parameter end: The time after the present call.
    /// - Returns: The number of frames that have been shown until now; 0 where this was no new one.
    func presented(at end: Int64) -> UInt64 {
        hasCommittedFrame = held != nil
        guard let held else { return 0 }
        self.held = nil
        return shown.add(held, at: end, newest: input.slot?.waiting?.arrival)
    }

    /// Tells that the source's first picture is on its way to the screen, once.
    func announce() {
        guard hasCommittedFrame, !isAnnounced else { return }
        isAnnounced = true
        owner.standing.change { [number = input.number] in if $0.input == number { $0.isShowing = true } }
        tell(.showing)
    }

    /// Takes note of the callback of the last commit.
    func latched(at time: Int64, period: Int64) {
        guard hasCommittedFrame else { return }
        hasCommittedFrame = false
        shown.latched(at: time, newest: input.slot?.waiting?.sequence, period: period)
    }
}

extension [Channel] {
    /// Takes the first picture at its own size, or tells the reason why there is none.
    func photograph(in view: any ChannelView) -> Result<OffscreenPicture, LiveViewError> {
        guard let first else { return .failure(.noPicture) }
        do throws(ViewError) {
            let picture = try view.photograph(recording: first.record)
            return picture.map(Result.success) ?? .failure(.noPicture)
        } catch {
            return .failure(LiveViewError("The picture could not be saved: \(error)"))
        }
    }

    /// Makes and drops channels, if there are to be others.
    ///
    /// - Parameters:
    ///   - inputs: The channels that are to be there.
    ///   - make: Makes one, of this number.
    /// - Returns: True when there are others.
    /// - Throws: The error of `make`.
    mutating func follow(
        _ inputs: [RenderOrders.Input], make: (LiveViewChannel, Int) throws(ViewError) -> Channel
    ) throws(ViewError) -> Bool {
        guard !inputs.elementsEqual(self, by: { $0.channel === $1.owner }) else { return false }
        var new: [Channel] = []
        for (number, input) in inputs.enumerated() {
            let channel =
                if let known = first(where: { $0.owner === input.channel }) { known } else {
                    try make(input.channel, number)
                }
            new.append(channel)
        }
        self = new
        return true
    }
}
