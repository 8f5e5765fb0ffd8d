// Gives a program one video device more, /dev/video99, which says that it is a camera and has no formats; preloaded by the tests of the
// program. With VIEWFINDER_CAMERA=silent it has one, and its driver never comes back from the call that sets it. With
// VIEWFINDER_CAMERA=streaming it has some modes and gives pictures, whose luma is 235; its bus has no room for the largest size.

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static const char node[] = "/dev/video99";

static int is_kind(const char *name) {
    const char *kind = getenv("VIEWFINDER_CAMERA");
    return kind && !strcmp(kind, name);
}

// In its place stands /dev/null, which knows no V4L2 of its own, or, where pictures come, a timer, which can be read whenever one is due.
static const char *place(const char *path) { return strcmp(path, node) ? path : "/dev/null"; }

static int is_timer(int number) {
    char link[64], name[64] = "";
    snprintf(link, sizeof link, "/proc/self/fd/%d", number);
    return readlink(link, name, sizeof name - 1) > 0 && strstr(name, "[timerfd]");
}

static int is_camera(int number) {
    struct stat status;
    if (is_kind("streaming")) return is_timer(number);
    return !fstat(number, &status) && S_ISCHR(status.st_mode) && status.st_rdev == makedev(1, 3);
}

// The modes, the driver's favourite first; rates end with 0.
static const struct mode {
    unsigned format, width, height, rates[4];
} modes[] = {
    {V4L2_PIX_FMT_YUYV, 640, 480, {30, 15}},
    {V4L2_PIX_FMT_YUYV, 320, 240, {60, 30}},
    {V4L2_PIX_FMT_YUYV, 1280, 720, {10}},
    {V4L2_PIX_FMT_NV12, 640, 480, {30}},
};
enum { mode_count = sizeof modes / sizeof *modes, most_buffers = 8 };

// The stream, of which there is one; all calls on it come in turn.
static struct {
    struct mode mode;
    unsigned rate, count, sequence;
    void *memories[most_buffers];
    unsigned queue[most_buffers], queued;
} stream = {.mode = {V4L2_PIX_FMT_YUYV, 640, 480, {30}}, .rate = 30};
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

static unsigned picture_size(const struct mode *mode) {
    unsigned pixels = mode->width * mode->height;
    return mode->format == V4L2_PIX_FMT_YUYV ? pixels * 2 : pixels * 3 / 2;
}

static void paint(unsigned char *bytes) {
    unsigned pixels = stream.mode.width * stream.mode.height;
    memset(bytes, 128, picture_size(&stream.mode));
    if (stream.mode.format == V4L2_PIX_FMT_YUYV) {
        for (unsigned pixel = 0; pixel < pixels; ++pixel) bytes[pixel * 2] = 235;
    } else {
        memset(bytes, 235, pixels);
    }
}

static int refuse(int code) {
    errno = code;
    return -1;
}

static int list(unsigned long request, void *argument) {
    if (request == VIDIOC_ENUM_FMT) {
        struct v4l2_fmtdesc *format = argument;
        if (format->type != V4L2_BUF_TYPE_VIDEO_CAPTURE || format->index > 1) return refuse(EINVAL);
        format->pixelformat = format->index ? V4L2_PIX_FMT_NV12 : V4L2_PIX_FMT_YUYV;
        return 0;
    }
    struct v4l2_frmsizeenum *size = argument;
    struct v4l2_frmivalenum *interval = argument;
    unsigned left = size->index;
    for (const struct mode *mode = modes; mode < modes + mode_count; ++mode) {
        if (request == VIDIOC_ENUM_FRAMESIZES) {
            if (mode->format != size->pixel_format || left--) continue;
            size->type = V4L2_FRMSIZE_TYPE_DISCRETE;
            size->discrete.width = mode->width, size->discrete.height = mode->height;
            return 0;
        }
        if (mode->format != interval->pixel_format || mode->width != interval->width || mode->height != interval->height) continue;
        if (interval->index >= 3 || !mode->rates[interval->index]) break;
        interval->type = V4L2_FRMIVAL_TYPE_DISCRETE;
        interval->discrete.numerator = 1, interval->discrete.denominator = mode->rates[interval->index];
        return 0;
    }
    return refuse(EINVAL);
}

