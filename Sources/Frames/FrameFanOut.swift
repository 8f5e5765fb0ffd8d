internal import LinuxIO
internal import Synchronization

/// A source of frames: whoever wants them gives it an output.
public protocol FrameSource: AnyObject, Sendable {
    /// Adds an output, which gets the frames from the next one on; one that is there already stays as it is.
    func add(_ output: FrameOutput)
    /// Removes an output; the frames that it holds stay in it.
    func remove(_ output: FrameOutput)
}

/// The outputs of a source: each frame goes to all of them, by reference.
///
/// What consumers hold never takes the source's last buffers: where only one is left, queues get copies, and where none is,
/// everyone does. Thread-safe; frames are published from one thread at a time.
public final class FrameFanOut: FrameSource {
    /// The number of free buffers below which queues get copies.
    private static let reserve = 2
    /// The number of copies beside those that fit into queues.
    ///
    /// Who hands them on is not told of them, and begins to copy in time: what consumers of its own hold must not be all of them.
    private static let spare = 8

    private struct State {
        var outputs: [FrameOutput] = []
        var hasQueue = false
        /// Copies, as many as queues may hold and a few more.
        var copies = FrameBufferPool(limit: FrameFanOut.spare, hidden: FrameFanOut.spare)
        var wish: (@Sendable () -> Void)?

        mutating func outputsChanged() {
            let lengths = outputs.map {
                if case .queue(let capacity, _) = $0.policy { FrameOutput.length(capacity) } else { 0 }
            }
            hasQueue = lengths.contains { $0 > 0 }
            copies = FrameBufferPool(
                limit: lengths.reduce(FrameFanOut.spare, +), hidden: FrameFanOut.spare)
        }
    }

    private let state: Mutex<State>
    /// True from the source's end to its next beginning; entered under the lock, which orders what outputs hear of it.
    private let end = StateNews(false)

    /// Makes a fan-out.
    ///
    /// - Parameter outputs: The first outputs.
    public init(_ outputs: [FrameOutput] = []) {
        state = Mutex(State())
        for output in outputs { add(output) }
    }

    deinit { for output in outputs { _ = output.forget(self, hasEnded: true) } }

    /// The outputs.
    public var outputs: [FrameOutput] { state.withLock { $0.outputs } }

    /// Adds an output, which gets the frames from the next one on, until it is finished; one that is there already stays as it is.
    public func add(_ output: FrameOutput) {
        let wish = state.withLock { state -> (@Sendable () -> Void)? in
            guard !state.outputs.contains(where: { $0 === output }) else { return nil }
            state.outputs.append(output)
            state.outputsChanged()
            output.setEnded(self, end.state)
            output.onWish(of: self, state.wish)
            return state.wish
        }
        // A source that rests because nobody looked has somebody now.
        wish?()
    }

    /// Removes an output; the frames that it holds stay in it.
    public func remove(_ output: FrameOutput) {
        // Let go of outside the lock: what a source's wish holds may end with it.
        let old = state.withLock { state in
            state.outputs.removeAll { $0 === output }
            state.outputsChanged()
            return output.forget(self)
        }
        withExtendedLifetime(old) {}
    }

    /// True when every frame counts, since an output is a queue.
    public var takesEveryFrame: Bool {
        state.withLock { state in
            state.hasQueue && state.outputs.contains { $0.policy != .newest && !$0.isFinished }
        }
    }

    /// True when an output wants frames: otherwise the source may rest.
    public var wantsFrames: Bool { outputs.contains { $0.wantsFrames } }

    /// Sets the closure that wakes a source which rests, called on consumers' threads; nil for none.
    ///
    /// It must not block.
    public func onWish(_ wish: (@Sendable () -> Void)?) {
        // The old ones are let go of outside the lock: what they hold may end with them.
        let old = state.withLock { state in
            let old = (state.wish, state.outputs.map { $0.onWish(of: self, wish) })
            state.wish = wish
            return old
        }
        withExtendedLifetime(old) {}
    }

    /// Hands a frame to all outputs.
    ///
    /// - Parameters:
    ///   - frame: The frame.
    ///   - isLate: True when a newer one follows at once: only queues get it.
    public func publish(_ frame: consuming Frame, isLate: Bool = false) {
        var frame: Frame? = consume frame
        var (outputs, hasQueue) = state.withLock { ($0.outputs, $0.hasQueue) }
        if outputs.contains(where: \.isFinished) {
            for output in outputs where output.isFinished { remove(output) }
            (outputs, hasQueue) = state.withLock { ($0.outputs, $0.hasQueue) }
        }
        let left = frame?.idleBufferCount ?? .max
        if outputs.count == 1, !hasQueue, !isLate, left > 0, let only = frame.take() {
            return outputs[0].publish(only)
        }
        guard let sequence = frame?.sequence else { return }
        // The view comes first: a copy takes time.
        for output in outputs where output.policy == .newest {
            if isLate {
                output.miss(FrameDrop(sequence: sequence, reason: .late))
            } else {
                hand(frame, to: output, copied: left < 1)
            }
        }
        for output in outputs where output.policy != .newest {
            hand(frame, to: output, copied: left < Self.reserve)
        }
        Frame.release(&frame)
    }

    private func hand(_ frame: Frame?, to output: FrameOutput, copied: Bool) {
        guard let frame else { return }
        guard copied else { return output.publish(frame) }
        if let copy = state.withLock({ $0.copies }).copy(of: frame) {
            output.publish(copy)
        } else {
            output.miss(FrameDrop(sequence: frame.sequence, reason: .noBuffer))
        }
    }

    /// Tells all outputs of frames that never came.
    public func miss(_ drop: FrameDrop) { for output in outputs { output.miss(drop) } }

    /// Tells whether the source has ended: loops over the frames of outputs that have no other source end when they have what waits,
    /// and those that begin later do so at once, until the source begins again.
    public func setSourceEnded(_ hasEnded: Bool) {
        state.withLock { state in
            guard end.state != hasEnded else { return }
            end.enter(hasEnded)
            for output in state.outputs { output.setEnded(self, hasEnded) }
        }
        end.tell()
    }

    /// Sets the closure to call when the source ends, with true, and when it begins again, with false; nil for none.
    ///
    /// Called on the thread that tells so, or on another one that does at the same time; it must not block. One that has ended already tells
    /// it at once.
    ///
    /// - Parameters:
    ///   - observer: The one for whom it is called, and not kept alive; each has a closure of its own.
    ///   - changed: Told of it.
    public func onSourceEnded(of observer: AnyObject, _ changed: (@Sendable (Bool) -> Void)?) {
        end.observe(by: observer, changed)
        if end.state { changed?(true) }
    }

    /// Lets go of the frames that wait in outputs of the newest, since they grow old; what waits in queues stays.
    public func expire() { for output in outputs where output.policy == .newest { output.expire() } }
}
