import CV4L2
import Frames
import Glibc
import LinuxIO
import Synchronization

@testable import Capture

/// A call on a device.
enum DeviceCall: Hashable, Sendable {
    case open
    case adopt
    case close
    case map
    case ioctl(UInt)
}

/// A V4L2 camera that a test plays: it offers modes, fills buffers when it is told to, fails where it is told to, and lies.
///
/// It stands where the system's calls stand, so that all of the library above them is the real one.
final class ScriptedCamera: Sendable {
    /// A mode of the camera: two bytes for each pixel of YUYV, or a JPEG.
    struct Mode: Sendable {
        var format: UInt32
        var width: UInt32
        var height: UInt32
        /// The rates, in frames per second; a driver without the ioctls for it has none.
        var rates: [UInt32]

        static func yuyv(_ width: UInt32, _ height: UInt32, rates: [UInt32] = [30]) -> Mode {
            Mode(format: v4l2_pix_fmt_yuyv, width: width, height: height, rates: rates)
        }

        static func mjpeg(_ width: UInt32, _ height: UInt32, rates: [UInt32] = [30]) -> Mode {
            Mode(format: v4l2_pix_fmt_mjpeg, width: width, height: height, rates: rates)
        }

        /// Tells whether size and format are the same.
        func isSame(as other: Mode) -> Bool {
            format == other.format && width == other.width && height == other.height
        }
    }

    /// What the test says and sees.
    struct Script: Sendable {
        var name = "Scripted"
        /// The place where it is plugged in; nil for one of its own.
        var bus: String?
        /// The capabilities (`V4L2_CAP_…`).
        var capabilities = UInt32(V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING)
        /// The status of its input (`V4L2_IN_ST_…`).
        var inputStatus: UInt32 = 0
        /// True while another node of the same device streams.
        var isShared: (@Sendable () -> Bool)?
        /// True while `VIDIOC_QBUF` does not return.
        var refusesToReturn = false
        /// The call that does not return; nil while all do.
        var hangingCall: DeviceCall?
        /// True once somebody has made that call.
        var isInHangingCall = false
        /// The calls that fail, and their errors, from the ioctls' own on.
        var errors: [DeviceCall: Int32] = [:]
        /// The threads that have given buffers to the driver.
        var queueingThreads: Set<pthread_t> = []
        var modes: [Mode] = [.yuyv(64, 48)]
        /// Errors by the number of the ioctl; those of a mode only where its size and format are set.
        var failures: [UInt: (code: Int32, Mode?)] = [:]
        var openError: Int32?
        /// The error of mapping memory, in one mode.
        var mapError: (code: Int32, Mode)?
        var pollError: Int32?
        /// True while `VIDIOC_DQBUF` does not return.
        var hangs = false
        /// True once somebody has waited for that.
        var isHanging = false
        /// True while the stream is broken, which a new start mends.
        var breaksUntilRestarted = false
        /// The rate that is set whatever is asked for; nil for the wished one where it is offered.
        var onlyRate: UInt32?
        /// The mode that is set whatever is asked for; nil for the wished one where it is offered.
        var onlyMode: Mode?
        /// True to offer every size from that of the first mode to that of the last.
        var isStepwise = false
        /// True where these sizes are any (`V4L2_FRMSIZE_TYPE_CONTINUOUS`), and all that are asked for are set.
        var isContinuous = false
        /// False while the bus has no room for the stream.
        var hasRoom: (@Sendable () -> Bool)?
        /// True while a program of somebody else's streams.
        var isTaken = false
        var controls: [UInt32: Int32] = [:]
        var adjustments = ScriptedControls()
        /// Changes the driver's answer to `VIDIOC_DQBUF`.
        var lie: (@Sendable (inout v4l2_buffer) -> Void)?
        /// Changes the driver's answer to `VIDIOC_S_FMT` and `VIDIOC_G_FMT`.
        var formatLie: (@Sendable (inout v4l2_pix_format) -> Void)?
        /// Changes the driver's answer to `VIDIOC_REQBUFS`.
        var buffersLie: (@Sendable (inout v4l2_requestbuffers) -> Void)?
        /// Changes the driver's answer to `VIDIOC_QUERYBUF`.
        var queryLie: (@Sendable (inout v4l2_buffer) -> Void)?
        /// The fields of the pictures by the one that was asked for (`v4l2_field`); nil for whole pictures.
        var field: (@Sendable (UInt32) -> UInt32)?
        /// The bytes from row to row; nil for rows without padding.
        var stride: UInt32?
        /// The interval of pictures whatever is asked for.
        var interval: v4l2_fract?
        /// The events of each wait; nil for those that there are.
        var pollEvents: Poll.Events?
        /// True where only libv4l2's conversion makes formats that are known.
        var needsConversion = false
        /// The most descriptors that were open at once.
        var mostOpen = 0
        /// True to give filled buffers in the other order.
        var isOutOfOrder = false
        /// The calls of `open`, also those that failed.
        var tries = 0
        var opens = 0
        var closes = 0
        /// The fewest buffers that the driver has had while it streamed.
        var fewestQueued = Int.max
    }

