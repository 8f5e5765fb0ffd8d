import CV4L2
import Frames
import Glibc
import LinuxIO
import Synchronization

@testable import Capture

/// A V4L2 camera that a test plays: it offers modes, fills buffers when it is told to, fails where it is told to, and lies.
///
/// It stands where the system's calls stand, so that all of the library above them is the real one.
final class ScriptedCamera: Sendable {
    /// A mode of the camera: two bytes for each pixel of YUYV, or a JPEG.
    struct Mode: Sendable {
        var format: UInt32
        var width: UInt32
        var height: UInt32
        var rate: UInt32

        static func yuyv(_ width: UInt32, _ height: UInt32, rate: UInt32 = 30) -> Mode {
            Mode(format: v4l2_pix_fmt_yuyv, width: width, height: height, rate: rate)
        }

        static func mjpeg(_ width: UInt32, _ height: UInt32, rate: UInt32 = 30) -> Mode {
            Mode(format: v4l2_pix_fmt_mjpeg, width: width, height: height, rate: rate)
        }
    }

    /// What the test says and sees.
    struct Script: Sendable {
        var modes: [Mode] = [.yuyv(64, 48)]
        /// Errors by the number of the ioctl; those of a mode only where its size and format are set.
        var failures: [UInt: (code: Int32, Mode?)] = [:]
        var openError: Int32?
        var controls: [UInt32: Int32] = [:]
        /// Changes the driver's answer to `VIDIOC_DQBUF`.
        var lie: (@Sendable (inout v4l2_buffer) -> Void)?
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
        var isOpen = false
    }

    private let state: Mutex<State>
    private let bell: Wakeup

    init(_ script: Script = Script()) throws {
        state = Mutex(State(script: script, mode: script.modes[0]))
        bell = try Wakeup()
    }

    var script: Script { state.withLock { $0.script } }

    func change(_ edit: (inout Script) -> Void) { state.withLock { edit(&$0.script) } }

