public import Frames
public import VulkanCore

/// A chain of operations between a camera's newest frame and a view.
///
/// A station of a render loop: it knows neither where the frame comes from nor where its picture goes. Confined to the
/// device's thread; parameters of the operations may be set from any other.
///
/// What operations tell, by callbacks such as ``AverageColorExtractor/extractedColorCallback`` or
/// ``BasicOperation/newImageCallback``, they tell on the device's thread, once for each picture that is computed: when the
/// second recording after the picture's is begun, since its own is done by then and nothing waits for it, or at
/// ``deliverReports()``. They should return soon.
public final class FilterStage {
    /// The operations in order; none for frames as they are.
    ///
    /// The first picture that an operation takes is the result of the one before. Its other inputs keep the sources that they
    /// have, and get the camera's picture where they have none. An ``OperationGroup`` is one operation; with one a graph of any
    /// shape can stand here.
    ///
    /// An operation stands before one view at a time, and once. One that stands before another one already is refused with
    /// ``FilterError/standsElsewhere(operation:)``, one that stands here twice, or needs the picture of a later one, with
    /// ``FilterError/feedsItself(operation:)``, and one whose first picture is somebody else's with
    /// ``FilterError/inputsTaken(operation:count:)``: ``onFailure`` is told so, and frames are shown as they are. The other
    /// view goes on; when it lets go of the operation, or ends, a later picture goes through it here.
    public var operations: [any ImageOperation] = [] {
        didSet { connect() }
    }
    /// Called when the operations cannot be run; frames are then shown as they are.
    public var onFailure: (FilterError) -> Void = { _ in }
    /// Called when a picture has gone through the operations again, after ``onFailure``.
    public var onRecovery: () -> Void = {}

    /// Called on another thread when operations that were set can run; nil for operations that are waited for.
    ///
    /// With it the picture goes on as it was until their kernels are ready.
    public var onReady: (@Sendable () -> Void)?
    /// True for operations that are waited for this time, because there is no picture yet that could go on.
    public var isWaitedFor = false

    /// True when the time of each part of a picture is measured, for ``times``; as ``FilterContext/measuresTimes``.
    public var measuresTimes = false {
        didSet { runner?.measuresTimes = measuresTimes }
    }
    /// The time of each part of the newest picture that is done; as ``FilterContext/times``.
    public var times: [OperationTime] { runner?.collectTimes() ?? [] }

    private let device: VulkanDevice
    private let ring: CommandRing
    private let input: NewestInput
    private let pixels = BlueFirst()
    private let row: OperationRow
    private let reader: ResultReader
    /// Made with the first operations.
    private var runner: FilterRunner?
    private var hasFailed = false
    /// True from ``onFailure`` to ``onRecovery``.
    private var hasToldFailure = false
    /// True while the operations cannot stand here.
    private var areRefused = false
    /// True while an operation passes nothing on: the picture stays as it is.
    public private(set) var isHeld = false
    /// The newest result; nil before the first.
    private var result: Result?

    /// A picture that was computed.
    private struct Result {
        let current: CurrentPicture
        let buffers: PlaneBuffers
        /// False when it has 8 bits although its frame had more.
        let keepsBits: Bool
        let plan: UInt64
        /// The frame that it was computed of, by its version; nil when it is to be computed once more.
        var source: UInt64?
        /// The recording that computes it.
        let recording: UInt64
    }

    /// Makes a chain without operations; nothing is made on the device before there are some.
    ///
    /// - Parameters:
    ///   - device: The device that computes.
    ///   - ring: The view's submissions.
    public init(device: VulkanDevice, ring: CommandRing) {
        self.device = device
        self.ring = ring
        input = NewestInput(device: device)
        reader = ResultReader(device: device, ring: ring)
        row = OperationRow(from: input, to: pixels)
    }

    // The program keeps its operations, and they would keep the newest frame, and with it the device's work.
    deinit { row.letGo() }

    private func connect() {
        (hasFailed, areRefused) = (false, false)
        do throws(FilterError) {
            try row.set(operations)
        } catch {
            (hasFailed, areRefused) = (true, true)
            tell(error)
        }
        recompute()
        // Else the next operations would begin with the pictures of these.
        if operations.isEmpty || areRefused { runner?.dropPlan() }
    }

    private func tell(_ error: FilterError) {
        hasToldFailure = true
        onFailure(error)
    }

    /// Takes operations that were refused, if whoever kept them from here has let go of them.
    public func takeWhatIsFree() {
        guard areRefused, (try? row.set(operations)) != nil else { return }
        (hasFailed, areRefused) = (false, false)
    }

    /// Computes the picture once more, with parameters that have been set since.
    public func recompute() { result?.source = nil }

    /// True while frames go through operations.
    public var isActive: Bool { !operations.isEmpty && !hasFailed }

    /// True when the newest picture has all bits of its frame, at most 16; false when a filter works in 8.
    public var keepsBits: Bool { !isActive || result?.keepsBits != false }

    /// The use that the next frame is to be loaded for.
    public var use: PictureUse { isActive ? .filters : .drawing }

    /// Records the computation of the picture, unless it is there already.
    ///
    /// - Parameters:
    ///   - newest: The newest frame, loaded for ``use``; one that was not, and lies in no buffers, goes on as it is.
    ///   - commands: The recording; it keeps the memory that the picture lies in.
    /// - Returns: The picture: the newest frame itself where there are no operations, or they are not ready yet; nil when
    ///   there is no frame.
    /// - Throws: The driver's error; the recording is then useless.
    public func record(
        _ newest: NewestPicture, _ commands: Commands
    ) throws(VulkanError) -> CurrentPicture? { try run(newest, commands, delivers: false) }