    private struct State: ~Copyable {
        var script: Script
        var mode: Mode
        var memories: [UnsafeMutableRawBufferPointer] = []
        var queued: [Int] = []
        var filled: [(index: Int, sequence: UInt32)] = []
        var sequence: UInt32 = 0
        var isStreaming = false
        var rate: UInt32
        /// The opened ones, and those of them that libv4l2 converts; that which has buffers.
        var handles: Set<Int32> = []
        var converting: Set<Int32> = []
        var owner: Int32?
    }

    private let state: Mutex<State>
    private let bell: Wakeup
    /// It rings when somebody else has changed a control.
    private let eventBell: Wakeup

    init(_ script: Script = Script()) throws {
        state = Mutex(State(script: script, mode: script.modes[0], rate: script.modes[0].rates.first ?? 0))
        bell = try Wakeup()
        eventBell = try Wakeup()
    }

    /// Changes a control, as another program does.
    func change(control number: UInt32, to value: Int64) {
        change { $0.adjustments.change(number, to: value) }
        eventBell.ring()
    }

    /// Pulls the camera out.
    func unplug() {
        change { script in
            (script.adjustments.isGone, script.openError, script.pollError) = (true, ENODEV, ENODEV)
        }
        bell.ring()
        eventBell.ring()
    }

    var script: Script { state.withLock { $0.script } }

    func change(_ edit: (inout Script) -> Void) { state.withLock { edit(&$0.script) } }

    /// True when all who opened it have closed it.
    var isLeft: Bool { state.withLock { $0.handles.isEmpty } }

    /// The size that is set.
    var size: PixelSize {
        state.withLock { PixelSize(width: Int($0.mode.width), height: Int($0.mode.height)) }
    }

    /// The rate that is set.
    var rate: UInt32 { state.withLock { $0.rate } }

    var isStreaming: Bool { state.withLock { $0.isStreaming } }

    /// Fills the next buffer, as a sensor does; a frame for which there is none is lost.
    func fill() {
        let isFilled = state.withLock { state in
            defer { state.sequence += 1 }
            guard state.isStreaming else { return false }
            state.script.fewestQueued = min(state.script.fewestQueued, state.queued.count)
            guard !state.queued.isEmpty else { return false }
            let index = state.queued.removeFirst()
            state.memories[index].storeBytes(of: state.sequence, as: UInt32.self)
            state.filled.append((index, state.sequence))
            return true
        }
        if isFilled { bell.ring() }
    }

