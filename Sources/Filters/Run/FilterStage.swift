package import Frames
package import VulkanCore

/// A chain of operations between a camera's frames and a view.
///
/// Confined to the device's thread; parameters of the operations may be set from any other.
package final class FilterStage: PictureStage {
    /// The operations in order; none for frames as they are.
    ///
    /// The first picture that an operation takes is what the one before gives; any other is the camera's.
    package var operations: [BasicOperation] = [] {
        didSet { connect(insteadOf: oldValue) }
    }
    /// Called when the operations cannot be run; frames are then shown as they are.
    package var onFailure: (FilterError) -> Void = { _ in }

    /// Called on another thread when operations that were set can run; nil for operations that are waited for.
    ///
    /// With it the picture goes on as it was until their kernels are ready.
    package var onReady: (@Sendable () -> Void)?
    /// Whether the operations are waited for this time, because there is no picture yet that could go on.
    package var isWaitedFor = false

    /// Whether results are brought into ordinary memory, too, for ``deliver(_:)``.
    package var isRead = false

    private let input: FrameInput
    private let pixels = WindowPixels()
    private let runner: FilterRunner
    private let reader: ResultReader
    private var moment: Int64 = 0
    private var hasFailed = false
    private var isComputed = false
    private var plan: UInt64 = 0
    /// Where the last result lies, and in which plan's memory.
    private var result: (buffers: PlaneBuffers, plan: UInt64)?

    /// Makes a chain without operations.
    ///
    /// - Parameters:
    ///   - device: Where the kernels run.
    ///   - ring: The view's submissions.
    ///   - importRoute: The only way for frames to the device; nil for the best that works.
    /// - Throws: What the device lacks.
    package init(device: VulkanDevice, ring: CommandRing, importRoute: ImportRoute?) throws(FilterError) {
        input = FrameInput(device: device, ring: ring, importRoute: importRoute)
        runner = try FilterRunner(device: device, ring: ring)
        reader = ResultReader(device: device, ring: ring)
        input --> pixels
    }

    private func connect(insteadOf old: [BasicOperation]) {
        for operation in old { operation.removeSources() }
        pixels.removeSources()
        var source: any ImageSource = input
        for operation in operations {
            for place in 0..<operation.input.maximum {
                (place == 0 ? source : input).addTarget(operation, atTargetIndex: place)
            }
            source = operation
        }
        source --> pixels
        hasFailed = false
        isComputed = false
        // Else the next operations would begin with the pictures of these.
        if operations.isEmpty { runner.dropPlan() }
    }

    /// Computes the picture once more, with parameters that have been set since.
    package func recompute() { isComputed = false }

    package var wantsFrames: Bool { !operations.isEmpty && !hasFailed }

    package var route: (name: String, reason: String)? { input.route }

    package func load(_ frame: Frame) throws(FrameError) {
        try input.setFrame(frame)
        moment = frame.timestamp.clock == .monotonic ? frame.timestamp.nanoseconds : frame.arrival
        isComputed = false
    }

    package func forget() {
        input.forget()
        result = nil
        isComputed = false
    }

    package var isReadByHost: Bool {
        get { runner.isReadByHost }
        set { runner.isReadByHost = newValue }
    }

    package func prepare() -> Picture? {
        guard wantsFrames, let picture = input.picture else { return nil }
        // What is there stays: another plan would compute it once more, and feedback would go on.
        if !isComputed {
            do throws(FilterError) {
                guard try makePlan() else { return nil }
            } catch {
                hasFailed = true
                runner.dropPlan()
                onFailure(error)
                return nil
            }
            plan = runner.planNumber
        }
        return runner.outputSizes.first.map { result(of: picture, size: $0) }
    }

    /// Makes a plan current, this one or, until it is ready, the one before.
    private func makePlan() throws(FilterError) -> Bool {
        if let onReady, !isWaitedFor {
            return try runner.prepareInBackground([pixels], whenReady: onReady)
        }
        try runner.prepare([pixels])
        isWaitedFor = false
        return true
    }

    private func result(of picture: Picture, size: PixelSize) -> Picture {
        var result = Picture(format: .bgrx, size: size, color: .assumed(for: .bgrx, height: size.height))
        let aspect = picture.sampleAspect
        result.sampleAspect =
            picture.rotation.swapsSides ? aspect.reciprocal ?? aspect : aspect
        return result
    }

    package var isCurrent: Bool { isComputed }

    package func record(into commands: Commands) throws(VulkanError) -> PlaneBuffers? {
        if !isComputed, let computed = try runner.record(into: commands).first {
            isComputed = true
            if result?.plan != plan {
                let plane = unsafe PlaneBuffers.Plane(
                    buffer: computed.buffer, byteCount: computed.byteCount, offset: 0,
                    stride: computed.size.width * 4, address: UnsafeRawPointer(computed.address))
                result = (PlaneBuffers(planes: [plane], owner: computed.owner), plan)
            }
            if isRead { try unsafe reader.record(computed.buffer, computed.size, at: moment, into: commands) }
        }
        guard isComputed, let buffers = result?.buffers else { return nil }
        commands.keep(buffers)
        return buffers
    }

    package func recordingWasLost() {
        isComputed = false
        reader.forget()
    }

    /// Hands over the results that were computed since the last time, and waits for them; see ``isRead``.
    ///
    /// - Parameter take: Gets blue, green, red and an unused byte of each pixel in rows without padding, the size and when
    ///   the frame was taken, in nanoseconds of the monotonic clock.
    /// - Throws: What the driver says.
    package func deliver(_ take: (UnsafeRawBufferPointer, PixelSize, Int64) -> Void) throws(VulkanError) {
        try unsafe reader.deliver(take)
    }
}