    /// The size that is set.
    var size: PixelSize {
        state.withLock { PixelSize(width: Int($0.mode.width), height: Int($0.mode.height)) }
    }

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
            let error = state.withLock { state -> Int32? in
                if let code = state.script.openError { return code }
                if state.isOpen { return EBUSY }
                state.script.opens += 1
                state.isOpen = true
                return nil
            }
            if let error { throw SystemError(call: "open", target: path, code: error) }
            return bell.descriptor
        }
        calls.adopt = { _, _ in }
        calls.close = { [self] _ in
            state.withLock { state in
                state.script.closes += 1
                (state.isOpen, state.isStreaming) = (false, false)
            }
        }
        calls.ioctl = { [self] _, request, argument in
            let code = answer(request, at: UInt(bitPattern: argument))
            if code != 0 { errno = code }
            return code == 0 ? 0 : -1
        }
        calls.kernelIoctl = calls.ioctl
        calls.map = { [self] _, byteCount, place in
            state.withLock { state in
                let memory = state.memories[Int(place)]
                return memory.count == byteCount ? Int(bitPattern: memory.baseAddress) : -1
            }
        }
        calls.unmap = { _ in }
        return calls
    }

    // MARK: - The driver

    /// Answers an ioctl; the argument comes as a number, since the lock's closure takes no pointers.
    private func answer(_ request: UInt, at address: UInt) -> Int32 {
        state.withLock { state in
            guard let argument = UnsafeMutableRawPointer(bitPattern: address) else { return EFAULT }
            if let (code, mode) = state.script.failures[request],
                mode.map({
                    $0.width == state.mode.width && $0.height == state.mode.height
                        && $0.format == state.mode.format
                }) ?? true
            {
                return code
            }
            switch request {
            case vidioc_querycap: return Self.capabilities(argument)
            case vidioc_enum_fmt: return Self.format(state.script, argument)
            case vidioc_enum_framesizes: return Self.size(state.script, argument)
            case vidioc_enum_frameintervals: return Self.interval(state.script, argument)
            case vidioc_g_fmt, vidioc_s_fmt: return Self.setFormat(&state, argument, request == vidioc_s_fmt)
            case vidioc_reqbufs: return Self.requestBuffers(&state, argument)
            case vidioc_querybuf: return Self.queryBuffer(&state, argument)
            case vidioc_qbuf: return Self.queue(&state, argument)
            case vidioc_dqbuf: return dequeue(&state, argument)
            case vidioc_streamon:
                state.isStreaming = true
                return 0
            case vidioc_streamoff:
                (state.isStreaming, state.queued, state.filled) = (false, [], [])
                return 0
            case vidioc_g_ctrl:
                let control = argument.assumingMemoryBound(to: v4l2_control.self)
                guard let value = state.script.controls[control.pointee.id] else { return EINVAL }
                control.pointee.value = value
                return 0
            default: return ENOTTY
            }
        }
    }

    private static func capabilities(_ argument: UnsafeMutableRawPointer) -> Int32 {
        let answer = argument.assumingMemoryBound(to: v4l2_capability.self)
        withUnsafeMutableBytes(of: &answer.pointee.card) { $0.copyBytes(from: Array("Scripted".utf8)) }
        answer.pointee.capabilities = UInt32(V4L2_CAP_VIDEO_CAPTURE) | UInt32(V4L2_CAP_STREAMING)
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

    private static func size(_ script: Script, _ argument: UnsafeMutableRawPointer) -> Int32 {
        let answer = argument.assumingMemoryBound(to: v4l2_frmsizeenum.self)
        let modes = script.modes.filter { $0.format == answer.pointee.pixel_format }
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
        guard let mode, answer.pointee.index == 0 else { return EINVAL }
        answer.pointee.type = V4L2_FRMIVAL_TYPE_DISCRETE.rawValue
        answer.pointee.discrete = v4l2_fract(numerator: 1, denominator: mode.rate)
        return 0
    }

    private static func setFormat(
        _ state: inout State, _ argument: UnsafeMutableRawPointer, _ isSet: Bool
    ) -> Int32 {
        let answer = argument.assumingMemoryBound(to: v4l2_format.self)
        let wish = answer.pointee.fmt.pix
        if isSet {
            state.mode =
                state.script.modes.first {
                    $0.format == wish.pixelformat && $0.width == wish.width && $0.height == wish.height
                } ?? state.script.modes[0]
        }
        answer.pointee.fmt.pix = v4l2_pix_format()
        answer.pointee.fmt.pix.width = state.mode.width
        answer.pointee.fmt.pix.height = state.mode.height
        answer.pointee.fmt.pix.pixelformat = state.mode.format
        answer.pointee.fmt.pix.field = V4L2_FIELD_NONE.rawValue
        answer.pointee.fmt.pix.bytesperline =
            state.mode.format == v4l2_pix_fmt_yuyv ? state.mode.width * 2 : 0
        answer.pointee.fmt.pix.sizeimage = state.mode.width * state.mode.height * 2
        return 0
    }

    private static func requestBuffers(_ state: inout State, _ argument: UnsafeMutableRawPointer) -> Int32 {
        let answer = argument.assumingMemoryBound(to: v4l2_requestbuffers.self)
        guard answer.pointee.memory == V4L2_MEMORY_MMAP.rawValue else { return EINVAL }
        // Memory stays until the test ends: frames may hold it.
        let byteCount = Int(state.mode.width * state.mode.height * 2)
        state.memories = (0..<Int(answer.pointee.count)).map { _ in
            let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 4096)
            memory.initializeMemory(as: UInt8.self, repeating: 0)
            return memory
        }
        (state.queued, state.filled) = ([], [])
        return 0
    }

    private static func queryBuffer(_ state: inout State, _ argument: UnsafeMutableRawPointer) -> Int32 {
        let answer = argument.assumingMemoryBound(to: v4l2_buffer.self)
        guard state.memories.indices.contains(Int(answer.pointee.index)) else { return EINVAL }
        answer.pointee.length = UInt32(state.memories[Int(answer.pointee.index)].count)
        answer.pointee.m.offset = answer.pointee.index
        return 0
    }

    private static func queue(_ state: inout State, _ argument: UnsafeMutableRawPointer) -> Int32 {
        let index = Int(argument.assumingMemoryBound(to: v4l2_buffer.self).pointee.index)
        guard state.memories.indices.contains(index), !state.queued.contains(index) else { return EINVAL }
        state.queued.append(index)
        return 0
    }

    private func dequeue(_ state: inout State, _ argument: UnsafeMutableRawPointer) -> Int32 {
        guard let (index, sequence) = state.filled.first else {
            bell.clear()
            return EAGAIN
        }
        state.filled.removeFirst()
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
