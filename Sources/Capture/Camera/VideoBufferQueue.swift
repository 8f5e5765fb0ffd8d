internal import CV4L2
internal import Frames
internal import Glibc
internal import LinuxIO
internal import Synchronization

/// The buffers of a streaming camera: with the driver, on their way, or held by consumers.
///
/// All calls on the device come on the camera's thread: a driver may take seconds over one. Frames come back on any thread, even after
/// the queue was closed or the camera unplugged; that only marks their buffers, for the camera's thread to give to the driver.
final class VideoBufferQueue: FrameRecycler {
    /// A buffer that the driver has filled.
    struct Filled {
        let index: Int
        let sequence: UInt32
        let timestamp: Timestamp
        /// The number of bytes in use in the first memory.
        let byteCount: Int
        let layout: FrameLayout
        /// The reason why it cannot be shown; nil for a good picture.
        let flaw: DropReason?
    }

    private enum Place {
        /// The buffer belongs to nobody: it is to go to the driver.
        case idle
        case driver
        case consumer
    }

    private struct State: ~Copyable {
        var request: BufferRequest
        var places: [Place]
        var isOpen = true
        var dataOffsets: [Int]
        var layout: FrameLayout
    }

    /// The number of buffers below which a driver may run dry before its next picture.
    private static let fewBuffers = 3

    let buffers: [FrameBuffer]
    private let frames: FramePool
    private let bell: Wakeup
    /// The camera's thread.
    private let thread = pthread_self()
    /// The buffers that consumers have given back since the last look; never locked during a call on the device.
    private let returned: Mutex<[Bool]>
    private let heldCount = Atomic(0)
    private let driverCount = Atomic(0)
    private let device: VideoDevice
    private let format: VideoFormat
    private let kind: BufferKind
    private let state: Mutex<State>

    /// Takes over a stream's buffers.
    ///
    /// - Parameters:
    ///   - memory: The buffers.
    ///   - device: The device that they were allocated on.
    ///   - format: The format that the driver set.
    ///   - layout: The places of the planes in it.
    ///   - bell: Rung when a buffer comes back and the driver has few; the camera's thread then calls ``requeueIdle()``.
    init(
        _ memory: StreamMemory, device: VideoDevice, format: VideoFormat, layout: FrameLayout, bell: Wakeup
    ) {
        self.device = device
        self.format = format
        kind = memory.kind
        buffers = memory.buffers
        frames = FramePool(bufferCount: buffers.count)
        self.bell = bell
        returned = Mutex(Array(repeating: false, count: buffers.count))
        if memory.isQueued { driverCount.store(buffers.count, ordering: .relaxed) }
        let place = memory.isQueued ? Place.driver : .idle
        state = Mutex(
            State(
                request: BufferRequest(device, memoryCount: format.memories.count, kind: memory.kind),
                places: Array(repeating: place, count: buffers.count),
                dataOffsets: Array(repeating: 0, count: format.memories.count), layout: layout))
    }

    /// Gives all buffers to the driver and starts the stream (`VIDIOC_STREAMON`).
    ///
    /// - Throws: The error of the ioctl, or that of a driver that takes no buffer.
    func start() throws(SystemError) {
        if let refusal = requeueIdle(), driverCount.load(ordering: .relaxed) == 0 { throw refusal }
        try device.stream(.streamOn, kind)
    }

    /// Stops the stream and starts it again, with every buffer that no consumer holds.
    func restart() throws(SystemError) {
        stopStream()
        try start()
    }

    /// Stops the stream and frees the device for others; buffers that consumers hold stay valid.
    func close() {
        state.withLock { $0.isOpen = false }
        stopStream()
        // Buffers that are still mapped are left to their holders by kernels since 4.20; older ones refuse,
        // and free them with the last mapping.
        _ = try? device.requestBuffers(0, kind)
    }

    private func stopStream() {
        try? device.stream(.streamOff, kind)
        state.withLock { state in
            for index in state.places.indices where state.places[index] == .driver {
                state.places[index] = .idle
            }
        }
        driverCount.store(0, ordering: .relaxed)
    }

    /// Takes a filled buffer, without waiting (`VIDIOC_DQBUF`).
    ///
    /// - Returns: The oldest one; nil when there is none.
    /// - Throws: `ENODEV` when the camera is gone, `EIO` and others when the stream is broken.
    func dequeue() throws(SystemError) -> Filled? {
        do throws(SystemError) {
            return try state.withLock { state throws(SystemError) in
                try state.request.call(.dequeue)
                // Drivers are not taken at their word.
                guard state.places.indices.contains(state.request.index),
                    state.places[state.request.index] == .driver
                else {
                    throw SystemError(call: "VIDIOC_DQBUF", target: device.path, code: ErrorCode.faulty)
                }
                return accept(&state)
            }
        } catch {
            if error.code == ErrorCode.wouldBlock { return nil }
            throw error
        }
    }

    private func accept(_ state: inout State) -> Filled {
        let index = state.request.index
        state.places[index] = .consumer
        driverCount.subtract(1, ordering: .relaxed)
        heldCount.add(1, ordering: .relaxed)
        adoptDataOffsets(&state)
        let flags = state.request.flags
        return Filled(
            index: index, sequence: state.request.sequence,
            timestamp: Timestamp(nanoseconds: state.request.nanoseconds, flags: flags),
            byteCount: state.request.memory(0).used, layout: state.layout, flaw: flaw(state, index))
    }

