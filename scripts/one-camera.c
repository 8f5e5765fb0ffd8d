// Gives a program one video device more, /dev/video99, which says that it is a camera and has no formats; preloaded by the tests of the
// program. With VIEWFINDER_CAMERA=silent it has one, and its driver never comes back from the call that sets it. With
// VIEWFINDER_CAMERA=streaming it has some modes and gives pictures, whose luma is 235; its bus has no room for the largest size. With
// VIEWFINDER_CAMERA_CONTROLS it has brightness and contrast, too, whose values are the first two bytes of that file: whoever writes there is
// another program. A third control is a text, from the file's byte 64 on; nobody is told of that one.

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <poll.h>
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

// The controls of the streaming camera, and what users of it, by their descriptors, have been told of their values.
enum { control_count = 3, most_users = 1024, text_place = 2, text_start = 64, longest_text = 8 };
static const struct {
    unsigned id;
    const char *name;
} controls[control_count] = {
    {V4L2_CID_BRIGHTNESS, "Brightness"}, {V4L2_CID_CONTRAST, "Contrast"}, {V4L2_CID_USER_BASE + 0x1000, "Words"}};
static struct {
    unsigned char is_subscribed, told[control_count];
} users[most_users];

static volatile unsigned char *control_values(void) {
    static volatile unsigned char *values;
    const char *path = getenv("VIEWFINDER_CAMERA_CONTROLS");
    int (*next)(const char *, int, ...) = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open");
    if (values || !path) return values;
    int file = next(path, O_RDWR | O_CLOEXEC);
    void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory != MAP_FAILED) values = memory;
    return values;
}

static int control_place(unsigned id) {
    for (int place = 0; place < control_count; ++place) {
        if (controls[place].id == id) return place;
    }
    return -1;
}

// The control whose value a user does not know yet; -1 for none.
static int untold_control(int number) {
    volatile unsigned char *values = control_values();
    if (!values || number < 0 || number >= most_users || !users[number].is_subscribed) return -1;
    for (int place = 0; place < control_count; ++place) {
        if (users[number].told[place] != values[place]) return place;
    }
    return -1;
}

static int describe_control(struct v4l2_query_ext_ctrl *query) {
    int place = control_place(query->id & V4L2_CTRL_ID_MASK);
    if (query->id & V4L2_CTRL_FLAG_NEXT_CTRL) {
        place = 0;
        while (place < control_count && controls[place].id <= (query->id & V4L2_CTRL_ID_MASK)) ++place;
    }
    if (place < 0 || place >= control_count) return refuse(EINVAL);
    memset(query, 0, sizeof *query);
    query->id = controls[place].id, query->type = V4L2_CTRL_TYPE_INTEGER;
    query->maximum = 255, query->step = 1, query->default_value = 128;
    query->elems = 1, query->elem_size = 4;
    if (place == text_place) {
        query->type = V4L2_CTRL_TYPE_STRING, query->default_value = 0;
        query->maximum = longest_text, query->elem_size = longest_text + 1;
    }
    strcpy(query->name, controls[place].name);
    return 0;
}

static int use_text(volatile unsigned char *values, unsigned long request, struct v4l2_ext_control *control) {
    char *text = (char *)values + text_start;
    if (request == VIDIOC_S_EXT_CTRLS) {
        size_t length = strnlen(control->string, longest_text + 1);
        if (length > longest_text || length >= control->size) return refuse(ERANGE);
        memcpy(text, control->string, length + 1);
        return 0;
    }
    if (control->size <= longest_text) {
        control->size = longest_text + 1;
        return refuse(ENOSPC);
    }
    strncpy(control->string, text, longest_text + 1);
    return 0;
}

static int use_controls(int number, unsigned long request, void *argument) {
    volatile unsigned char *values = control_values();
    struct v4l2_ext_controls *list = argument;
    struct v4l2_event_subscription *subscription = argument;
    if (!values || number < 0 || number >= most_users) return refuse(ENOTTY);
    switch (request) {
    case VIDIOC_QUERY_EXT_CTRL: return describe_control(argument);
    case VIDIOC_G_EXT_CTRLS:
    case VIDIOC_S_EXT_CTRLS: {
        int place = list->count == 1 ? control_place(list->controls->id) : -1;
        if (place < 0) return refuse(EINVAL);
        if (place == text_place) return use_text(values, request, list->controls);
        if (request == VIDIOC_G_EXT_CTRLS) list->controls->value = values[place];
        // Who sets a value is not told of it.
        if (request == VIDIOC_S_EXT_CTRLS) users[number].told[place] = values[place] = list->controls->value;
        return 0;
    }
    case VIDIOC_SUBSCRIBE_EVENT:
        if (subscription->type != V4L2_EVENT_CTRL || control_place(subscription->id) < 0) return refuse(EINVAL);
        users[number].is_subscribed = 1;
        users[number].told[control_place(subscription->id)] = values[control_place(subscription->id)];
        return 0;
    case VIDIOC_DQEVENT: {
        struct v4l2_event *event = argument;
        int place = untold_control(number);
        if (place < 0) return refuse(ENOENT);
        users[number].told[place] = values[place];
        memset(event, 0, sizeof *event);
        event->type = V4L2_EVENT_CTRL, event->id = controls[place].id;
        return 0;
    }
    default: return refuse(ENOTTY);
    }
}

static int is_of_controls(unsigned long request) {
    return request == VIDIOC_QUERY_EXT_CTRL || request == VIDIOC_G_EXT_CTRLS || request == VIDIOC_S_EXT_CTRLS ||
           request == VIDIOC_SUBSCRIBE_EVENT || request == VIDIOC_DQEVENT;
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
        int result = getenv("VIEWFINDER_CAMERA_CONTROLS") && is_of_controls(request)
                         ? use_controls(number, request, argument)
                         : give_pictures(number, request, argument);
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
    if (is_kind("streaming") && !strcmp(path, node)) {
        int number = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
        if (number >= 0 && number < most_users) users[number].is_subscribed = 0;
        return number;
    }
    int (*next)(const char *, int, ...) = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open");
    return next(place(path), flags, mode);
}

// A timer has no events: those of controls are looked for fifty times a second.
int ppoll(struct pollfd *list, nfds_t count, const struct timespec *limit, const sigset_t *mask) {
    int (*next)(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *) =
        (int (*)(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *))dlsym(RTLD_NEXT, "ppoll");
    int user = -1;
    for (nfds_t place = 0; place < count; ++place) {
        int number = list[place].fd;
        if (list[place].events & POLLPRI && number >= 0 && number < most_users && users[number].is_subscribed) user = place;
    }
    if (user < 0 || limit) return next(list, count, limit, mask);
    for (;;) {
        struct timespec step = {0, 20000000};
        int found = next(list, count, &step, mask);
        if (found) return found;
        pthread_mutex_lock(&turn);
        int is_told = untold_control(list[user].fd) < 0;
        pthread_mutex_unlock(&turn);
        if (is_told) continue;
        list[user].revents = POLLPRI;
        return 1;
    }
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
