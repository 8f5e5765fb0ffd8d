internal import Capture
internal import Filters
internal import FrameTools
internal import Frames
internal import LinuxIO
internal import LiveView
internal import Logging
internal import Overlay
internal import Synchronization
internal import VulkanView

/// The live thumbnails of the panel of filters: the newest picture in small through each filter in sight.
///
/// They are computed on a thread of low priority and on a device of their own, which are there only while the panel is open. A frame is asked for when
/// a round is due and goes back before filters run, so that the camera lacks no buffer; while the view shows nothing new, no frame is taken.
/// Of a picture that stands still the view gives a photograph, filters on it included, and each thumbnail is computed once. Thread-safe.
final class FilterThumbnails: Sendable {
    /// The wishes of the open panel.
    struct Wish {
        /// The names of the filters in sight, in order.
        var sight: [String]
        /// The placement of the picture.
        var view: ViewOptions
        /// True while the picture stands still.
        var isStill = false
    }

    /// The picture that stands still.
    private enum Still {
        case none
        /// The view has been asked for it.
        case asked
        case here(OffscreenPicture)
        /// There is none.
        case missing
    }

    private enum Step {
        /// Nothing, until there is another wish.
        case rest
        case wait(until: Int64)
        case round(ViewOptions)
        /// A round of the picture that stands still.
        case still(OffscreenPicture)
        /// The picture that stands still is to be asked for, with the number of the standstill.
        case ask(Int)
    }

    private struct State {
        var wish: Wish?
        var turns = ThumbnailTurns()
        /// The filters that cannot be run.
        var refused: Set<String> = []
        /// True where there is no device for thumbnails.
        var isBroken = false
        var isRunning = false
        var still = Still.none
        /// The number of times that the picture stood still, or did so in another way.
        var standstills = 0
        /// The filters whose thumbnails of the still picture are there.
        var finished: Set<String> = []

        mutating func take(_ wish: Wish?) {
            let before = self.wish
            self.wish = wish
            if wish?.isStill != before?.isStill || wish?.isStill == true && !Self.isSame(wish, before) {
                (still, finished) = (.none, [])
                standstills += 1
            }
            follow()
        }

        mutating func follow() {
            let isMissing = if case .missing = still { true } else { false }
            turns.sight =
                isBroken || isMissing
                ? [] : (wish?.sight ?? []).filter { !refused.contains($0) && !finished.contains($0) }
        }

        /// Tells whether a still picture is turned and mirrored as before.
        private static func isSame(_ one: Wish?, _ other: Wish?) -> Bool {
            one?.view.rotation == other?.view.rotation && one?.view.isMirrored == other?.view.isMirrored
        }
    }

    private let session: CaptureSession
    private let view: LiveView
    private let device: String?
    private let logger: Logger
    private let deliver: @Sendable ([String: Thumbnail]) -> Void
    private let bell: Wakeup
    private let queue = SerialQueue(name: "thumbnails", niceness: 10)
    private let state = Mutex(State())

    /// Prepares thumbnails; nothing is computed before there is a wish.
    ///
    /// - Parameters:
    ///   - session: The source of the pictures.
    ///   - view: The view that shows them.
    ///   - device: The device that was asked for, which the view's comes before.
    ///   - logger: Told of each round, and of what cannot be computed.
    ///   - deliver: Called with the thumbnails of each round, by the filters' names, on another thread; must not block.
    /// - Throws: The error of a process that has no descriptor left.
    init(
        of session: CaptureSession, in view: LiveView, device: String?, logger: Logger,
        deliver: @escaping @Sendable ([String: Thumbnail]) -> Void
    ) throws(SystemError) {
        bell = try Wakeup()
        (self.session, self.view, self.device) = (session, view, device)
        (self.logger, self.deliver) = (logger, deliver)
    }

    /// Computes what is wished for, from now on; nil to end, and to let go of the device.
    func follow(_ wish: Wish?) {
        let begins = state.withLock { state in
            if wish == nil { (state.turns, state.refused, state.isBroken) = (ThumbnailTurns(), [], false) }
            state.take(wish)
            guard wish != nil, !state.isRunning else { return false }
            state.isRunning = true
            return true
        }
        bell.ring()
        if begins { queue.add { [self] in run() } }
    }

    /// Ends, and waits until the device is let go of.
    ///
    /// - Parameter deadline: The moment to stop waiting, in nanoseconds of `MonotonicClock`.
    func finish(until deadline: Int64) {
        follow(nil)
        guard let gate = try? Gate() else { return }
        queue.add { gate.open() }
        _ = gate.wait(until: deadline)
    }

    // MARK: - The thread

