internal import Faults
internal import Frames
internal import LinuxIO
internal import Logging

/// One stream of a camera in one mode: it waits, takes the newest good picture and gives the others back.
///
/// Confined to the run's thread.
struct CameraStream {
    private static let leastPatience: Int64 = 2_000_000_000
    /// The time that a camera has for its first picture after the stream was started anew: some adjust themselves first.
    private static let firstPatience: Int64 = 6_000_000_000

    private let device: VideoDevice
    private let mode: CaptureMode
    private let context: CaptureContext
    private let queue: VideoBufferQueue
    private let patience: Int64
    /// The memory of our own for pictures that libv4l2 has converted: nothing may keep its buffers.
    private let copies: BufferRotation?

    /// Allocates the buffers.
    init(_ device: VideoDevice, _ negotiated: NegotiatedMode, _ context: CaptureContext) throws(CaptureFault)
    {
        self.device = device
        self.context = context
        mode = negotiated.mode
        let period = mode.rate?.reciprocal?.value ?? 0
        patience = max(CameraStream.leastPatience, Int64(5e9 * min(period, 1000)))
        let byteCount = negotiated.format.memories.first?.byteCount ?? 0
        copies =
            device.isConverting
            ? BufferRotation(byteCount: max(byteCount, negotiated.layout.byteCount())) : nil
        let memory: StreamMemory
        do throws(SystemError) {
            // A picture without samples has to be decoded, wherever it lies.
            let consumer = mode.format.samples == nil ? .none : CameraStream.consumer(context)
            memory = try StreamMemory(of: device, format: negotiated.format, for: consumer)
        } catch {
            throw CaptureFault(
                error, camera: mode.name, mode: mode.description, isUsedHere: context.isShared)
        }
        guard memory.holds(negotiated.layout) else {
            throw CaptureFault(unshowable: "no buffers for \(mode.fourCC) \(mode.size)", camera: mode.name)
        }
        queue = VideoBufferQueue(
            memory, device: device, format: negotiated.format, layout: negotiated.layout, bell: context.bell)
    }

    /// Waits for the consumer's word about memory, unless the run is stopped.
    private static func consumer(_ context: CaptureContext) -> FrameMemoryAnswer {
        // It may have rung for buffers of an earlier mode.
        context.bell.clear()
        return context.isStopped ? .none : context.memory?.answered(or: context.bell) ?? .none
    }

    /// Streams until the run is stopped or the signal behind the camera changes.
    ///
    /// - Throws: The reason why the camera does not deliver any more.
    func run() throws(CaptureFault) {
        defer { queue.close() }
        context.counter.restarted()
        try checked { () throws(SystemError) in try queue.start() }
        context.note(\.streaming)
        try pump()
    }

    private func pump() throws(CaptureFault) {
        var lastGood = MonotonicClock.now()
        var mayRestart = true
        var patience = patience
        // The ring for the end may have been cleared before.
        while !context.isStopped {
            if context.restWhileNeglected() {
                discardFilled()
                lastGood = MonotonicClock.now()
            }
            let events = try wait(until: lastGood + patience)
            if context.isStopped || events.contains(.priority) && device.takeSourceChange() { return }
            guard !events.contains(.hangUp) else { throw fault(.gone, .unplugged) }
            var trouble: SystemError?
            if try drain(&trouble) {
                lastGood = MonotonicClock.now()
                mayRestart = true
                patience = self.patience
                continue
            }
            let isBroken = trouble != nil || events.contains(.error)
            if !isBroken, MonotonicClock.now() < lastGood + patience { continue }
            if isBroken || !queue.isStarved {
                let hasNoSignal = device.mayHaveNoSignal
                guard mayRestart, !hasNoSignal else { throw stalled(trouble, hasNoSignal: hasNoSignal) }
                mayRestart = false
                context.logger.notice("\(mode.name): no pictures, the stream is started again")
                try checked { () throws(SystemError) in try queue.restart() }
                context.counter.restarted()
                if context.start.firstFrame == nil { patience = max(patience, Self.firstPatience) }
            }
            lastGood = MonotonicClock.now()
        }
    }

    /// Gives back the buffers that the driver filled when a rest began, and which are old by now.
    private func discardFilled() {
        // A failure is met again by the next regular look at the queue.
        while let filled = try? queue.dequeue() { queue.giveBack(filled.index) }
        queue.requeueIdle()
    }

    private func wait(until deadline: Int64) throws(CaptureFault) -> Poll.Events {
        let (rung, events) = try checked { () throws(SystemError) in
            try device.calls.poll(
                context.bell.descriptor, device.number, [.readable, .priority], deadline)
        }
        // It rings for the end, which is looked at next, and for buffers that come back.
        if !rung.isEmpty { context.bell.clear() }
        return events
    }

    /// Empties the driver's queue and publishes the newest good picture.
    ///
    /// - Parameter trouble: The reason why the driver's queue cannot be read, when a new start may help.
    /// - Returns: True when a picture was published.
    /// - Throws: A fault when the camera is gone.
    private func drain(_ trouble: inout SystemError?) throws(CaptureFault) -> Bool {
        var newest: VideoBufferQueue.Filled?
        defer { queue.requeueIdle() }
        // A driver that fills each buffer at once is not emptied for ever.
        for _ in 0..<2 * queue.buffers.count {
            do throws(SystemError) {
                guard let filled = try queue.dequeue() else { break }
                context.captured(sequence: filled.sequence)
                if let flaw = filled.flaw {
                    context.drop(filled.sequence, flaw)
                    queue.giveBack(filled.index)
                } else {
                    if let older = newest { passLate(older) }
                    newest = filled
                }
            } catch {
                if ErrorCode.notThere.contains(error.code) { throw CaptureFault(error, camera: mode.name) }
                trouble = error
                break
            }
        }
        guard let newest else { return false }
        publish(newest)
        return true
    }

    /// Hands over a picture behind which a newer one waits, where every picture counts.
    private func passLate(_ filled: VideoBufferQueue.Filled) {
        if context.takesEveryFrame { return publish(filled, isLate: true) }
        context.drop(filled.sequence, .late)
        queue.giveBack(filled.index)
    }

    private func publish(_ filled: VideoBufferQueue.Filled, isLate: Bool = false) {
        guard let copies else {
            let frame = queue.frame(filled, mode, arrival: MonotonicClock.now())
            return context.publish(consume frame, mode: mode, isLate: isLate)
        }
        defer { queue.giveBack(filled.index) }
        if let copy = queue.copy(filled, into: copies, mode) {
            context.publish(consume copy, mode: mode, isLate: isLate)
        } else {
            context.drop(filled.sequence, .noBuffer)
        }
    }

    private func stalled(_ trouble: SystemError?, hasNoSignal: Bool) -> CaptureFault {
        if let trouble { return CaptureFault(trouble, camera: mode.name, mode: mode.description) }
        if hasNoSignal {
            return fault(.noSignal, .noSignal)
        }
        return context.start.firstFrame == nil
            ? fault(.stalled, .noFirstPicture) : fault(.stalled, .noPictures)
    }

    private func fault(_ kind: CaptureFault.Kind, _ fault: Fault) -> CaptureFault {
        CaptureFault(kind, fault.message([.camera: mode.name]))
    }

    private func checked<Result>(
        _ body: () throws(SystemError) -> Result
    ) throws(CaptureFault) -> Result {
        do throws(SystemError) {
            return try body()
        } catch {
            throw CaptureFault(
                error, camera: mode.name, mode: mode.description, isUsedHere: context.isShared)
        }
    }
}
