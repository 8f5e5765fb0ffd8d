internal import Filters
internal import Frames
internal import LinuxIO
internal import VulkanCore
internal import VulkanView

/// A channel's work for outputs: every frame of the source, with what filters make of it.
extension Channel {
    /// The age beyond which the picture on the screen is not one of now, in nanoseconds.
    private static let longestPast: Int64 = 2_000_000_000
    /// The longest time for which frames are served before the thread looks at everything else, in nanoseconds.
    private static let longestServing: Int64 = 30_000_000
    /// The time without a frame too many after which all are served again, in nanoseconds.
    private static let recovery: Int64 = 1_000_000_000

    /// Begins the first output for pictures with the one on the screen.
    func beginOutputs(before queue: FrameOutput) {
        guard let now = newest.moment, now.arrival > MonotonicClock.now() - Self.longestPast,
            now.arrival < queue.waiting?.arrival ?? .max, let frame = newest.kept()
        else { return }
        outputs.begin(frame.sequence)
        sourceRotation = frame.rotation
        guard filters.isActive else { return outputs.publish(frame, cell.options) }
        // A picture that was computed for the window alone is not handed on.
        filters.recompute()
        newest.prepare(for: filters.use)
        // A failure is met again by the next frame.
        guard (try? filters.compute(newest)) != nil else { return }
        if !filters.hasResult(of: newest) { handOn(frame) }
    }

    /// Serves the frames that wait in the queue: each goes to the outputs with what filters make of it, whether the window shows it
    /// or not; the last one is shown next.
    ///
    /// - Parameter takesFrames: True while the picture follows its source.
    /// - Returns: False when there may be more, for which there was no time: filters that are slower than the camera must not keep
    ///   the thread from everything else.
    /// - Throws: The driver's error.
    func serve(takesFrames: Bool) throws(ViewError) -> Bool {
        guard let queue = input.queue else { return true }
        if filters.isActive { forget() }
        let end = MonotonicClock.now() + Self.longestServing
        while MonotonicClock.now() < end {
            if filters.isActive { keepUp(with: queue) }
            var taken = queue.take()
            defer { Frame.release(&taken) }
            // Results of the frame before: they are done by now.
            try deliver()
            guard let frame = taken else { return true }
            outputs.begin(frame.sequence)
            sourceRotation = frame.rotation
            filters.takeWhatIsFree()
            if filters.isActive {
                try compute(frame, takesFrames)
            } else {
                outputs.publish(frame, cell.options)
                if takesFrames { swap(&next, &taken) }
            }
        }
        return false
    }

    /// Loads a frame and computes its picture for the outputs; while the picture on the screen stands still, beside it.
    private func compute(_ frame: Frame, _ takesFrames: Bool) throws(ViewError) {
        let cell = if takesFrames { self.cell } else if let spare { spare } else { try view.makeCell() }
        if !takesFrames { spare = cell }
        guard let facts = try load(frame, into: cell, at: MonotonicClock.now()) else {
            return outputs.miss(FrameDrop(sequence: frame.sequence, reason: .undecodable))
        }
        if takesFrames { held = facts }
        do throws(VulkanError) { try filters.compute(cell.newest) } catch { throw .vulkan(error) }
        if !filters.hasResult(of: cell.newest) { handOn(frame) }
    }

    /// Hands on a frame of which filters have made nothing.
    private func handOn(_ frame: Frame) {
        if filters.isHeld {
            outputs.miss(FrameDrop(sequence: frame.sequence, reason: .withheld))
        } else {
            // Until their kernels are ready, filters show the frame as it is.
            outputs.publish(frame, cell.options)
        }
    }

    /// Serves the newest frames alone while filters are slower than the source: frames are lost in any case, and so the picture is new.
    private func keepUp(with queue: FrameOutput) {
        let now = MonotonicClock.now()
        if queue.isFull { shortUntil = now + Self.recovery }
        guard now < shortUntil, queue.waitingFrames.count > 1 else { return }
        shortUntil = now + Self.recovery
        queue.expire(leaving: 1)
    }

    /// Hands on the pictures that the filters have made since the last time.
    func deliver() throws(ViewError) {
        do throws(VulkanError) {
            try filters.deliver { frame, sequence in
                if let frame {
                    outputs.publish(frame, cell.options, turned: sourceRotation)
                } else {
                    outputs.miss(FrameDrop(sequence: sequence, reason: .noBuffer))
                }
            }
        } catch {
            throw .vulkan(error)
        }
    }
}
