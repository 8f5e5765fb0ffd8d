internal import Frames
internal import LinuxIO
internal import Synchronization
internal import VulkanView

/// The outputs that get pictures as they are seen: upright as the source says, or turned and mirrored as the view shows them.
///
/// Thread-safe; pictures are published by the render thread.
final class ViewOutputs: Sendable {
    private let upright = FrameFanOut()
    private let turned = FrameFanOut()

    /// The numbers of the frames that have been taken from the source, and neither handed on nor told as lost.
    private let begun = Mutex<[UInt32]>([])
    private let wishChanged = Callback<Void, Void>()

    /// Sets the closure to call when ``wantsFrames`` may have changed: the last output has finished, or nobody reads it, or again.
    func onWishChanged(_ call: @escaping @Sendable () -> Void) {
        wishChanged.current = { _ in call() }
        upright.onWish(call)
        turned.onWish(call)
    }

    /// False where there is no output, or none that is read.
    var wantsFrames: Bool { upright.wantsFrames || turned.wantsFrames }

    /// Adds an output, or takes it for the other kind.
    func add(_ output: FrameOutput, turned isTurned: Bool) {
        (isTurned ? upright : turned).remove(output)
        (isTurned ? turned : upright).add(output)
    }

    /// Removes an output, which loses the frames that are on their way.
    ///
    /// - Parameters:
    ///   - output: The output.
    ///   - waiting: The numbers of the frames that nobody has begun with.
    func remove(_ output: FrameOutput, waiting: [UInt32] = []) {
        let isThere = (upright.outputs + turned.outputs).contains { $0 === output }
        upright.remove(output)
        turned.remove(output)
        guard isThere else { return }
        for sequence in begun.withLock(\.self) + waiting {
            output.miss(FrameDrop(sequence: sequence, reason: .late))
        }
    }

    /// Takes note of a frame that is to be handed on.
    func begin(_ sequence: UInt32) { begun.withLock { $0.append(sequence) } }

    private func end(_ sequence: UInt32) {
        begun.withLock { begun in
            if let place = begun.firstIndex(of: sequence) { begun.removeFirst(place + 1) }
        }
    }

    /// Tells loops over the outputs that there are no more pictures, or again.
    func setSourceEnded(_ hasEnded: Bool) {
        upright.setSourceEnded(hasEnded)
        turned.setSourceEnded(hasEnded)
    }

    func miss(_ drop: FrameDrop) {
        end(drop.sequence)
        upright.miss(drop)
        turned.miss(drop)
    }

    /// Hands a picture on.
    ///
    /// - Parameters:
    ///   - frame: The picture, with the turn that brings it upright.
    ///   - options: The view's placement.
    ///   - done: The turn of the source's that the samples have behind them already.
    func publish(_ frame: Frame, _ options: ViewOptions, turned done: Rotation = .none) {
        end(frame.sequence)
        if !turned.outputs.isEmpty {
            let own = options.frameRotation.map { $0 + done.opposite + frame.rotation.opposite } ?? .none
            turned.publish(frame.turned(by: own + options.rotation, mirrored: options.isMirrored))
        }
        upright.publish(frame)
        guard !wantsFrames else { return }
        // What is not read before a rest is old after it.
        upright.expire()
        turned.expire()
        wishChanged(())
    }
}