    private func run() {
        let converter = FrameConverter(limit: 2)
        var maker: ThumbnailMaker?
        var output: FrameOutput?
        /// The number of pictures that the view had shown at the last round.
        var shown: UInt64 = 0
        while let step = nextStep() {
            guard case .round(let placement) = step else {
                unlink(&output)
                switch step {
                case .rest, .round: bell.wait()
                case .wait(let moment): bell.wait(until: moment)
                case .ask(let number): ask(number)
                case .still(let picture):
                    // The next picture that runs is another one.
                    shown = 0
                    computeStill(picture, &maker)
                }
                continue
            }
            if output == nil { output = link() }
            let count = view.shownCount
            var frame = count == shown ? nil : output?.take()
            guard frame != nil else {
                // Frames ring, and so does another wish.
                bell.wait()
                continue
            }
            unlink(&output)
            shown = count
            let picture = frame.flatMap { small($0, placement, converter) }
            Frame.release(&frame)
            let due = state.withLock { $0.turns.take(at: MonotonicClock.now()) }
            if let picture {
                compute(due, &maker) { (maker) throws(FilterError) in try maker.take(picture) }
            }
        }
        unlink(&output)
    }

    private func nextStep() -> Step? {
        state.withLock { state in
            guard let wish = state.wish else {
                state.isRunning = false
                return nil
            }
            guard let moment = state.turns.nextRound else { return .rest }
            guard moment <= MonotonicClock.now() else { return .wait(until: moment) }
            guard wish.isStill else { return .round(wish.view) }
            switch state.still {
            case .here(let picture): return .still(picture)
            case .none:
                state.still = .asked
                return .ask(state.standstills)
            case .asked, .missing: return .rest
            }
        }
    }

    /// Asks the view for the picture that stands still.
    private func ask(_ number: Int) {
        view.photograph { [weak self] result in
            guard let self else { return }
            state.withLock { state in
                guard state.standstills == number else { return }
                state.still = if case .success(let picture) = result { .here(picture) } else { .missing }
                state.follow()
            }
            bell.ring()
        }
    }

    /// Computes a round of thumbnails of the picture that stands still.
    private func computeStill(_ picture: OffscreenPicture, _ maker: inout ThumbnailMaker?) {
        let (due, number) = state.withLock { ($0.turns.take(at: MonotonicClock.now()), $0.standstills) }
        let small = ThumbnailMaker.small(picture)
        compute(due, &maker) { (maker) throws(FilterError) in try maker.take(small) }
        state.withLock { state in
            guard state.standstills == number else { return }
            state.finished.formUnion(due)
            state.follow()
        }
    }

    private func link() -> FrameOutput {
        let output = FrameOutput()
        output.onArrival { [bell] in bell.ring() }
        session.add(output)
        return output
    }

    private func unlink(_ output: inout FrameOutput?) {
        output.map(session.remove)
        output = nil
    }

    private func small(_ frame: Frame, _ placement: ViewOptions, _ converter: FrameConverter) -> Frame? {
        do throws(FrameToolError) {
            return try ThumbnailMaker.small(frame, as: placement, by: converter)
        } catch {
            logger.debug("there are no thumbnails of frame \(frame.sequence): \(error)")
            return nil
        }
    }

    /// Computes the thumbnails of a round, as long as somebody wishes for some.
    private func compute(
        _ names: [String], _ maker: inout ThumbnailMaker?,
        of take: (ThumbnailMaker) throws(FilterError) -> Void
    ) {
        var made: [String: Thumbnail] = [:]
        do throws(FilterError) {
            let known = if let maker { maker } else { try open() }
            maker = known
            try take(known)
            for name in names where state.withLock({ $0.wish != nil }) {
                made[name] = try thumbnail(name, by: known)
            }
        } catch {
            maker = nil
            logger.notice("filters have no thumbnails: \(error)")
            state.withLock { state in
                state.isBroken = state.wish != nil
                state.follow()
            }
        }
        guard !made.isEmpty else { return }
        logger.debug("thumbnails of \(made.keys.sorted().joined(separator: ", "))")
        deliver(made)
    }

    private func open() throws(FilterError) -> ThumbnailMaker {
        try ThumbnailMaker(
            on: view.viewReport?.deviceIdentity, orSelecting: device, logger: logger)
    }

    /// Computes one thumbnail; a filter that cannot be run goes without.
    private func thumbnail(_ name: String, by maker: ThumbnailMaker) throws(FilterError) -> Thumbnail? {
        do throws(FilterError) {
            return try maker.thumbnail(name)
        } catch .vulkan(let error) {
            throw .vulkan(error)
        } catch {
            logger.debug("\(name) has no thumbnail: \(error)")
            state.withLock { state in
                state.refused.insert(name)
                state.follow()
            }
            return nil
        }
    }
}
