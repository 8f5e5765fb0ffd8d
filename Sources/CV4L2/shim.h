#pragma once
#include <libv4l2.h>
#include <linux/videodev2.h>
#include <stdio.h>
#include <sys/ioctl.h>

// v4l2_ioctl takes variable arguments, which Swift does not call.
static inline int v4l2_ioctl_on(int descriptor, unsigned long request, void *argument) {
    return v4l2_ioctl(descriptor, request, argument);
}

// The kernel's own, past libv4l2, which refuses V4L2_MEMORY_USERPTR.
static inline int v4l2_kernel_ioctl_on(int descriptor, unsigned long request, void *argument) {
    return ioctl(descriptor, request, argument);
}

// libv4l2 writes to stderr unless it has a file; a library has no business there.
static inline void v4l2_be_quiet(void) {
    if (!v4l2_log_file) v4l2_log_file = fopen("/dev/null", "w");
}

// Macros that Swift does not import.
static const unsigned long vidioc_querycap = VIDIOC_QUERYCAP;
static const unsigned long vidioc_enum_fmt = VIDIOC_ENUM_FMT;
static const unsigned long vidioc_enum_framesizes = VIDIOC_ENUM_FRAMESIZES;
static const unsigned long vidioc_enum_frameintervals = VIDIOC_ENUM_FRAMEINTERVALS;
static const unsigned long vidioc_g_fmt = VIDIOC_G_FMT;
static const unsigned long vidioc_s_fmt = VIDIOC_S_FMT;
static const unsigned long vidioc_g_parm = VIDIOC_G_PARM;
static const unsigned long vidioc_s_parm = VIDIOC_S_PARM;
static const unsigned long vidioc_reqbufs = VIDIOC_REQBUFS;
static const unsigned long vidioc_querybuf = VIDIOC_QUERYBUF;
static const unsigned long vidioc_qbuf = VIDIOC_QBUF;
static const unsigned long vidioc_dqbuf = VIDIOC_DQBUF;
static const unsigned long vidioc_expbuf = VIDIOC_EXPBUF;
static const unsigned long vidioc_streamon = VIDIOC_STREAMON;
static const unsigned long vidioc_streamoff = VIDIOC_STREAMOFF;
static const unsigned long vidioc_subscribe_event = VIDIOC_SUBSCRIBE_EVENT;
static const unsigned long vidioc_dqevent = VIDIOC_DQEVENT;
static const unsigned long vidioc_g_dv_timings = VIDIOC_G_DV_TIMINGS;
static const unsigned long vidioc_query_dv_timings = VIDIOC_QUERY_DV_TIMINGS;
static const unsigned long vidioc_s_dv_timings = VIDIOC_S_DV_TIMINGS;
static const unsigned long vidioc_g_ctrl = VIDIOC_G_CTRL;
static const unsigned long vidioc_s_ctrl = VIDIOC_S_CTRL;
static const unsigned long vidioc_g_input = VIDIOC_G_INPUT;
static const unsigned long vidioc_enuminput = VIDIOC_ENUMINPUT;
static const unsigned long vidioc_g_std = VIDIOC_G_STD;
static const unsigned long vidioc_s_std = VIDIOC_S_STD;
static const unsigned long vidioc_querystd = VIDIOC_QUERYSTD;
static const unsigned long vidioc_g_selection = VIDIOC_G_SELECTION;
static const unsigned long vidioc_s_selection = VIDIOC_S_SELECTION;
static const v4l2_std_id v4l2_std_525_60 = V4L2_STD_525_60;
static const unsigned int v4l2_sel_tgt_compose = V4L2_SEL_TGT_COMPOSE;
static const unsigned long vidioc_queryctrl = VIDIOC_QUERYCTRL;
static const unsigned long vidioc_query_ext_ctrl = VIDIOC_QUERY_EXT_CTRL;
static const unsigned long vidioc_querymenu = VIDIOC_QUERYMENU;
static const unsigned long vidioc_g_ext_ctrls = VIDIOC_G_EXT_CTRLS;
static const unsigned long vidioc_s_ext_ctrls = VIDIOC_S_EXT_CTRLS;

static const unsigned int v4l2_cid_camera_orientation = V4L2_CID_CAMERA_ORIENTATION;
static const unsigned int v4l2_cid_camera_sensor_rotation = V4L2_CID_CAMERA_SENSOR_ROTATION;

static const unsigned int v4l2_pix_fmt_nv12 = V4L2_PIX_FMT_NV12;
static const unsigned int v4l2_pix_fmt_nv12m = V4L2_PIX_FMT_NV12M;
static const unsigned int v4l2_pix_fmt_yuyv = V4L2_PIX_FMT_YUYV;
static const unsigned int v4l2_pix_fmt_uyvy = V4L2_PIX_FMT_UYVY;
static const unsigned int v4l2_pix_fmt_yuv420 = V4L2_PIX_FMT_YUV420;
static const unsigned int v4l2_pix_fmt_yuv420m = V4L2_PIX_FMT_YUV420M;
static const unsigned int v4l2_pix_fmt_yuv422p = V4L2_PIX_FMT_YUV422P;
static const unsigned int v4l2_pix_fmt_yuv422m = V4L2_PIX_FMT_YUV422M;
static const unsigned int v4l2_pix_fmt_yuv444m = V4L2_PIX_FMT_YUV444M;
static const unsigned int v4l2_pix_fmt_grey = V4L2_PIX_FMT_GREY;
static const unsigned int v4l2_pix_fmt_abgr32 = V4L2_PIX_FMT_ABGR32;
static const unsigned int v4l2_pix_fmt_xbgr32 = V4L2_PIX_FMT_XBGR32;
static const unsigned int v4l2_pix_fmt_bgr32 = V4L2_PIX_FMT_BGR32;
static const unsigned int v4l2_pix_fmt_rgb24 = V4L2_PIX_FMT_RGB24;
static const unsigned int v4l2_pix_fmt_rgba32 = V4L2_PIX_FMT_RGBA32;
static const unsigned int v4l2_pix_fmt_mjpeg = V4L2_PIX_FMT_MJPEG;
static const unsigned int v4l2_pix_fmt_jpeg = V4L2_PIX_FMT_JPEG;