    /// The calls of a session that has this camera.
    var calls: DeviceCalls {
        var calls = DeviceCalls()
        calls.open = { [self] (path) throws(SystemError) in
            hang(in: .open)
            let error = state.withLock { state in
                state.script.tries += 1
                if state.script.openError == nil { state.script.opens += 1 }
                return state.script.openError
            }
            if let error { throw SystemError(call: "open", target: path, code: error) }
            // As with a real one, each who opens it has a descriptor of his own.
            let handle = dup(bell.descriptor)
            state.withLock { state in
                state.handles.insert(handle)
                state.script.mostOpen = max(state.script.mostOpen, state.handles.count)
            }
            return handle
        }
        calls.adopt = { [self] handle, isConverting in
            hang(in: .adopt)
            if isConverting { state.withLock { _ = $0.converting.insert(handle) } }
        }
        calls.close = { [self] handle in
            hang(in: .close)
            state.withLock { state in
                state.script.closes += 1
                state.handles.remove(handle)
                state.converting.remove(handle)
                if state.owner == handle { (state.owner, state.isStreaming) = (nil, false) }
            }
            Glibc.close(handle)
        }
        calls.ioctl = { [self] handle, request, argument in
            while request == vidioc_dqbuf, script.hangs {
                change { $0.isHanging = true }
                usleep(2000)
            }
            if request == vidioc_qbuf {
                change { _ = $0.queueingThreads.insert(pthread_self()) }
                while script.refusesToReturn { usleep(2000) }
            }
            hang(in: .ioctl(request))
            let code = answer(request, of: handle, at: UInt(bitPattern: argument))
            if code != 0 { errno = code }
            return code == 0 ? 0 : -1
        }
        calls.kernelIoctl = calls.ioctl
        calls.map = { [self] _, byteCount, place in
            hang(in: .map)
            return state.withLock { state in
                if let error = state.script.errors[.map] {
                    errno = error
                    return -1
                }
                guard state.memories.indices.contains(Int(place)) else {
                    errno = EINVAL
                    return -1
                }
                let memory = state.memories[Int(place)]
                if let (code, mode) = state.script.mapError, mode.isSame(as: state.mode) {
                    errno = code
                    return -1
                }
                errno = EINVAL
                return memory.count >= byteCount ? Int(bitPattern: memory.baseAddress) : -1
            }
        }
        calls.unmap = { _ in }
        let poll = calls.poll
        calls.poll = { [self] (bell, number, events, deadline) throws(SystemError) in
            if let code = script.pollError {
                throw SystemError(call: "poll", target: "/dev/scripted", code: code)
            }
            if let events = script.pollEvents {
                usleep(2000)
                return ([], events)
            }
            guard events == .priority else { return try poll(bell, number, events, deadline) }
            let (rings, pending) = try poll(bell, eventBell.descriptor, .readable, deadline)
            eventBell.clear()
            return (rings, pending.isEmpty ? [] : .priority)
        }
        return calls
    }

    /// Waits while the script says that a call does not return.
    private func hang(in call: DeviceCall) {
        while script.hangingCall == call {
            change { $0.isInHangingCall = true }
            usleep(2000)
        }
    }

    private func has(_ handle: Int32) -> Bool { state.withLock { $0.handles.contains(handle) } }

    /// The calls of a session that has several cameras, by their nodes.
    static func calls(of cameras: [String: ScriptedCamera]) -> DeviceCalls {
        let all = cameras.mapValues { (camera: $0, calls: $0.calls) }
        let owner: @Sendable (Int32) -> DeviceCalls? = { handle in
            all.values.first { $0.camera.has(handle) }?.calls
        }
        var calls = DeviceCalls()
        calls.open = { (path) throws(SystemError) in
            guard let found = all[path] else { throw SystemError(call: "open", target: path, code: ENOENT) }
            return try found.calls.open(path)
        }
        calls.adopt = { owner($0)?.adopt($0, $1) }
        calls.close = { owner($0)?.close($0) }
        calls.ioctl = { handle, request, argument in
            guard let calls = owner(handle) else {
                errno = EBADF
                return -1
            }
            return calls.ioctl(handle, request, argument)
        }
        calls.kernelIoctl = calls.ioctl
        calls.map = { owner($0)?.map($0, $1, $2) ?? -1 }
        calls.unmap = { _ in }
        return calls
    }

    // MARK: - The driver

