// Gives a program one video device more, /dev/video99, which says that it is a camera and has no formats; preloaded by the tests of the
// doctor. With VIEWFINDER_CAMERA=silent it has one, and its driver never comes back from the call that sets it.

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

static const char node[] = "/dev/video99";

// In its place stands /dev/null, which knows no V4L2 of its own.
static const char *place(const char *path) { return strcmp(path, node) ? path : "/dev/null"; }

static int is_camera(int number) {
    struct stat status;
    return !fstat(number, &status) && S_ISCHR(status.st_mode) && status.st_rdev == makedev(1, 3);
}

static int answer(unsigned long request, void *argument) {
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
    const char *kind = getenv("VIEWFINDER_CAMERA");
    if (kind && !strcmp(kind, "silent")) {
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
    if (_IOC_TYPE(request) == 'V' && is_camera(number)) return answer(request, argument);
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

int open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
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