static int set_format(unsigned long request, struct v4l2_pix_format *format) {
    for (const struct mode *mode = modes; request == VIDIOC_S_FMT && mode < modes + mode_count; ++mode) {
        if (mode->format == format->pixelformat && mode->width == format->width && mode->height == format->height)
            stream.mode = *mode, stream.rate = mode->rates[0];
    }
    memset(format, 0, sizeof *format);
    format->width = stream.mode.width, format->height = stream.mode.height;
    format->pixelformat = stream.mode.format;
    format->field = V4L2_FIELD_NONE;
    format->bytesperline = stream.mode.width * (stream.mode.format == V4L2_PIX_FMT_YUYV ? 2 : 1);
    format->sizeimage = picture_size(&stream.mode);
    format->colorspace = V4L2_COLORSPACE_SRGB;
    format->priv = V4L2_PIX_FMT_PRIV_MAGIC;
    return 0;
}

static int set_rate(unsigned long request, struct v4l2_captureparm *parameters) {
    for (const unsigned *rate = stream.mode.rates; request == VIDIOC_S_PARM && *rate; ++rate) {
        if (parameters->timeperframe.numerator == 1 && parameters->timeperframe.denominator == *rate) stream.rate = *rate;
    }
    parameters->capability = V4L2_CAP_TIMEPERFRAME;
    parameters->timeperframe.numerator = 1, parameters->timeperframe.denominator = stream.rate;
    return 0;
}

static int turn_on(int number, int is_on) {
    if (is_on && stream.mode.width == 1280) return refuse(ENOSPC);
    long period = is_on ? 1000000000 / stream.rate : 0;
    struct itimerspec times = {{0, period}, {0, period}};
    if (!is_on) stream.queued = 0;
    return timerfd_settime(number, 0, &times, NULL);
}

static int use_buffer(int number, unsigned long request, struct v4l2_buffer *buffer) {
    unsigned long ticks;
    if (buffer->memory != V4L2_MEMORY_MMAP) return refuse(EINVAL);
    if (request == VIDIOC_DQBUF) {
        if (read(number, &ticks, sizeof ticks) < 0) return -1;
        ++stream.sequence;
        if (!stream.queued) return refuse(EAGAIN);
        buffer->index = stream.queue[0];
        memmove(stream.queue, stream.queue + 1, --stream.queued * sizeof *stream.queue);
        paint(stream.memories[buffer->index]);
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        buffer->timestamp.tv_sec = now.tv_sec, buffer->timestamp.tv_usec = now.tv_nsec / 1000;
        buffer->sequence = stream.sequence;
        buffer->flags = V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC;
    } else if (buffer->index >= stream.count) {
        return refuse(EINVAL);
    } else if (request == VIDIOC_QBUF) {
        stream.queue[stream.queued++ % most_buffers] = buffer->index;
    }
    buffer->field = V4L2_FIELD_NONE;
    buffer->m.offset = buffer->index * 4096;
    buffer->length = buffer->bytesused = picture_size(&stream.mode);
    return 0;
}

// Memory stays until the program's end, whoever still has it.
static int make_buffers(struct v4l2_requestbuffers *request) {
    if (request->memory != V4L2_MEMORY_MMAP) return refuse(EINVAL);
    stream.count = request->count = request->count < most_buffers ? request->count : most_buffers;
    stream.queued = 0;
    for (unsigned index = 0; index < stream.count; ++index) {
        int flags = MAP_SHARED | MAP_ANONYMOUS;
        stream.memories[index] = mmap(NULL, picture_size(&stream.mode), PROT_READ | PROT_WRITE, flags, -1, 0);
    }
    return 0;
}

static int give_pictures(int number, unsigned long request, void *argument) {
    switch (request) {
    case VIDIOC_ENUM_FMT:
    case VIDIOC_ENUM_FRAMESIZES:
    case VIDIOC_ENUM_FRAMEINTERVALS: return list(request, argument);
    case VIDIOC_G_FMT:
    case VIDIOC_S_FMT: return set_format(request, &((struct v4l2_format *)argument)->fmt.pix);
    case VIDIOC_G_PARM:
    case VIDIOC_S_PARM: return set_rate(request, &((struct v4l2_streamparm *)argument)->parm.capture);
    case VIDIOC_REQBUFS: return make_buffers(argument);
    case VIDIOC_QUERYBUF:
    case VIDIOC_QBUF:
    case VIDIOC_DQBUF: return use_buffer(number, request, argument);
    case VIDIOC_STREAMON: return turn_on(number, 1);
    case VIDIOC_STREAMOFF: return turn_on(number, 0);
    default: return refuse(EINVAL);
    }
}

