internal import CV4L2

/// An ioctl of V4L2: its number, and its name for errors.
struct V4L2Request {
    let name: String
    let number: UInt

    static let queryCapabilities = V4L2Request(name: "VIDIOC_QUERYCAP", number: vidioc_querycap)
    static let enumerateFormats = V4L2Request(name: "VIDIOC_ENUM_FMT", number: vidioc_enum_fmt)
    static let enumerateSizes = V4L2Request(name: "VIDIOC_ENUM_FRAMESIZES", number: vidioc_enum_framesizes)
    static let enumerateIntervals = V4L2Request(
        name: "VIDIOC_ENUM_FRAMEINTERVALS", number: vidioc_enum_frameintervals)
    static let getFormat = V4L2Request(name: "VIDIOC_G_FMT", number: vidioc_g_fmt)
    static let setFormat = V4L2Request(name: "VIDIOC_S_FMT", number: vidioc_s_fmt)
    static let getParameters = V4L2Request(name: "VIDIOC_G_PARM", number: vidioc_g_parm)
    static let setParameters = V4L2Request(name: "VIDIOC_S_PARM", number: vidioc_s_parm)
    static let requestBuffers = V4L2Request(name: "VIDIOC_REQBUFS", number: vidioc_reqbufs)
    static let queryBuffer = V4L2Request(name: "VIDIOC_QUERYBUF", number: vidioc_querybuf)
    static let queue = V4L2Request(name: "VIDIOC_QBUF", number: vidioc_qbuf)
    static let dequeue = V4L2Request(name: "VIDIOC_DQBUF", number: vidioc_dqbuf)
    static let export = V4L2Request(name: "VIDIOC_EXPBUF", number: vidioc_expbuf)
    static let streamOn = V4L2Request(name: "VIDIOC_STREAMON", number: vidioc_streamon)
    static let streamOff = V4L2Request(name: "VIDIOC_STREAMOFF", number: vidioc_streamoff)
    static let subscribeEvent = V4L2Request(name: "VIDIOC_SUBSCRIBE_EVENT", number: vidioc_subscribe_event)
    static let dequeueEvent = V4L2Request(name: "VIDIOC_DQEVENT", number: vidioc_dqevent)
    static let getTimings = V4L2Request(name: "VIDIOC_G_DV_TIMINGS", number: vidioc_g_dv_timings)
    static let queryTimings = V4L2Request(name: "VIDIOC_QUERY_DV_TIMINGS", number: vidioc_query_dv_timings)
    static let setTimings = V4L2Request(name: "VIDIOC_S_DV_TIMINGS", number: vidioc_s_dv_timings)
    static let getStandard = V4L2Request(name: "VIDIOC_G_STD", number: vidioc_g_std)
    static let queryStandard = V4L2Request(name: "VIDIOC_QUERYSTD", number: vidioc_querystd)
    static let setStandard = V4L2Request(name: "VIDIOC_S_STD", number: vidioc_s_std)
    static let getSelection = V4L2Request(name: "VIDIOC_G_SELECTION", number: vidioc_g_selection)
    static let setSelection = V4L2Request(name: "VIDIOC_S_SELECTION", number: vidioc_s_selection)
    static let getInput = V4L2Request(name: "VIDIOC_G_INPUT", number: vidioc_g_input)
    static let enumerateInputs = V4L2Request(name: "VIDIOC_ENUMINPUT", number: vidioc_enuminput)
    static let getControl = V4L2Request(name: "VIDIOC_G_CTRL", number: vidioc_g_ctrl)
    static let setControl = V4L2Request(name: "VIDIOC_S_CTRL", number: vidioc_s_ctrl)
    static let queryControl = V4L2Request(name: "VIDIOC_QUERYCTRL", number: vidioc_queryctrl)
    static let queryExtendedControl = V4L2Request(
        name: "VIDIOC_QUERY_EXT_CTRL", number: vidioc_query_ext_ctrl)
    static let queryMenu = V4L2Request(name: "VIDIOC_QUERYMENU", number: vidioc_querymenu)
    static let getExtendedControls = V4L2Request(name: "VIDIOC_G_EXT_CTRLS", number: vidioc_g_ext_ctrls)
    static let setExtendedControls = V4L2Request(name: "VIDIOC_S_EXT_CTRLS", number: vidioc_s_ext_ctrls)
}