    /// Answers an ioctl; the argument comes as a number, since the lock's closure takes no pointers.
    private func answer(_ request: UInt, of handle: Int32, at address: UInt) -> Int32 {
        state.withLock { state in
            guard let argument = UnsafeMutableRawPointer(bitPattern: address) else { return EFAULT }
            if let code = state.script.errors[.ioctl(request)] { return code }
            if let (code, mode) = state.script.failures[request],
                mode?.isSame(as: state.mode) ?? true
            {
                return code
            }
            if [vidioc_s_fmt, vidioc_reqbufs, vidioc_streamon].contains(request) {
                guard state.owner ?? handle == handle, !state.script.isTaken,
                    !(state.script.isShared?() ?? false)
                else { return EBUSY }
            }
            switch request {
            case vidioc_querycap: return Self.capabilities(state.script, argument)
            case vidioc_enum_fmt:
                if state.script.needsConversion, !state.converting.contains(handle) {
                    return Self.unknownFormat(argument)
                }
                return Self.format(state.script, argument)
            case vidioc_enum_framesizes: return Self.size(state.script, argument)
            case vidioc_enum_frameintervals: return Self.interval(state.script, argument)
            case vidioc_g_fmt, vidioc_s_fmt: return Self.setFormat(&state, argument, request == vidioc_s_fmt)
            case vidioc_reqbufs: return Self.requestBuffers(&state, argument, handle)
            case vidioc_g_parm, vidioc_s_parm: return Self.setRate(&state, argument, request == vidioc_s_parm)
            case vidioc_querybuf: return Self.queryBuffer(&state, argument)
            case vidioc_qbuf: return Self.queue(&state, argument)
            case vidioc_dqbuf: return dequeue(&state, argument)
            case vidioc_streamon:
                guard state.script.hasRoom?() ?? true else { return ENOSPC }
                (state.isStreaming, state.script.breaksUntilRestarted) = (true, false)
                return 0
            case vidioc_streamoff:
                (state.isStreaming, state.queued, state.filled) = (false, [], [])
                return 0
            case vidioc_g_input:
                argument.assumingMemoryBound(to: Int32.self).pointee = 0
                return 0
            case vidioc_enuminput:
                argument.assumingMemoryBound(to: v4l2_input.self).pointee.status = state.script.inputStatus
                return 0
            case vidioc_g_ctrl:
                let control = argument.assumingMemoryBound(to: v4l2_control.self)
                guard let value = state.script.controls[control.pointee.id] else { return EINVAL }
                control.pointee.value = value
                return 0
            default: return state.script.adjustments.answer(request, argument)
            }
        }
    }

    private static func capabilities(_ script: Script, _ argument: UnsafeMutableRawPointer) -> Int32 {
        let answer = argument.assumingMemoryBound(to: v4l2_capability.self)
        withUnsafeMutableBytes(of: &answer.pointee.card) { $0.copyBytes(from: Array(script.name.utf8)) }
        withUnsafeMutableBytes(of: &answer.pointee.bus_info) {
            $0.copyBytes(from: Array((script.bus ?? "bus of \(script.name)").utf8))
        }
        answer.pointee.capabilities = script.capabilities
        return 0
    }

    private static func format(_ script: Script, _ argument: UnsafeMutableRawPointer) -> Int32 {
        let answer = argument.assumingMemoryBound(to: v4l2_fmtdesc.self)
        var formats: [UInt32] = []
        for mode in script.modes where !formats.contains(mode.format) { formats.append(mode.format) }
        guard formats.indices.contains(Int(answer.pointee.index)) else { return EINVAL }
        answer.pointee.pixelformat = formats[Int(answer.pointee.index)]
        return 0
    }

    /// One format that nobody knows.
    private static func unknownFormat(_ argument: UnsafeMutableRawPointer) -> Int32 {
        let answer = argument.assumingMemoryBound(to: v4l2_fmtdesc.self)
        guard answer.pointee.index == 0 else { return EINVAL }
        answer.pointee.pixelformat = ("S910" as FourCC).rawValue
        return 0
    }

