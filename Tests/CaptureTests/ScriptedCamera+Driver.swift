import CV4L2
import Frames
import Glibc
import LinuxIO
import Synchronization

@testable import Capture

/// The driver behind a scripted camera: its answers to ioctls.
extension ScriptedCamera {
    /// Answers an ioctl; the argument comes as a number, since the lock's closure takes no pointers.
    func answer(_ request: UInt, of handle: Int32, at address: UInt) -> Int32 {
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
                if state.script.breaksUntilRestarted { state.script.pollEvents = nil }
                (state.isStreaming, state.script.breaksUntilRestarted) = (true, false)
                if state.script.tellsChangeAtStart { state.script.sourceHasChanged = true }
                return 0
            case vidioc_dqevent where state.script.sourceHasChanged:
                let event = argument.assumingMemoryBound(to: v4l2_event.self)
                event.pointee.type = UInt32(V4L2_EVENT_SOURCE_CHANGE)
                event.pointee.u.src_change.changes = UInt32(V4L2_EVENT_SRC_CH_RESOLUTION)
                state.script.sourceHasChanged = false
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
        if state.script.isMultiPlanar {
            var pix = v4l2_pix_format_mplane()
            (pix.width, pix.height) = (state.mode.width, state.mode.height)
            (pix.pixelformat, pix.field, pix.num_planes) = (state.mode.format, field, 2)
            let plane = v4l2_plane_pix_format(
                sizeimage: state.mode.width &* state.mode.height, bytesperline: state.mode.width,
                reserved: (0, 0, 0, 0, 0, 0))
            (pix.plane_fmt.0, pix.plane_fmt.1) = (plane, plane)
            state.script.planesLie?(&pix)
            answer.pointee.fmt.pix_mp = pix
            return 0
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
        // Frames may still hold memory, and it goes with the last of them.
        for memory in state.memories where state.mapped[UInt(bitPattern: memory.baseAddress)] == nil {
            memory.deallocate()
        }
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
        if state.script.isMultiPlanar {
            // Each plane has the whole memory.
            for number in 0..<min(2, Int(answer.pointee.length)) {
                let plane = answer.pointee.m.planes + number
                plane.pointee.length = UInt32(state.memories[Int(answer.pointee.index)].count)
                plane.pointee.m.mem_offset = answer.pointee.index
                state.script.planeQueryLie?(&plane.pointee, number)
            }
            return 0
        }
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
        if state.script.isMultiPlanar {
            for number in 0..<min(2, Int(answer.pointee.length)) {
                let plane = answer.pointee.m.planes + number
                plane.pointee.bytesused = UInt32(state.memories[index].count)
                state.script.planeLie?(&plane.pointee, number, sequence)
            }
        }
        answer.pointee.bytesused = UInt32(state.memories[index].count)
        answer.pointee.flags = UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC)
        let now = MonotonicClock.now()
        answer.pointee.timestamp = timeval(
            tv_sec: Int(now / 1_000_000_000), tv_usec: Int(now % 1_000_000_000 / 1000))
        state.script.lie?(&answer.pointee)
        return 0
    }
}

extension ScriptedCamera.Script {
    /// True for a driver with its planes in memories of their own.
    var isMultiPlanar: Bool { capabilities & UInt32(V4L2_CAP_VIDEO_CAPTURE_MPLANE) != 0 }

    /// One with its planes in memories of their own.
    static var multiPlanar: Self {
        var script = Self()
        script.capabilities = UInt32(V4L2_CAP_VIDEO_CAPTURE_MPLANE | V4L2_CAP_STREAMING)
        script.modes = [.nm12(64, 48)]
        return script
    }
}