static int answer(int number, unsigned long request, void *argument) {
    if (request == VIDIOC_QUERYCAP) {
        struct v4l2_capability *words = argument;
        memset(words, 0, sizeof *words);
        strcpy((char *)words->driver, "test");
        strcpy((char *)words->card, "Test Camera");
        strcpy((char *)words->bus_info, "platform:test");
        words->device_caps = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING;
        words->capabilities = words->device_caps | V4L2_CAP_DEVICE_CAPS;
        return 0;
    }
    if (is_kind("streaming")) {
        pthread_mutex_lock(&turn);
        int result = give_pictures(number, request, argument);
        pthread_mutex_unlock(&turn);
        return result;
    }
    if (is_kind("silent")) {
        struct v4l2_fmtdesc *format = argument;
        struct v4l2_frmsizeenum *size = argument;
        if (request == VIDIOC_ENUM_FMT && format->index == 0 && format->type == V4L2_BUF_TYPE_VIDEO_CAPTURE) {
            format->pixelformat = V4L2_PIX_FMT_YUYV;
            return 0;
        }
        if (request == VIDIOC_ENUM_FRAMESIZES && size->index == 0) {
            size->type = V4L2_FRMSIZE_TYPE_DISCRETE;
            size->discrete.width = 64, size->discrete.height = 48;
            return 0;
        }
        while (request == VIDIOC_S_FMT) pause();
    }
    errno = EINVAL;
    return -1;
}

static int ask(const char *name, int number, unsigned long request, void *argument) {
    if (_IOC_TYPE(request) == 'V' && is_camera(number)) return answer(number, request, argument);
    int (*next)(int, unsigned long, ...) = (int (*)(int, unsigned long, ...))dlsym(RTLD_NEXT, name);
    return next(number, request, argument);
}

int ioctl(int number, unsigned long request, ...) {
    va_list rest;
    va_start(rest, request);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    return ask("ioctl", number, request, argument);
}

int v4l2_ioctl(int number, unsigned long request, ...) {
    va_list rest;
    va_start(rest, request);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    return ask("v4l2_ioctl", number, request, argument);
}

// libv4l2 would ask past us, and complain.
int v4l2_fd_open(int number, int flags) {
    if (is_camera(number)) return number;
    int (*next)(int, int) = (int (*)(int, int))dlsym(RTLD_NEXT, "v4l2_fd_open");
    return next(number, flags);
}

void *v4l2_mmap(void *start, size_t length, int protection, int flags, int number, int64_t offset) {
    if (is_camera(number)) return stream.memories[offset / 4096 % most_buffers];
    void *(*next)(void *, size_t, int, int, int, int64_t) =
        (void *(*)(void *, size_t, int, int, int, int64_t))dlsym(RTLD_NEXT, "v4l2_mmap");
    return next(start, length, protection, flags, number, offset);
}

int v4l2_munmap(void *start, size_t length) {
    if (is_kind("streaming")) return 0;
    int (*next)(void *, size_t) = (int (*)(void *, size_t))dlsym(RTLD_NEXT, "v4l2_munmap");
    return next(start, length);
}

int open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    if (is_kind("streaming") && !strcmp(path, node)) return timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    int (*next)(const char *, int, ...) = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open");
    return next(place(path), flags, mode);
}

// Behind the last of /dev comes one more.
struct dirent *readdir(DIR *folder) {
    static _Thread_local struct dirent more;
    static _Thread_local DIR *told;
    struct dirent *(*next)(DIR *) = (struct dirent * (*)(DIR *)) dlsym(RTLD_NEXT, "readdir");
    struct dirent *entry = next(folder);
    struct stat here, devices;
    if (entry || told == folder || fstat(dirfd(folder), &here) || stat("/dev", &devices) || here.st_dev != devices.st_dev ||
        here.st_ino != devices.st_ino) {
        if (!entry && told == folder) told = NULL;
        return entry;
    }
    told = folder;
    strcpy(more.d_name, strrchr(node, '/') + 1);
    return &more;
}
