// Keeps a running program's thread of thumbnails in its first round for ever; preloaded by the test of a view beside it.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

// That thread says so of each round that it has computed, and hands its thumbnails on after that.
ssize_t write(int file, const void *bytes, size_t count) {
    static ssize_t (*next)(int, const void *, size_t);
    if (!next) next = (ssize_t (*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
    ssize_t written = next(file, bytes, count);
    char name[16] = "";
    pthread_getname_np(pthread_self(), name, sizeof name);
    static const char words[] = "debug: thumbnails of ";
    if (strcmp(name, "thumbnails") == 0 && memmem(bytes, count, words, sizeof words - 1)) {
        for (;;) pause();
    }
    return written;
}