    private static func size(_ script: Script, _ argument: UnsafeMutableRawPointer) -> Int32 {
        let answer = argument.assumingMemoryBound(to: v4l2_frmsizeenum.self)
        let modes = script.modes.filter { $0.format == answer.pointee.pixel_format }
        if script.isStepwise, let (first, last) = modes.first.map({ ($0, modes[modes.count - 1]) }) {
            guard answer.pointee.index == 0 else { return EINVAL }
            let step: UInt32 = script.isContinuous ? 1 : 8
            answer.pointee.type =
                script.isContinuous
                ? V4L2_FRMSIZE_TYPE_CONTINUOUS.rawValue : V4L2_FRMSIZE_TYPE_STEPWISE.rawValue
            answer.pointee.stepwise = v4l2_frmsize_stepwise(
                min_width: first.width, max_width: last.width, step_width: step, min_height: first.height,
                max_height: last.height, step_height: step)
            return 0
        }
        guard modes.indices.contains(Int(answer.pointee.index)) else { return EINVAL }
        let mode = modes[Int(answer.pointee.index)]
        answer.pointee.type = V4L2_FRMSIZE_TYPE_DISCRETE.rawValue
        answer.pointee.discrete = v4l2_frmsize_discrete(width: mode.width, height: mode.height)
        return 0
    }

    private static func interval(_ script: Script, _ argument: UnsafeMutableRawPointer) -> Int32 {
        let answer = argument.assumingMemoryBound(to: v4l2_frmivalenum.self)
        let mode = script.modes.first {
            $0.format == answer.pointee.pixel_format && $0.width == answer.pointee.width
                && $0.height == answer.pointee.height
        }
        guard let mode, mode.rates.indices.contains(Int(answer.pointee.index)) else { return EINVAL }
        answer.pointee.type = V4L2_FRMIVAL_TYPE_DISCRETE.rawValue
        answer.pointee.discrete =
            script.interval
            ?? v4l2_fract(numerator: 1, denominator: mode.rates[Int(answer.pointee.index)])
        return 0
    }

    private static func setFormat(
        _ state: inout State, _ argument: UnsafeMutableRawPointer, _ isSet: Bool
    ) -> Int32 {
        let answer = argument.assumingMemoryBound(to: v4l2_format.self)
        let wish = answer.pointee.fmt.pix
        // Read now: the compiler (6.3) lets a member of a copied union be read from the place that is written to below.
        let field = state.script.field?(wish.field) ?? V4L2_FIELD_NONE.rawValue
        if isSet {
            state.mode =
                state.script.onlyMode
                ?? state.script.modes.first {
                    $0.format == wish.pixelformat && $0.width == wish.width && $0.height == wish.height
                } ?? state.script.modes[0]
            if state.script.isContinuous { (state.mode.width, state.mode.height) = (wish.width, wish.height) }
            state.rate = state.mode.rates.first ?? 0
        }
        answer.pointee.fmt.pix = v4l2_pix_format()
        answer.pointee.fmt.pix.width = state.mode.width
        answer.pointee.fmt.pix.height = state.mode.height
        answer.pointee.fmt.pix.pixelformat = state.mode.format
        answer.pointee.fmt.pix.field = field
        answer.pointee.fmt.pix.bytesperline =
            state.mode.format == v4l2_pix_fmt_yuyv ? Self.stride(state) : 0
        answer.pointee.fmt.pix.sizeimage = Self.stride(state) &* state.mode.height
        state.script.formatLie?(&answer.pointee.fmt.pix)
        return 0
    }

    private static func stride(_ state: borrowing State) -> UInt32 {
        state.script.stride ?? state.mode.width &* 2
    }

    private static func setRate(
        _ state: inout State, _ argument: UnsafeMutableRawPointer, _ isSet: Bool
    ) -> Int32 {
        guard !state.mode.rates.isEmpty else { return ENOTTY }
        let answer = argument.assumingMemoryBound(to: v4l2_streamparm.self)
        let wish = answer.pointee.parm.capture.timeperframe
        if isSet, wish.numerator == 1, state.mode.rates.contains(wish.denominator) {
            state.rate = wish.denominator
        }
        if let rate = state.script.onlyRate { state.rate = rate }
        answer.pointee.parm.capture.capability = UInt32(V4L2_CAP_TIMEPERFRAME)
        answer.pointee.parm.capture.timeperframe =
            state.script.interval ?? v4l2_fract(numerator: 1, denominator: state.rate)
        return 0
    }

