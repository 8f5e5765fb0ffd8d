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

        /// Luma, and colour differences in a memory of their own.
        static func nm12(_ width: UInt32, _ height: UInt32) -> Mode {
            Mode(format: ("NM12" as FourCC).rawValue, width: width, height: height, rates: [30])
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
        /// True while the stream is broken, which a new start mends, together with `pollEvents`.
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
        /// True where each start of the stream tells a change of the source (`V4L2_EVENT_SOURCE_CHANGE`).
        var tellsChangeAtStart = false
        /// True while such an event waits.
        var sourceHasChanged = false
        /// The moments at which it was opened.
        var openings: [Int64] = []
        /// Changes the driver's answer to `VIDIOC_DQBUF`.
        var lie: (@Sendable (inout v4l2_buffer) -> Void)?
        /// Changes the driver's answer to `VIDIOC_S_FMT` and `VIDIOC_G_FMT`.
        var formatLie: (@Sendable (inout v4l2_pix_format) -> Void)?
        /// Changes the same answers of a multi-planar driver, whose modes have two planes in memories of their own.
        var planesLie: (@Sendable (inout v4l2_pix_format_mplane) -> Void)?
        /// Changes a plane in the answer to `VIDIOC_QUERYBUF`, and in that to `VIDIOC_DQBUF` with the picture's number.
        var planeQueryLie: (@Sendable (inout v4l2_plane, _ plane: Int) -> Void)?
        var planeLie: (@Sendable (inout v4l2_plane, _ plane: Int, _ number: UInt32) -> Void)?
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

    struct State: ~Copyable {
        var script: Script
        var mode: Mode
        var memories: [UnsafeMutableRawBufferPointer] = []
        /// How often each memory is mapped, by its address; one that is not, and is no buffer's any more, is given back.
        var mapped: [UInt: Int] = [:]
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

    let state: Mutex<State>
    let bell: Wakeup
    /// It rings when somebody else has changed a control.
    let eventBell: Wakeup

    init(_ script: Script = Script()) throws {
        state = Mutex(State(script: script, mode: script.modes[0], rate: script.modes[0].rates.first ?? 0))
        bell = try Wakeup()
        eventBell = try Wakeup()
    }

    // Whatever maps memory holds the calls, and they hold the camera.
    deinit { state.withLock { for memory in $0.memories { memory.deallocate() } } }

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

    /// The number of memories that somebody has mapped.
    var mappedCount: Int { state.withLock { $0.mapped.count } }

    /// The buffers that the driver does not have, by their numbers: they are held, or lost.
    var missingBuffers: [Int] {
        state.withLock { state in
            let filled = state.filled.map(\.index)
            return state.memories.indices.filter { !state.queued.contains($0) && !filled.contains($0) }
        }
    }

    /// Gives a memory back that was mapped; one of another camera is left alone.
    func unmap(_ address: UInt) {
        state.withLock { state in
            guard let count = state.mapped[address] else { return }
            state.mapped[address] = count > 1 ? count - 1 : nil
            if count == 1, !state.memories.contains(where: { UInt(bitPattern: $0.baseAddress) == address }) {
                UnsafeMutableRawPointer(bitPattern: address)?.deallocate()
            }
        }
    }

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
            // Pictures of JPEG are what ``overwrite(with:)`` writes.
            if state.mode.format != v4l2_pix_fmt_mjpeg {
                state.memories[index].storeBytes(of: state.sequence, as: UInt32.self)
            }
            state.filled.append((index, state.sequence))
            return true
        }
        if isFilled { bell.ring() }
    }

    /// Writes to all buffers, also to those that the session has: a mapping is shared with whoever fills it.
    func overwrite(with bytes: [UInt8]) {
        state.withLock { state in
            for memory in state.memories { memory.copyBytes(from: bytes.prefix(memory.count)) }
        }
    }

    /// The calls of a session that has this camera.
    var calls: DeviceCalls {
        var calls = DeviceCalls()
        calls.open = { [self] (path) throws(SystemError) in
            hang(in: .open)
            let error = state.withLock { state in
                state.script.tries += 1
                if state.script.openError == nil {
                    state.script.opens += 1
                    state.script.openings.append(MonotonicClock.now())
                }
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
                guard memory.count >= byteCount else { return -1 }
                state.mapped[UInt(bitPattern: memory.baseAddress), default: 0] += 1
                return Int(bitPattern: memory.baseAddress)
            }
        }
        calls.unmap = { [self] bytes in unmap(UInt(bitPattern: bytes.baseAddress)) }
        let poll = calls.poll
        calls.poll = { [self] (bell, number, events, deadline) throws(SystemError) in
            if let code = script.pollError {
                throw SystemError(call: "poll", target: "/dev/scripted", code: code)
            }
            if let events = script.pollEvents {
                usleep(2000)
                return ([], events)
            }
            if events.contains(.priority), script.sourceHasChanged { return ([], .priority) }
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
        calls.unmap = { bytes in
            for camera in all.values { camera.camera.unmap(UInt(bitPattern: bytes.baseAddress)) }
        }
        return calls
    }
}
