// Makes one call of a running program fail: of the kind VIEWFINDER_NTH_KIND, the VIEWFINDER_NTH_CALL-th, with the errno VIEWFINDER_NTH_ERROR.
// Of open, ioctl, mmap, pthread_create and eventfd those of the program's own text count, of write, fsync and sendmsg those of every library.
// The file VIEWFINDER_NTH_REPORT gets a line for what fails and for an abort, each with its caller; that of VIEWFINDER_NTH_COUNTS has the
// counts at each moment, eight bytes for each kind; preloaded by scripts/nth-call.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

enum Kind { OPEN, IOCTL, MMAP, PTHREAD_CREATE, EVENTFD, WRITE, FSYNC, SENDMSG, KINDS };
// Read by scripts/nth-call: the order is the file's format.
static const char *const names[KINDS] = {"open", "ioctl", "mmap", "pthread_create", "eventfd", "write", "fsync", "sendmsg"};
static _Atomic uint64_t early[KINDS], *counts = early;
static struct { uintptr_t start, end; } own;
static const char *report;
static int kind = -1, error;
static uint64_t number;

static int find_own(struct dl_phdr_info *info, size_t size, void *data) {
    (void)size, (void)data;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];
        if (header->p_type != PT_LOAD || !(header->p_flags & PF_X)) continue;
        uintptr_t start = info->dlpi_addr + header->p_vaddr, end = start + header->p_memsz;
        if (!own.start || start < own.start) own.start = start;
        if (end > own.end) own.end = end;
    }
    return 1; // The program comes first.
}

__attribute__((constructor)) static void begin(void) {
    report = getenv("VIEWFINDER_NTH_REPORT");
    // What the program starts itself is not meant, such as GStreamer's search for plugins.
    unsetenv("LD_PRELOAD");
    const char *name = getenv("VIEWFINDER_NTH_KIND"), *call = getenv("VIEWFINDER_NTH_CALL"), *code = getenv("VIEWFINDER_NTH_ERROR");
    dl_iterate_phdr(find_own, NULL);
    // The program may end by _exit, or be killed.
    const char *path = getenv("VIEWFINDER_NTH_COUNTS");
    int file = path ? (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CREAT | O_CLOEXEC, 0600) : -1;
    if (file >= 0 && !ftruncate(file, sizeof early)) {
        void *memory = (void *)syscall(SYS_mmap, NULL, sizeof early, PROT_READ | PROT_WRITE, MAP_SHARED, (long)file, 0L);
        if (memory != MAP_FAILED) counts = memory;
    }
    if (file >= 0) (void)syscall(SYS_close, file);
    if (!name || !call || !code) return;
    for (int i = 0; i < KINDS; i++)
        if (!strcmp(name, names[i])) kind = i;
    number = strtoull(call, NULL, 10);
    error = atoi(code);
}

// By the kernel alone: the functions of this file are those that count.
static void tell(const char *text) {
    int file = report ? (int)syscall(SYS_openat, AT_FDCWD, report, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
    if (file < 0) return;
    (void)syscall(SYS_write, file, text, strlen(text));
    (void)syscall(SYS_close, file);
}

static void tell_caller(const char *what, const void *caller) {
    char line[4600];
    Dl_info info = {0};
    dladdr(caller, &info);
    snprintf(line, sizeof line, "%s\t%s\t%#lx\n", what, info.dli_fname ? info.dli_fname : "?",
        (unsigned long)((const char *)caller - (const char *)info.dli_fbase));
    tell(line);
}

// Whether this call is the one that fails; a library's counts only where every library's do.
static bool fails(enum Kind asked, const void *caller) {
    if (asked < WRITE && ((uintptr_t)caller < own.start || (uintptr_t)caller >= own.end)) return false;
    if (atomic_fetch_add(&counts[asked], 1) + 1 != number || (int)asked != kind) return false;
    tell_caller("failed", caller);
    errno = error;
    return true;
}

#define NEXT(type, name) \
    static __typeof__(type) next; \
    if (!next) next = (__typeof__(type))dlsym(RTLD_NEXT, name)
#define CALLER __builtin_return_address(0)

#define OPENS(name) \
    int name(const char *path, int flags, ...) { \
        NEXT(int (*)(const char *, int, ...), #name); \
        va_list list; \
        va_start(list, flags); \
        mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(list, mode_t) : 0; \
        va_end(list); \
        return fails(OPEN, CALLER) ? -1 : next(path, flags, mode); \
    }
#define OPENS_AT(name) \
    int name(int folder, const char *path, int flags, ...) { \
        NEXT(int (*)(int, const char *, int, ...), #name); \
        va_list list; \
        va_start(list, flags); \
        mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(list, mode_t) : 0; \
        va_end(list); \
        return fails(OPEN, CALLER) ? -1 : next(folder, path, flags, mode); \
    }
#define MAPS(name) \
    void *name(void *address, size_t length, int protection, int flags, int file, off_t offset) { \
        NEXT(void *(*)(void *, size_t, int, int, int, off_t), #name); \
        return fails(MMAP, CALLER) ? MAP_FAILED : next(address, length, protection, flags, file, offset); \
    }
OPENS(open)
OPENS(open64)
OPENS_AT(openat)
OPENS_AT(openat64)
MAPS(mmap)
MAPS(mmap64)

int ioctl(int file, unsigned long request, ...) {
    NEXT(int (*)(int, unsigned long, void *), "ioctl");
    va_list list;
    va_start(list, request);
    void *argument = va_arg(list, void *);
    va_end(list);
    return fails(IOCTL, CALLER) ? -1 : next(file, request, argument);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*entry)(void *), void *argument) {
    NEXT(int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *), "pthread_create");
    return fails(PTHREAD_CREATE, CALLER) ? error : next(thread, attributes, entry, argument);
}

int eventfd(unsigned value, int flags) {
    NEXT(int (*)(unsigned, int), "eventfd");
    return fails(EVENTFD, CALLER) ? -1 : next(value, flags);
}

ssize_t write(int file, const void *bytes, size_t count) {
    NEXT(ssize_t (*)(int, const void *, size_t), "write");
    return fails(WRITE, CALLER) ? -1 : next(file, bytes, count);
}

int fsync(int file) {
    NEXT(int (*)(int), "fsync");
    return fails(FSYNC, CALLER) ? -1 : next(file);
}

ssize_t sendmsg(int file, const struct msghdr *message, int flags) {
    NEXT(ssize_t (*)(int, const struct msghdr *, int), "sendmsg");
    return fails(SENDMSG, CALLER) ? -1 : next(file, message, flags);
}

void abort(void) {
    tell_caller("abort", CALLER);
    static void (*next)(void);
    next = (void (*)(void))dlsym(RTLD_NEXT, "abort");
    next();
    __builtin_unreachable();
}
