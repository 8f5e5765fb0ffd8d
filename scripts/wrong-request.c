// Sends the compositor a request that there is not, once the file of VIEWFINDER_WRONG_REQUEST is there; preloaded by the tests of
// a compositor that refuses a request of a running program.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

int wl_display_get_fd(void *display) __attribute__((weak));

// The main thread calls this each time before it waits.
int wl_display_flush(void *display) {
    static int (*next)(void *);
    static int is_done;
    if (!next) next = (int (*)(void *))dlsym(RTLD_NEXT, "wl_display_flush");
    int result = next(display);
    const char *path = getenv("VIEWFINDER_WRONG_REQUEST");
    if (is_done || !path || access(path, F_OK)) return result;
    is_done = 1;
    // Object 1 is the wl_display, which has two requests; this is its hundredth, of 8 bytes.
    uint32_t message[] = {1, 8 << 16 | 99};
    if (write(wl_display_get_fd(display), message, sizeof message) < 0) _exit(99);
    return result;
}
