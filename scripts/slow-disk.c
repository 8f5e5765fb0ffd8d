// Makes the disk of a running program's pictures and movies slow: bringing a file of theirs to it, and locking one, take
// VIEWFINDER_DISK_SECONDS; preloaded by the tests of leaving while something is saved.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

static void wait_for_disk(int number) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", number);
    ssize_t count = readlink(link, path, sizeof path - 1);
    path[count < 0 ? 0 : count] = 0;
    // Graphics drivers have files of their own.
    if (!strstr(path, "/Pictures/") && !strstr(path, "/Videos/")) return;
    const char *seconds = getenv("VIEWFINDER_DISK_SECONDS");
    struct timespec pause = {.tv_sec = seconds ? atoi(seconds) : 0};
    nanosleep(&pause, NULL);
}

int fsync(int number) {
    static int (*next)(int);
    if (!next) next = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
    wait_for_disk(number);
    return next(number);
}

int flock(int number, int operation) {
    static int (*next)(int, int);
    if (!next) next = (int (*)(int, int))dlsym(RTLD_NEXT, "flock");
    if (operation != LOCK_UN) wait_for_disk(number);
    return next(number, operation);
}
