internal import CV4L2
internal import Frames
internal import LinuxIO

extension VideoDevice {
    /// Reads the format that is set now (`VIDIOC_G_FMT`).
    func currentFormat() throws(SystemError) -> VideoFormat {
        var format = unsafe v4l2_format()
        unsafe format.type = bufferType
        try unsafe call(.getFormat, &format)
        return unsafe VideoFormat(format, isMultiPlanar: isMultiPlanar)
    }

    /// Sets format and size (`VIDIOC_S_FMT`).
    ///
    /// - Parameters:
    ///   - fourCC: The format.
    ///   - size: The size.
    /// - Returns: The format that the driver really set.
    /// - Throws: The error of the ioctl; `EBUSY` while another program streams.
    func setFormat(_ fourCC: FourCC, size: PixelSize) throws(SystemError) -> VideoFormat {
        let answer = try set(fourCC, size, isWoven: false)
        let found = answer.fields == .apart ? try set(fourCC, size, isWoven: true) : answer
        fill(found.size)
        return found
    }

    /// Lets the picture fill its buffers (`V4L2_SEL_TGT_COMPOSE`): drivers that scale may leave it as large as it was in the mode before, in a
    /// corner of them; most cameras know nothing of it.
    private func fill(_ size: PixelSize) {
        var selection = v4l2_selection()
        // It is the same for multi-planar devices.
        selection.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        selection.target = v4l2_sel_tgt_compose
        guard !isConverting, (try? call(.getSelection, &selection)) != nil else { return }
        let (width, height) = (UInt32(clamping: size.width), UInt32(clamping: size.height))
        guard selection.r.width != width || selection.r.height != height else { return }
        selection.r = v4l2_rect(left: 0, top: 0, width: width, height: height)
        try? call(.setSelection, &selection)
    }

    private func set(_ fourCC: FourCC, _ size: PixelSize, isWoven: Bool) throws(SystemError) -> VideoFormat {
        var format = unsafe VideoFormat(fourCC: fourCC, size: size).request(
            type: bufferType, isMultiPlanar: isMultiPlanar, isWoven: isWoven)
        try unsafe call(.setFormat, &format)
        return unsafe VideoFormat(format, isMultiPlanar: isMultiPlanar)
    }

    /// Sets the rate where the driver lets it be set (`VIDIOC_S_PARM`).
    ///
    /// - Parameter rate: The number of frames per second; nil changes nothing.
    /// - Returns: The rate that holds now; nil where the driver does not say.
    func setRate(_ rate: Rational?) -> Rational? {
        var parameters = v4l2_streamparm()
        parameters.type = bufferType
        do throws(SystemError) {
            try call(.getParameters, &parameters)
            guard unsafe parameters.parm.capture.capability & UInt32(V4L2_CAP_TIMEPERFRAME) != 0 else {
                return nil
            }
            if let rate {
                unsafe parameters.parm.capture.timeperframe = v4l2_fract(
                    numerator: UInt32(clamping: rate.denominator),
                    denominator: UInt32(clamping: rate.numerator))
                try call(.setParameters, &parameters)
            }
            return unsafe Rational(rateOf: parameters.parm.capture.timeperframe)
        } catch {
            // Optional in V4L2: a driver without it has one rate, which is measured.
            return nil
        }
    }

    /// Asks to be told when the signal behind an input changes (`V4L2_EVENT_SOURCE_CHANGE`); most cameras
    /// have none.
    func subscribeToSourceChanges() {
        var subscription = v4l2_event_subscription()
        subscription.type = UInt32(V4L2_EVENT_SOURCE_CHANGE)
        try? call(.subscribeEvent, &subscription)
    }

    /// Takes all waiting events.
    ///
    /// - Returns: True when one of them says that the resolution changed.
    func takeSourceChange() -> Bool {
        var hasChanged = false
        var event = v4l2_event()
        // A driver that always has one more is not heard for ever.
        for _ in 0..<64 {
            guard (try? call(.dequeueEvent, &event)) != nil else { break }
            let change =
                unsafe event.type == UInt32(V4L2_EVENT_SOURCE_CHANGE) && event.u.src_change.changes != 0
            hasChanged = hasChanged || change
        }
        return hasChanged
    }

    /// Reads the size of the signal on an input with a cable (`VIDIOC_G_DV_TIMINGS`); nil for cameras.
    func signalSize() -> PixelSize? {
        var timings = v4l2_dv_timings()
        guard (try? call(.getTimings, &timings)) != nil, timings.type == UInt32(V4L2_DV_BT_656_1120) else {
            return nil
        }
        let size = PixelSize(width: Int(timings.bt.width), height: Int(timings.bt.height))
        return size.isPossible ? size : nil
    }

    /// The largest picture that the standard of an analogue input has (`VIDIOC_G_STD`); nil for other inputs.
    func standardSize() -> PixelSize? {
        var standard = v4l2_std_id(0)
        guard (try? call(.getStandard, &standard)) != nil, standard != 0 else { return nil }
        return PixelSize(width: 720, height: standard & v4l2_std_525_60 == 0 ? 576 : 480)
    }

    /// True when the input that is chosen says that nothing comes into it (`VIDIOC_ENUMINPUT`), though its driver may go on with black or
    /// noise; cameras have such inputs, too, which say nothing.
    var hasNoSignal: Bool { inputStatus & UInt32(V4L2_IN_ST_NO_POWER | V4L2_IN_ST_NO_SIGNAL) != 0 }

    /// True when the input may have no signal: analogue ones say so of a weak one, too.
    var mayHaveNoSignal: Bool {
        hasNoSignal || inputStatus & UInt32(V4L2_IN_ST_NO_SYNC | V4L2_IN_ST_NO_H_LOCK) != 0
    }

    /// The status of the input that is chosen (`V4L2_IN_ST_…`); 0 where the driver does not tell.
    private var inputStatus: UInt32 {
        var number: Int32 = 0
        var input = v4l2_input()
        guard (try? call(.getInput, &number)) != nil else { return 0 }
        input.index = UInt32(bitPattern: number)
        return (try? call(.enumerateInputs, &input)) == nil ? 0 : input.status
    }

    /// Adopts the timings that an input with a cable finds on it now (`VIDIOC_QUERY_DV_TIMINGS`); other inputs ignore
    /// it.
    func adoptTimings() {
        var timings = v4l2_dv_timings()
        guard (try? call(.queryTimings, &timings)) != nil else { return }
        try? call(.setTimings, &timings)
    }

    /// Adopts the standard that an analogue input finds on it now (`VIDIOC_QUERYSTD`): PAL and NTSC differ in lines; other inputs ignore it.
    func adoptStandard() {
        // A set of those that it may be, none without a signal.
        var (found, current) = (v4l2_std_id(0), v4l2_std_id(0))
        guard (try? call(.queryStandard, &found)) != nil, found != 0 else { return }
        if (try? call(.getStandard, &current)) != nil, current != 0, current & found == current { return }
        try? call(.setStandard, &found)
    }
}
