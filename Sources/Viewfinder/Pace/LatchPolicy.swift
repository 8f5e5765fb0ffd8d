/// When to draw: at once, at a moment, or not before something happens.
///
/// Pure: time and events come from outside.
///
/// A camera that is not faster than the display is drawn as its frames arrive. One that is faster has always a frame
/// ready: there the draw waits for the last moment before the compositor's next deadline and takes the newest then.
struct LatchPolicy {
    /// What the loop sees at this moment.
    struct Situation {
        var now: Int64 = 0
        /// The compositor has said how large the window is.
        var isConfigured = true
        /// Nobody sees the window.
        var isSuspended = false
        /// The compositor has not yet taken the last picture.
        var isCallbackOwed = false
        /// Since when, in nanoseconds.
        var owedSince: Int64 = 0
        /// The window has another size than the last picture, or its configure wants an answer.
        var isNewSize = false
        /// The same frame is to be drawn in another way.
        var isRedrawWanted = false
        /// A frame that was taken has not been presented.
        var holdsFrame = false
        /// Frames are to be taken: the picture is not frozen.
        var takesFrames = true
        /// A frame waits to be taken.
        var isFrameWaiting = false
    }

    enum Decision: Equatable {
        case draw
        /// Sleep until the time (nil: for ever) or until something changes; frames wake only when asked for.
        case wait(until: Int64?, forFrames: Bool)
    }

    /// Time for what no estimate foresees: the scheduler, and the compositor's own reading of the commit.
    static let safety: Int64 = 1_650_000

    /// Whether draws may wait for the last moment.
    var mayLatchLate = true
    private(set) var camera = CameraPace()
    private(set) var display = DisplayPace()
    private(set) var drawTime = DrawTimeEstimate()
    private(set) var lead = LatchLead()
    /// Draws that waited for the last moment.
    private(set) var late: UInt64 = 0
    /// Those of them that the compositor took a refresh later than planned.
    private(set) var missed: UInt64 = 0
    /// The deadline that the next draw waits for.
    private var plan: Int64?
    /// The deadline that the last draw was for, and when that draw was done.
    private var awaited: (deadline: Int64, done: Int64)?
    /// Not to draw before this time; nil after a draw that came to the screen.
    private var retryAt: Int64?
    private var retryDelay: Int64 = 0

    /// Hidden windows and stuck compositors are asked again at most this often.
    private static let longestRetry: Int64 = 500_000_000

    // MARK: - What has happened

    /// The display's claimed time between two refreshes.
    mutating func claim(period: Int64) { display.claim(period: period) }

    /// A frame was taken.
    mutating func took(arrival: Int64, sequence: UInt32) { camera.add(arrival: arrival, sequence: sequence) }

    /// Frames come from another source from now on.
    mutating func sourceChanged() { camera = CameraPace() }

    /// A frame callback was heard.
    mutating func callbackCame(at time: Int64) {
        if let awaited {
            judge(time, awaited.deadline, awaited.done)
        } else {
            lead.rested()
        }
        awaited = nil
        display.callback(at: time)
    }

    /// A commit was shown.
    mutating func presented(at time: Int64) { display.presented(at: time) }

    /// A draw was decided and is done.
    ///
    /// - Parameters:
    ///   - start: When it began, with taking the frame.
    ///   - end: When the present call returned.
    mutating func drew(from start: Int64, to end: Int64) {
        // An estimate beyond a refresh would say no more than that there is no time to wait.
        drawTime.add(min(end - start, display.period))
        awaited = plan.map { ($0, end) }
        if plan != nil { late += 1 }
        plan = nil
        (retryAt, retryDelay) = (nil, 0)
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

    // MARK: - What to do

    /// The camera is faster than the display, by more than the errors of both measurements.
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

    /// Only another size is worth a picture that replaces one which was not yet seen, and that once a refresh: so late
    /// that it is drawn when the refresh is over.
    private mutating func decideUnseen(_ situation: Situation) -> Decision {
        guard situation.isNewSize else { return .wait(until: nil, forFrames: false) }
        let due = situation.owedSince + display.period - min(drawTime.value, display.period / 2)
        if situation.isCallbackOwed, !situation.isSuspended, situation.now < due {
            return .wait(until: due, forFrames: false)
        }
        return draw()
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
