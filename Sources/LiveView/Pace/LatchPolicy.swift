internal import WaylandClient

/// The choice of the moment to draw: at once, at a time, or not before something happens.
///
/// Pure: time and events come from outside.
///
/// A camera that is not faster than the display is drawn as its frames arrive. One that is faster has always a frame
/// ready: there the draw waits for the last moment before the compositor's next deadline and takes the newest then.
struct LatchPolicy {
    /// The facts that the loop sees at this moment.
    struct Situation {
        var now: Int64 = 0
        /// True once the compositor has said how large the window is.
        var isConfigured = true
        /// True while nobody sees the window.
        var isSuspended = false
        /// True where the compositor tells when nobody sees the window.
        var tellsSuspension = false
        /// True until the compositor has taken the last picture.
        var isCallbackOwed = false
        /// The moment since which the callback is owed, in nanoseconds.
        var owedSince: Int64 = 0
        /// True when the window has another size than the last picture, or its configure wants an answer.
        var isNewSize = false
        /// True when the frame is to be drawn again in another way.
        var isRedrawWanted = false
        /// True while a frame that was taken has not been presented.
        var holdsFrame = false
        /// True while frames are to be taken: the picture is not frozen.
        var takesFrames = true
        /// True while a frame waits to be taken.
        var isFrameWaiting = false
    }

    enum Decision: Equatable {
        case draw
        /// Commit the last picture once more: the compositor may have lost the callback that it owes.
        case drawAgain
        /// Sleep until the time (nil: without a limit) or until something changes; frames wake only when asked for.
        case wait(until: Int64?, forFrames: Bool)
    }

    /// The time for delays that no estimate foresees: the scheduler's, and the compositor's own reading of the commit.
    static let safety: Int64 = 1_650_000

    /// True when draws may wait for the last moment.
    var mayLatchLate = true
    private(set) var camera = CameraPace()
    private(set) var display = DisplayPace()
    private(set) var drawTime = DrawTimeEstimate()
    private(set) var lead = LatchLead()
    /// The number of draws that waited for the last moment.
    private(set) var late: UInt64 = 0
    /// The number of late draws that the compositor took a refresh later than planned.
    private(set) var missed: UInt64 = 0
    /// The deadline that the next draw waits for.
    private var plan: Int64?
    /// The deadline that the last draw was for, and the moment when that draw was done.
    private var awaited: (deadline: Int64, done: Int64)?
    /// The moment at which the last draw began, while a graphics card may still be at work on it; else nil.
    private var unfinished: Int64?
    /// Not to draw before this time; nil after a draw that came to the screen.
    private var retryAt: Int64?
    private var retryDelay: Int64 = 0
    /// The number of pictures, one after the other, that were committed once more, without an answer.
    private var repeats = 0

    /// Hidden windows and stuck compositors are asked again at most this often.
    private static let longestRetry: Int64 = 500_000_000

    // MARK: - Events

    /// The display's claimed time between two refreshes.
    mutating func claim(period: Int64) { display.claim(period: period) }

    /// Notes that a frame was taken.
    mutating func took(arrival: Int64, sequence: UInt32) { camera.add(arrival: arrival, sequence: sequence) }

    /// Notes that frames come from another source from now on.
    mutating func sourceChanged() { camera = CameraPace() }

    /// Notes that a frame callback was heard.
    mutating func callbackCame(at time: Int64) {
        repeats = 0
        if let awaited {
            judge(time, awaited.deadline, awaited.done)
        } else {
            lead.rested()
        }
        awaited = nil
        display.callback(at: time)
    }

    /// Notes that a commit was shown.
    mutating func presented(at time: Int64) { display.presented(at: time) }

    /// Notes that a draw was decided and its calls are done.
    ///
    /// - Parameters:
    ///   - start: The moment at which it began, with taking the frame.
    ///   - end: The moment at which the present call returned.
    ///   - isCard: True for a graphics card, which is at work after that; see ``finished(at:)``.
    ///   - isRepeat: True for the last picture once more.
    mutating func drew(from start: Int64, to end: Int64, byCard isCard: Bool = false, isRepeat: Bool = false)
    {
        if isRepeat { repeats += 1 }
        let time = min(end - start, display.period)
        // An estimate beyond a refresh would say no more than that there is no time to wait.
        if isCard { drawTime.add(atLeast: time) } else { drawTime.add(time) }
        unfinished = isCard ? start : nil
        awaited = plan.map { ($0, end) }
        if plan != nil { late += 1 }
        plan = nil
        (retryAt, retryDelay) = (nil, 0)
    }