    private func adoptDataOffsets(_ state: inout State) {
        var hasChanged = false
        for memory in state.dataOffsets.indices {
            let offset = state.request.memory(memory).dataOffset
            if state.dataOffsets[memory] != offset {
                state.dataOffsets[memory] = offset
                hasChanged = true
            }
        }
        if hasChanged, let layout = format.layout(dataOffsets: state.dataOffsets) { state.layout = layout }
    }

    private func flaw(_ state: borrowing State, _ index: Int) -> DropReason? {
        if state.request.flags & UInt32(V4L2_BUF_FLAG_ERROR) != 0 { return .errorFlag }
        for memory in 0..<state.request.memoryCount {
            let used = state.request.memory(memory).used
            // The memory's own size is checked, too: a driver's word about lengths is not taken on trust.
            let room = unsafe buffers[index].memories[memory].count
            if used == 0 || state.layout.byteCount(of: memory) > min(used, room) { return .shortFrame }
        }
        return nil
    }

    /// Makes a frame of a filled buffer; the buffer goes back to the driver with the frame's last reference.
    func frame(_ filled: Filled, _ mode: CaptureMode, arrival: Int64) -> Frame {
        frames.frame(
            buffer: buffers[filled.index], byteCount: filled.byteCount, layout: filled.layout,
            color: mode.color, sampleAspect: mode.sampleAspect, rotation: mode.rotation,
            isMirrored: mode.isMirrored, timestamp: filled.timestamp, arrival: arrival,
            sequence: filled.sequence, recycler: self)
    }

    /// Makes a frame with a copy of a filled buffer, which stays the caller's to give back.
    ///
    /// - Parameters:
    ///   - filled: A buffer of one memory, without a flaw.
    ///   - rotation: The buffers that the copy goes to, of at least the layout's size.
    ///   - mode: The mode of the camera.
    /// - Returns: The frame; nil while consumers hold all of `rotation`.
    func copy(_ filled: Filled, into rotation: BufferRotation, _ mode: CaptureMode) -> Frame? {
        guard let target = rotation.take() else { return nil }
        let (source, memory) = unsafe (buffers[filled.index].memories[0], target.memories[0])
        let count = min(filled.byteCount, source.count, memory.count)
        unsafe memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[..<count]))
        return rotation.frames.frame(
            buffer: target, byteCount: count, layout: filled.layout, color: mode.color,
            sampleAspect: mode.sampleAspect, rotation: mode.rotation, isMirrored: mode.isMirrored,
            timestamp: filled.timestamp, arrival: MonotonicClock.now(),
            sequence: filled.sequence, recycler: rotation)
    }

    var framePool: FramePool? { frames }

    var idleCount: Int { buffers.count - heldCount.load(ordering: .relaxed) }

    /// Takes a buffer back from its consumer, on any thread, at once.
    func recycle(_ buffer: FrameBuffer) {
        returned.withLock { $0[buffer.index] = true }
        heldCount.subtract(1, ordering: .relaxed)
        // A frame that was replaced while another one is published: a driver that has none is given this one before the next picture.
        if pthread_equal(pthread_self(), thread) != 0 { return _ = requeueIdle() }
        if driverCount.load(ordering: .relaxed) < Self.fewBuffers { bell.ring() }
    }

    /// Takes back a buffer of which no frame was made, for ``requeueIdle()``.
    func giveBack(_ index: Int) {
        state.withLock { $0.places[index] = .idle }
        heldCount.subtract(1, ordering: .relaxed)
    }

    /// Gives the driver the buffers that came back, and those that it did not take before (`VIDIOC_QBUF`); after ``close()`` it does
    /// nothing.
    ///
    /// - Returns: The driver's reason not to take one; nil when it took all.
    @discardableResult
    func requeueIdle() -> SystemError? {
        state.withLock { state in
            guard state.isOpen else { return nil }
            returned.withLock { returned in
                for index in returned.indices where returned[index] {
                    returned[index] = false
                    state.places[index] = .idle
                }
            }
            var refusal: SystemError?
            for index in state.places.indices where state.places[index] == .idle {
                refusal = queue(index, &state) ?? refusal
            }
            return refusal
        }
    }

    /// True when the driver has no buffer because consumers hold them all.
    var isStarved: Bool {
        state.withLock { state in
            !state.places.contains(.driver) && state.places.contains(.consumer)
        }
    }

    /// Gives the driver a buffer, or tells its reason not to take it.
    ///
    /// One that is not taken stays idle and is offered again after the next frame; a camera that takes none any more stalls,
    /// and is reported as stalled.
    @discardableResult
    private func queue(_ index: Int, _ state: inout State) -> SystemError? {
        do throws(SystemError) {
            try state.request.queue(buffers[index])
            state.places[index] = .driver
            driverCount.add(1, ordering: .relaxed)
            return nil
        } catch {
            return error
        }
    }
}

extension Timestamp {
    fileprivate init(nanoseconds: Int64, flags: UInt32) {
        let isMonotonic =
            flags & UInt32(V4L2_BUF_FLAG_TIMESTAMP_MASK) == UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC)
        let isStart = flags & UInt32(V4L2_BUF_FLAG_TSTAMP_SRC_MASK) == UInt32(V4L2_BUF_FLAG_TSTAMP_SRC_SOE)
        self.init(
            nanoseconds: nanoseconds, clock: isMonotonic ? .monotonic : .unknown,
            kind: isStart ? .startOfExposure : .endOfFrame)
    }
}
