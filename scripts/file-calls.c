// Writes down which files a running program brings to the disk, and which get a name, in their order, into the file of
// VIEWFINDER_FILE_CALLS; preloaded by the test of what a power cut leaves.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void note(const char *call, const char *first, const char *second) {
    const char *path = getenv("VIEWFINDER_FILE_CALLS");
    int file = path ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
    if (file < 0) return;
    dprintf(file, "%s\t%s\t%s\n", call, first, second);
    close(file);
}

int fsync(int number) {
    static int (*next)(int);
    if (!next) next = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", number);
    ssize_t count = readlink(link, path, sizeof path - 1);
    path[count < 0 ? 0 : count] = 0;
    int result = next(number);
    note("fsync", path, "");
    return result;
}

int linkat(int old_folder, const char *old, int new_folder, const char *new, int flags) {
    static int (*next)(int, const char *, int, const char *, int);
    if (!next) next = (int (*)(int, const char *, int, const char *, int))dlsym(RTLD_NEXT, "linkat");
    char path[4096];
    ssize_t count = readlink(old, path, sizeof path - 1);
    path[count < 0 ? 0 : count] = 0;
    int result = next(old_folder, old, new_folder, new, flags);
    if (!result) note("link", path, new);
    return result;
}

int rename(const char *old, const char *new) {
    static int (*next)(const char *, const char *);
    if (!next) next = (int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename");
    int result = next(old, new);
    if (!result) note("rename", old, new);
    return result;
}

int renameat2(int old_folder, const char *old, int new_folder, const char *new, unsigned flags) {
    static int (*next)(int, const char *, int, const char *, unsigned);
    if (!next) next = (int (*)(int, const char *, int, const char *, unsigned))dlsym(RTLD_NEXT, "renameat2");
    int result = next(old_folder, old, new_folder, new, flags);
    if (!result) note("rename", old, new);
    return result;
}