    /// True while it is worth to wait for a graphics card's end of the last draw: the next one may have to wait for the last moment.
    var wantsFinish: Bool { unfinished != nil && mayLatchLate && isCameraFaster }

    /// Notes that a graphics card is done with the last draw, or was given up at this moment.
    mutating func finished(at time: Int64) {
        guard let start = unfinished else { return }
        unfinished = nil
        drawTime.add(min(time - start, display.period))
        if let deadline = awaited?.deadline { awaited = (deadline, time) }
    }

    /// A draw was decided and the compositor had no image for it: the next one waits, longer each time.
    mutating func failed(at time: Int64, refreshPeriod: Int64) {
        retryDelay = min(max(refreshPeriod / 2, retryDelay * 2), Self.longestRetry)
        retryAt = time + retryDelay
    }

    /// Something has happened that may have freed an image.
    mutating func mayRetry() { retryAt = nil }

    private mutating func judge(_ time: Int64, _ deadline: Int64, _ done: Int64) {
        // After a longer time the window was hidden, which is nobody's miss.
        guard time < deadline + 4 * display.period else { return }
        if time > deadline + display.period / 2 {
            missed += 1
            // A draw that took too long is the estimate's to learn from, not a habit of the compositor.
            if done < deadline { lead.missed(period: display.period) }
        } else {
            lead.met()
        }
    }

    // MARK: - Decisions

    /// True when the camera is faster than the display, by more than the errors of both measurements.
    var isCameraFaster: Bool {
        guard let period = camera.period else { return false }
        return period * 100 < display.period * 98
    }

    mutating func decide(_ situation: Situation) -> Decision {
        guard situation.isConfigured else { return .wait(until: nil, forFrames: false) }
        if let retryAt, situation.now < retryAt {
            return .wait(until: retryAt, forFrames: false)
        }
        if situation.isSuspended || situation.isCallbackOwed { return decideUnseen(situation) }
        if situation.isNewSize || situation.isRedrawWanted || situation.holdsFrame { return draw() }
        guard situation.takesFrames, situation.isFrameWaiting else {
            return .wait(until: nil, forFrames: situation.takesFrames)
        }
        return decideLate(situation)
    }

    /// Decides while the last picture was not yet seen: only another size is worth one that replaces it, and that once
    /// a refresh: so late that it is drawn when the refresh is over.
    private mutating func decideUnseen(_ situation: Situation) -> Decision {
        guard situation.isNewSize else { return decideOverdue(situation) }
        let due = situation.owedSince + display.period - min(drawTime.value, display.period / 2)
        if situation.isCallbackOwed, !situation.isSuspended, situation.now < due {
            return .wait(until: due, forFrames: false)
        }
        return draw()
    }

    /// Decides while a callback is owed: a window that is seen gets one within a second, else it may be lost, which one more commit shows.
    ///
    /// Each wait is four times as long as the one before, for displays may be off. Where the compositor does not tell that the window is hidden,
    /// silence after one more commit does.
    private func decideOverdue(_ situation: Situation) -> Decision {
        guard !situation.isSuspended, repeats < (situation.tellsSuspension ? 16 : 1) else {
            return .wait(until: nil, forFrames: false)
        }
        let due = situation.owedSince + SurfaceState.callbackPatience << Int64(2 * repeats)
        guard situation.now >= due else { return .wait(until: due, forFrames: false) }
        let isPictureWanted =
            situation.isRedrawWanted || situation.holdsFrame
            || situation.takesFrames && situation.isFrameWaiting
        return isPictureWanted ? .drawAgain : .wait(until: nil, forFrames: situation.takesFrames)
    }

    private mutating func decideLate(_ situation: Situation) -> Decision {
        guard mayLatchLate, isCameraFaster else { return draw() }
        if let plan, plan <= situation.now { self.plan = nil }
        guard let deadline = plan ?? display.deadline(after: situation.now) else { return draw() }
        let start = deadline - drawTime.value - Self.safety - lead.value
        if situation.now < start {
            plan = deadline
            return .wait(until: start, forFrames: false)
        }
        // A frame that came later than the last moment is drawn at once and may well be too late; that is no miss.
        return plan != nil && situation.now < start + Self.safety ? .draw : draw()
    }

    private mutating func draw() -> Decision {
        plan = nil
        return .draw
    }
}
