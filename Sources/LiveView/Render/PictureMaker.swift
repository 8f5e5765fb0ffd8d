internal import Filters
internal import Frames
internal import LinuxIO
internal import VulkanCore
internal import VulkanView

/// The render thread's work for outputs: every frame of the source, with what filters make of it.
///
/// Confined to the render thread.
struct PictureMaker {
    /// The longest time for which frames are served before the thread looks at everything else, in nanoseconds.
    private static let longestServing: Int64 = 30_000_000

    /// The time without a frame too many after which all are served again, in nanoseconds.
    private static let recovery: Int64 = 1_000_000_000

    /// The moment until which only the newest frames are served.
    private var shortUntil: Int64 = 0

    let filters: FilterStage
    let outputs: ViewOutputs
    /// The turn of the source's frames, which filters apply.
    private var sourceRotation = Rotation.none

    init(_ filters: FilterStage, _ outputs: ViewOutputs) {
        self.filters = filters
        self.outputs = outputs
    }

    /// Begins with the picture that is on the screen.
    ///
    /// - Parameters:
    ///   - newest: The picture.
    ///   - frame: The picture, as it came from the source.
    ///   - options: The view's placement.
    /// - Throws: The driver's error.
    mutating func begin(
        with newest: NewestPicture, _ frame: Frame?, _ options: ViewOptions
    ) throws(VulkanError) {
        guard let frame else { return }
        outputs.begin(frame.sequence)
        sourceRotation = frame.rotation
        guard filters.isActive else { return outputs.publish(frame, options) }
        // A picture that was computed for the window alone is not handed on.
        filters.recompute()
        try filters.compute(newest)
        if !filters.hasResult(of: newest) { handOn(frame, options) }
    }

    /// Hands on a frame of which filters have made nothing.
    private func handOn(_ frame: Frame, _ options: ViewOptions) {
        if filters.isHeld {
            outputs.miss(FrameDrop(sequence: frame.sequence, reason: .withheld))
        } else {
            // Until their kernels are ready, filters show the frame as it is.
            outputs.publish(frame, options)
        }
    }

    /// Serves the frames that wait.
    ///
    /// - Parameters:
    ///   - every: Every frame of the source.
    ///   - options: The view's placement.
    ///   - load: Gives a frame to the device; nil for one that cannot be decoded.
    ///   - handed: Called with each frame that was handed on as it is; it may keep it.
    /// - Returns: False when there may be more, for which there was no time: filters that are slower than the camera must not keep
    ///   the thread from everything else.
    /// - Throws: The driver's error, or that of `load`.
    mutating func serve(
        _ every: FrameOutput, _ options: ViewOptions,
        load: (Frame) throws(ViewError) -> NewestPicture?, handed: (inout Frame?) -> Void = { _ in }
    ) throws(ViewError) -> Bool {
        let end = MonotonicClock.now() + Self.longestServing
        while MonotonicClock.now() < end {
            if filters.isActive { keepUp(with: every) }
            var taken = every.take()
            defer { Frame.release(&taken) }
            // Results of the frame before: they are done by now.
            do throws(VulkanError) { try deliver(options) } catch { throw .vulkan(error) }
            guard let frame = taken else { return true }
            outputs.begin(frame.sequence)
            sourceRotation = frame.rotation
            filters.takeWhatIsFree()
            guard filters.isActive else {
                outputs.publish(frame, options)
                handed(&taken)
                continue
            }
            guard let newest = try load(frame) else {
                outputs.miss(FrameDrop(sequence: frame.sequence, reason: .undecodable))
                continue
            }
            do throws(VulkanError) { try filters.compute(newest) } catch { throw .vulkan(error) }
            if !filters.hasResult(of: newest) { handOn(frame, options) }
        }
        return false
    }

    /// Serves the newest frames alone while filters are slower than the source: frames are lost in any case, and so the picture is new.
    private mutating func keepUp(with every: FrameOutput) {
        let now = MonotonicClock.now()
        if every.isFull { shortUntil = now + Self.recovery }
        guard now < shortUntil, every.waitingFrames.count > 1 else { return }
        shortUntil = now + Self.recovery
        every.expire(leaving: 1)
    }

    /// Hands on the pictures that the filters have made since the last time.
    func deliver(_ options: ViewOptions) throws(VulkanError) {
        try filters.deliver { frame, sequence in
            if let frame {
                outputs.publish(frame, options, turned: sourceRotation)
            } else {
                outputs.miss(FrameDrop(sequence: sequence, reason: .noBuffer))
            }
        }
    }
}