    private func run(
        _ newest: NewestPicture, _ commands: Commands, delivers: Bool
    ) throws(VulkanError) -> CurrentPicture? {
        // Beginning this recording has waited for the last one in its place.
        try runner?.deliverReports(until: commands.number - min(commands.number, UInt64(ring.slotCount)))
        if isActive, let computed = try computed(newest, commands, delivers) { return computed }
        if !isActive {
            input.forget()
            result = nil
            takeWhatIsFree()
        }
        return newest.current
    }

    /// Computes the picture in a recording of its own, for ``deliver(_:)``, unless it is there already.
    ///
    /// - Parameter newest: The newest frame.
    /// - Throws: The driver's error.
    public func compute(_ newest: NewestPicture) throws(VulkanError) {
        let commands = try ring.begin()
        _ = try run(newest, commands, delivers: true)
        try ring.submit(commands)
    }

    /// True when the picture of the newest frame has been computed.
    public func hasResult(of newest: NewestPicture) -> Bool {
        result?.source != nil && result?.source == newest.current?.version
    }

    private func computed(
        _ newest: NewestPicture, _ commands: Commands, _ delivers: Bool
    ) throws(VulkanError) -> CurrentPicture? {
        guard let source = newest.current else { return nil }
        if let result, ring.wasLost(result.recording) {
            runner?.takeBack()
            self.result = nil
        }
        if let result, result.source == source.version {
            // What is there stays: another plan would compute it once more, and feedback would go on.
            commands.keep(result.buffers)
            return result.current
        }
        guard input.follow(newest) else { return nil }
        guard let runner = prepared(readByProcessor: newest.viewAccess == .memory) else {
            guard isHeld, let result else { return nil }
            commands.keep(result.buffers)
            return result.current
        }
        guard let computed = try runner.record(into: commands).first else { return nil }
        runner.recordReports(into: commands)
        if hasToldFailure {
            hasToldFailure = false
            onRecovery()
        }
        let buffers = buffers(of: computed, runner)
        let current = CurrentPicture(
            picture(of: source.picture, computed), .buffers(buffers), version: device.newVersion())
        result = Result(
            current: current, buffers: buffers,
            keepsBits: !source.picture.isDeep || current.picture.isDeep, plan: runner.planNumber,
            source: source.version,
            recording: commands.recording)
        if delivers {
            try unsafe reader.record(
                computed.buffer, computed.format, computed.size, aspect: current.sampleAspect,
                at: newest.moment ?? .now(sequence: 0), into: commands)
        }
        commands.keep(buffers)
        return current
    }

    /// Gives the runner with a plan for the operations; nil while there is none.
    private func prepared(readByProcessor: Bool) -> FilterRunner? {
        isHeld = false
        do throws(FilterError) {
            let runner = if let runner { runner } else { try FilterRunner(device: device, ring: ring) }
            self.runner = runner
            runner.isReadByProcessor = readByProcessor
            if runner.measuresTimes != measuresTimes { runner.measuresTimes = measuresTimes }
            if let onReady, !isWaitedFor {
                return try runner.prepareInBackground([pixels], whenReady: onReady) ? runner : nil
            }
            try runner.prepare([pixels])
            isWaitedFor = false
            return runner
        } catch {
            // The last picture goes on: until the operation passes pictures on again, or, as a misuse has changed nothing,
            // until the next frame.
            isHeld = error.isMisuse || error.isPrevention
            if error.isMisuse { tell(error) }
            if isHeld { return nil }
            hasFailed = true
            runner?.dropPlan()
            tell(error)
            return nil
        }
    }

    private func buffers(of computed: FilterRunner.Result, _ runner: FilterRunner) -> PlaneBuffers {
        if let result, result.plan == runner.planNumber { return result.buffers }
        let plane = unsafe PlaneBuffers.Plane(
            buffer: computed.buffer, byteCount: computed.byteCount, offset: 0,
            stride: computed.size.width * computed.layout.byteCount,
            address: UnsafeRawPointer(computed.address))
        return PlaneBuffers(planes: [plane], owner: computed.owner)
    }

    private func picture(of picture: Picture, _ computed: FilterRunner.Result) -> Picture {
        var color = ColorDescription.assumed(for: .bgrx, height: computed.size.height)
        (color.primaries, color.transfer) = (picture.color.primaries, picture.color.transfer)
        var result = Picture(format: computed.format, size: computed.size, color: color)
        let aspect = picture.sampleAspect
        result.sampleAspect =
            picture.rotation.swapsSides ? aspect.reciprocal ?? aspect : aspect
        (result.appliedRotation, result.wasMirroringApplied) = (picture.rotation, picture.isMirrored)
        return result
    }

    /// Hands over the results that were computed since the last time, oldest first, and waits for them; see ``compute(_:)``.
    ///
    /// The operations' callbacks come before.
    ///
    /// - Parameter take: Gets each result as a frame with blue, green, red and an unused byte of each pixel, or with 16 bits of red,
    ///   green, blue and alpha, of the moment and the number of the frame that it was computed of; one that finds no memory, since too many are held, is told by its number alone.
    /// - Throws: The driver's error.
    public func deliver(_ take: (consuming Frame?, UInt32) -> Void) throws(VulkanError) {
        try deliverReports()
        try reader.deliver(take)
    }

    /// Calls the operations' callbacks for the pictures that were submitted until now, and waits for these.
    ///
    /// Pictures that follow each other do without: call it where none follows, or after a picture whose numbers are wanted at
    /// once. It costs nothing where no operation has a callback.
    ///
    /// - Throws: The driver's error.
    public func deliverReports() throws(VulkanError) {
        guard let number = runner?.reportedNumber else { return }
        try ring.wait(for: number)
        try runner?.deliverReports(until: number)
    }
}