    private static func requestBuffers(
        _ state: inout State, _ argument: UnsafeMutableRawPointer, _ handle: Int32
    ) -> Int32 {
        let answer = argument.assumingMemoryBound(to: v4l2_requestbuffers.self)
        guard answer.pointee.memory == V4L2_MEMORY_MMAP.rawValue else { return EINVAL }
        state.owner = answer.pointee.count == 0 ? nil : handle
        // Memory stays until the test ends: frames may hold it.
        let byteCount = Int(stride(state) &* state.mode.height)
        state.memories = (0..<Int(answer.pointee.count)).map { _ in
            let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 4096)
            memory.initializeMemory(as: UInt8.self, repeating: 0)
            return memory
        }
        (state.queued, state.filled) = ([], [])
        state.script.buffersLie?(&answer.pointee)
        return 0
    }

    private static func queryBuffer(_ state: inout State, _ argument: UnsafeMutableRawPointer) -> Int32 {
        let answer = argument.assumingMemoryBound(to: v4l2_buffer.self)
        guard state.memories.indices.contains(Int(answer.pointee.index)) else { return EINVAL }
        answer.pointee.length = UInt32(state.memories[Int(answer.pointee.index)].count)
        answer.pointee.m.offset = answer.pointee.index
        state.script.queryLie?(&answer.pointee)
        return 0
    }

    private static func queue(_ state: inout State, _ argument: UnsafeMutableRawPointer) -> Int32 {
        let index = Int(argument.assumingMemoryBound(to: v4l2_buffer.self).pointee.index)
        guard state.memories.indices.contains(index), !state.queued.contains(index) else { return EINVAL }
        state.queued.append(index)
        return 0
    }

    private func dequeue(_ state: inout State, _ argument: UnsafeMutableRawPointer) -> Int32 {
        guard !state.script.breaksUntilRestarted else { return EPROTO }
        let last = state.script.isOutOfOrder ? state.filled.popLast() : nil
        guard let (index, sequence) = last ?? state.filled.first else {
            bell.clear()
            return EAGAIN
        }
        if last == nil { state.filled.removeFirst() }
        let answer = argument.assumingMemoryBound(to: v4l2_buffer.self)
        answer.pointee.index = UInt32(index)
        answer.pointee.sequence = sequence
        answer.pointee.bytesused = UInt32(state.memories[index].count)
        answer.pointee.flags = UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC)
        let now = MonotonicClock.now()
        answer.pointee.timestamp = timeval(
            tv_sec: Int(now / 1_000_000_000), tv_usec: Int(now % 1_000_000_000 / 1000))
        state.script.lie?(&answer.pointee)
        return 0
    }
}

/// Fills the buffers of cameras on a thread of its own, until it is stopped.
final class Player: Sendable {
    private let isOver = Atomic(false)
    private let isPaused = Atomic(false)

    init(_ cameras: [ScriptedCamera], every milliseconds: Int = 2) throws {
        // On a busy machine, tasks wait for so long that the camera would count as dead.
        _ = try SystemThread(name: "player") { [self] in
            while !isOver.load(ordering: .acquiring) {
                if !isPaused.load(ordering: .acquiring) { for camera in cameras { camera.fill() } }
                usleep(useconds_t(milliseconds * 1000))
            }
        }
    }

    convenience init(_ camera: ScriptedCamera) throws { try self.init([camera]) }

    func stop() { isOver.store(true, ordering: .releasing) }

    func pause(_ isPaused: Bool) { self.isPaused.store(isPaused, ordering: .releasing) }
}

/// Fills the buffers of cameras until the work is done.
func playing(
    _ cameras: ScriptedCamera..., every milliseconds: Int = 2, _ work: () async throws -> Void
) async throws {
    let player = try Player(cameras, every: milliseconds)
    defer { player.stop() }
    try await work()
}
